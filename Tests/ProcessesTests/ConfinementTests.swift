// What is left of a confined process's rights, tried by real processes: each denied call, capabilities and limits.
import Bundles
import CSeccomp
import Glibc
import SystemPackage
import Testing

@testable import Linux
@testable import Processes
@testable import Seccomp

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct ConfinementTests {
  private static func confinement() throws -> Confinement {
    Confinement(filter: try SystemCallFilter.make(denying: denials))
  }

  private static let denials = Denial.all + Denial.neighbours + Denial.unsealed

  /// Python that makes system calls by number: `call(number, arguments…)` is "done" or the error's name.
  private static let calls = """
    import ctypes, errno, os, sys
    libc = ctypes.CDLL(None, use_errno=True)
    out = open(4, 'w')
    def call(number, *arguments):
      result = libc.syscall(ctypes.c_long(number), *[ctypes.c_ulong(a) for a in arguments])
      return 'done' if result != -1 else errno.errorcode[ctypes.get_errno()]
    def say(*words): print(*words, file=out, flush=True)

    """

  func says(_ script: String, _ count: Int, confined: Bool = true) throws -> [String] {
    var lines: [String] = []
    let app = try ProcessesTestApp(
      python: Self.calls + script, confinement: confined ? try Self.confinement() : nil)
    try withApp(app) { lines = try $0.lines(count) }
    return lines
  }

  @Test("Each system call of the list is refused with its answer, whatever the upper half of an int's register holds")
  func eachDenial() throws {
    let made = Self.denials.compactMap { denial -> (Denial, CInt)? in
      let named = seccomp_syscall_resolve_name(denial.call)
      return (named >= 0 ? named : denial.number).map { (denial, $0) }
    }
    #expect(made.count > 150)
    let tries = made.map { "say(call(\($1), \(Self.arguments(for: $0))))" }
    let answers = try says(tries.joined(separator: "\n"), made.count)
    for (index, (denial, number)) in made.enumerated() {
      #expect(answers[index] == Self.name(of: denial.answer.rawValue), "\(denial) \(number)")
    }
  }

  /// Six that meet its conditions.
  private static func arguments(for denial: Denial) -> String {
    var arguments = [UInt64](repeating: 0, count: 6)
    for condition in denial.conditions {
      switch condition {
      case .equal(let index, let value): arguments[Int(index)] = value
      case .different(let index, let value): arguments[Int(index)] = value ^ 0x40_0000
      case .above(let index, let value): arguments[Int(index)] = value + 1
      case .set(let index, let bits), .only(let index, let bits, _): arguments[Int(index)] |= bits
      case .clear: break
      case .int(let index, let value): arguments[Int(index)] = UInt64(value) | 0xABCD_0000_0000
      case .kind(let index, let value): arguments[Int(index)] = value | 0o200_0000
      }
    }
    return arguments.map(String.init).joined(separator: ", ")
  }

  private static func name(of errno: CInt) -> String {
    switch errno {
    case EPERM: "EPERM"
    case EINVAL: "EINVAL"
    case ENOMEM: "ENOMEM"
    case EACCES: "EACCES"
    case EPROTONOSUPPORT: "EPROTONOSUPPORT"
    case ENOSYS: "ENOSYS"
    case EAFNOSUPPORT: "EAFNOSUPPORT"
    default: "\(errno)"
    }
  }

  /// What an ordinary user may do without the filter; so the test can tell.
  private static let open = """
    import socket, fcntl, struct, subprocess
    def attempt(what, action):
      try:
        action(); say(what, 'done')
      except OSError as error: say(what, errno.errorcode[error.errno])
    attempt('subreaper', lambda: libc.prctl(36, 0, 0, 0, 0) == 0 or (_ for _ in ()).throw(OSError(ctypes.get_errno(), '')))
    attempt('setuid file', lambda: (open('/tmp/roost-suid-%d' % os.getpid(), 'w').close(),
      os.chmod('/tmp/roost-suid-%d' % os.getpid(), 0o4755)))
    attempt('tidy', lambda: os.unlink('/tmp/roost-suid-%d' % os.getpid()))
    attempt('vsock', lambda: socket.socket(40, socket.SOCK_STREAM))
    attempt('alg', lambda: socket.socket(38, socket.SOCK_SEQPACKET))

    """

  @Test("A confined process cannot do what any other can: leave its tree, make set-user-ID programs, open odd sockets")
  func control() throws {
    #expect(
      try says(Self.open, 5) == [
        "subreaper EPERM", "setuid file EPERM", "tidy done", "vsock EAFNOSUPPORT", "alg EAFNOSUPPORT",
      ])
    let free = try says(Self.open, 5, confined: false)
    #expect(free.prefix(3) == ["subreaper done", "setuid file done", "tidy done"], "\(free)")
  }

  @Test("A confined process has no lease on its files, for which the daemon would wait when it opens them")
  func leases() throws {
    let script = """
      import fcntl, tempfile
      file = tempfile.TemporaryFile()
      for command in (fcntl.F_SETLEASE, fcntl.F_GETLEASE): say(call(72, file.fileno(), command, fcntl.F_WRLCK))
      """
    #if arch(x86_64)
      #expect(try says(script, 2) == ["EPERM", "done"])
      #expect(try says(script, 2, confined: false) == ["done", "done"])
    #endif
  }

  @Test("BG5 no thread of a confined process has descriptors of its own, which /proc shows for it alone")
  func ownDescriptors() throws {
    let script = """
      import threading
      def alone():
        say(call(272, 0x400))
        say(call(436, 1000, 1001, 2))
        say(call(436, 1000, 1001, 0))
      thread = threading.Thread(target=alone); thread.start(); thread.join()
      """
    #if arch(x86_64)
      #expect(try says(script, 3) == ["EPERM", "EINVAL", "done"])
      #expect(try says(script, 3, confined: false) == ["done", "done", "done"])
    #endif
  }

  @Test(
    "BG4 nothing that a confined process asks for continues it, nor a timer one without a cgroup",
    arguments: [true, false])
  func continued(isSealed: Bool) throws {
    let script = """
      class Event(ctypes.Structure):
        _fields_ = [("value", ctypes.c_void_p), ("signal", ctypes.c_int), ("rest", ctypes.c_int * 13)]
      timer = ctypes.c_void_p()
      def made(event):
        return 'done' if libc.timer_create(1, event, ctypes.byref(timer)) == 0 else errno.errorcode[ctypes.get_errno()]
      say(made(ctypes.byref(Event(signal=18))))
      end = os.pipe()[0]
      for signal in (9, 18, 10): say(call(72, end, 10, signal))
      for signal in (18, 9): say(call(157, 1, signal))
      say(call(56, 18))
      """
    #if arch(x86_64)
      var lines: [String] = []
      let confinement = SandboxSupport.find().confinement(of: Entitlements(), isSealed: isSealed, hasOwnUser: false)
      try withApp(ProcessesTestApp(python: Self.calls + script, confinement: confinement)) { lines = try $0.lines(7) }
      #expect(lines == [isSealed ? "done" : "EPERM", "EPERM", "EPERM", "done", "EPERM", "done", "EPERM"])
    #endif
  }

  @Test(
    "No thread of a confined process waits so that it cannot be frozen, and nobody for the other end of its connection")
  func waits() throws {
    let script = """
      import socket, struct
      say(call(317, 1, 40, 0))
      one = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
      try:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 3600))
        say('done')
      except OSError as error: say(errno.errorcode[error.errno])
      one.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
      say('done')
      """
    #if arch(x86_64)
      #expect(try says(script, 3) == ["EINVAL", "EPERM", "done"])
      #expect(try says(script, 3, confined: false) == ["EFAULT", "done", "done"])
    #endif
  }

  @Test(
    "A process that shares its user commands the threads of nobody, and its own one by one; another commands all of its own",
    arguments: [true, false])
  func neighbours(hasOwnUser: Bool) throws {
    let script = """
      import threading
      own = threading.get_native_id()
      def attempt(action):
        try:
          action(); say('done')
        except OSError as error: say(errno.errorcode[error.errno])
      for thread in (0, own):
        attempt(lambda: os.sched_setaffinity(thread, os.sched_getaffinity(0)))
        attempt(lambda: os.sched_setscheduler(thread, os.SCHED_BATCH, os.sched_param(0)))
        attempt(lambda: os.setpriority(os.PRIO_PROCESS, thread, 1))
        say(call(251, 1, thread, 3 << 13))
      attempt(lambda: os.nice(1))
      # A user that nobody is.
      attempt(lambda: os.setpriority(os.PRIO_USER, 2000000000, 3))
      """
    #if arch(x86_64)
      let confinement = SandboxSupport.find().confinement(of: Entitlements(), isSealed: true, hasOwnUser: hasOwnUser)
      var lines: [String] = []
      try withApp(ProcessesTestApp(python: Self.calls + script, confinement: confinement)) { lines = try $0.lines(10) }
      let done = ["done", "done", "done", "done"]
      let other = hasOwnUser ? "done" : "EPERM"
      #expect(lines == done + [other, other, other, other] + ["done", hasOwnUser ? "ESRCH" : "EPERM"])
    #endif
  }

  @Test("Ordinary programs do what they do: threads, jobs, sockets, terminals, queries")
  func ordinary() throws {
    let script = """
      import socket, subprocess, threading, pty, multiprocessing, tempfile, select, termios, fcntl
      threads = [threading.Thread(target=lambda: None) for _ in range(20)]
      for t in threads: t.start()
      for t in threads: t.join()
      say(subprocess.run(['/bin/sh', '-c', 'echo a | cat'], capture_output=True).stdout.decode().strip())
      for family, kind in [(1, 1), (1, 2), (2, 1), (2, 2), (10, 1), (16, 3), (16, 2)]: socket.socket(family, kind).close()
      socket.socketpair()
      say(call(135, 0xFFFFFFFF) if os.uname().machine == 'x86_64' else 'done')
      with tempfile.TemporaryDirectory() as folder:
        open(folder + '/a', 'w').close(); os.chmod(folder + '/a', 0o755); os.mkfifo(folder + '/b'); os.link(folder + '/a', folder + '/c')
      pid, master = pty.fork()
      if pid == 0: os.execv('/bin/bash', ['bash', '--norc', '-i'])
      os.write(master, b'sleep 100 &\\nkill %1; wait; echo jobs-$((1+1))\\nexit\\n')
      text = b''
      while True:
        try: more = os.read(master, 4096)
        except OSError: break
        if not more: break
        text += more
      os.waitpid(pid, 0)
      say('jobs' if b'jobs-2' in text else text)
      fd = os.memfd_create('a', 1); os.write(fd, b'x'); os.close(fd)
      say(libc.prctl(36, 1, 0, 0, 0))
      """
    #expect(try says(script, 4) == ["a", "done", "jobs", "0"])
  }

  @Test("A confined process has no capability, also after it has run another program, and cannot get one back")
  func capabilities() throws {
    let script = """
      import subprocess
      def show(text): say(*[line.split()[1] for line in text.splitlines()
        if line.split(':')[0] in ('CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb', 'NoNewPrivs', 'Seccomp')])
      show(open('/proc/self/status').read())
      show(subprocess.run(['/bin/cat', '/proc/self/status'], capture_output=True, text=True).stdout)
      say(libc.prctl(27, 0, 0, 0, 0))
      """
    let lines = try says(script, 3)
    let none = "0000000000000000"
    if geteuid() == 0 {
      let all = "\(none) \(none) \(none) \(none) \(none) 1 2"
      #expect(lines == [all, all, "235"])
    } else {
      for line in lines.prefix(2) { #expect(line.hasPrefix("\(none) \(none) \(none) ") && line.hasSuffix(" 1 2")) }
    }
  }

  @Test(
    "A process that shares its user may open fewer files than the daemon, which hands on its own when others may not")
  func files() throws {
    let lines = try says("import resource; say(resource.getrlimit(resource.RLIMIT_NOFILE)[1])", 1)
    var limit = rlimit()
    #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
    #expect(lines == ["\(limit.rlim_max / 4 * 3)"])
  }

  @Test("A confined process has little locked memory and no priority, and cannot raise them")
  func limits() throws {
    let script = """
      import resource
      for name in ('MEMLOCK', 'SIGPENDING', 'NICE', 'RTPRIO', 'MSGQUEUE'):
        say(name, resource.getrlimit(getattr(resource, 'RLIMIT_' + name)))
      try: resource.setrlimit(resource.RLIMIT_MEMLOCK, (1 << 20, 1 << 20)); say('raised')
      except (OSError, ValueError): say('refused')
      try: os.nice(-1); say('raised')
      except OSError: say('refused')
      """
    let lines = try says(script, 7)
    #expect(lines[0] == "MEMLOCK (65536, 65536)")
    #expect(lines[1] == "SIGPENDING (1024, 1024)")
    #expect(lines[2] == "NICE (0, 0)")
    #expect(lines[3] == "RTPRIO (0, 0)")
    #expect(lines[4] == "MSGQUEUE (819200, 819200)")
    #expect(lines[5...] == ["refused", "refused"])
  }

  @Test(
    "A confined process whose user is its own starts so many processes, and no more",
    .enabled(if: geteuid() == 0, "only root can run a process as another user"))
  func tasks() throws {
    let script = """
      import os, signal, time
      out = open(4, 'w')
      children = 0
      try:
        while children < 100:
          if os.fork() == 0: signal.pause()
          children += 1
      except BlockingIOError: pass
      print(children, file=out, flush=True)
      time.sleep(100)
      """
    // Of a number that no user of this machine has.
    let user = AppUser(own: "roost-test", id: 1_900_000_000 + UInt32(getpid()))
    let app = try ProcessesTestApp(
      python: script, confinement: try Self.confinement(), user: user, tasks: 20)
    try withApp(app) { app throws in #expect(try app.lines(1) == ["19"]) }
  }

  #if arch(x86_64)
    @Test("Calls of other architectures do not go around the filter")
    func architectures() throws {
      // x32's getpid, and i386's by int $0x80 where this kernel has it.
      let script = """
        import mmap
        say(call(0x40000000 | 39))
        code = mmap.mmap(-1, 4096, prot=7)
        code.write(bytes([0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3]))
        run = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
        pid = os.fork()
        if pid == 0: os._exit(0 if run() == -38 else 1)
        status = os.waitpid(pid, 0)[1]
        say('refused' if status == 0 or os.WIFSIGNALED(status) else status)
        """
      #expect(try says(script, 2) == ["ENOSYS", "refused"])
    }
  #endif
}
