// LA7 with real processes: each app has a user of its own, and what one tries against another, in vain.
import ControlAPI
import Foundation
import RoostTesting
import TestFolders
import Testing

@Suite(
  .serialized, .timeLimit(.minutes(40)), .enabled(if: geteuid() == 0, "only root can run apps as users of their own"))
struct OwnUserTests {
  private let first: UInt32 = 70_000

  /// An app that notes at its launch what came of each `attempt(what, action)` in `body`.
  private func app(_ name: String, _ body: String) throws -> String {
    try PythonApp.make(
      name, on: ["launch": body],
      functions: "import array, ctypes, resource, signal, socket, struct, subprocess\n" + PythonApp.attempts)
  }

  private func users(of pid: Int64?) throws -> [UInt32] {
    let line = KernelView.status("Uid", of: Int32(try #require(pid))) ?? ""
    return line.split(separator: "\t").compactMap { UInt32($0) }
  }

  private func owner(_ path: String) throws -> uid_t {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Unexpected("\(path): \(String(cString: strerror(errno)))") }
    return status.st_uid
  }

  private func roostctl(_ test: TestDevice, _ arguments: String...) throws {
    let run = try Program(
      Programs.roostctl, arguments, output: "/dev/null", errors: "/dev/null",
      environment: ["ROOST_SOCKET": test.daemon.socket])
    guard run.wait() == 0 else { throw Unexpected("roostctl \(arguments)") }
  }

  /// Restarts the daemon with another line in its configuration.
  private func restart(
    _ test: TestDevice, after signal: Int32 = SIGTERM, replacing old: String = "", by new: String = ""
  )
    throws -> Device
  {
    let file = test.daemon.directory.path + "/roostd.toml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    guard old.isEmpty || text.contains(old) else { throw Unexpected("no \(old) in \(text)") }
    try text.replacingOccurrences(of: old, with: new).write(toFile: file, atomically: true, encoding: .utf8)
    try test.daemon.restart(after: signal)
    return try Device(socket: test.daemon.socket)
  }

  @Test(
    "LA7 an app cannot signal, limit, renice, read or change another app or the daemon, nor command it, nor read secrets",
    arguments: [true, false])
  func island(_ sandbox: Bool) throws {
    let victim = try app("victim", "open('Documents/secret', 'w').write('secret')")
    let bully = try app(
      "bully",
      """
      home = os.path.join(os.path.dirname(os.getcwd()), "com.example.victim")
      runtime = os.environ["ROOST_RUNTIME"]
      def status(pid):
        try: return open("/proc/%s/status" % pid).read()
        except OSError: return ""
      victims = [int(p) for p in os.listdir("/proc") if p.isdigit() and int(p) != os.getpid()
        and "\\nUid:\\t%d\\t" % (os.getuid() - 1) in status(p)]
      note("victims %d" % len(victims))
      for pid in victims + [os.getppid()]:
        attempt("signal", lambda: os.kill(pid, 0))
        attempt("limit", lambda: resource.prlimit(pid, resource.RLIMIT_CPU, (0, 0)))
        attempt("renice", lambda: os.setpriority(os.PRIO_PROCESS, pid, 19))
        attempt("idle", lambda: os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0)))
        attempt("affinity", lambda: os.sched_setaffinity(pid, os.sched_getaffinity(0)))
        attempt("memory", lambda: open("/proc/%d/mem" % pid, "rb"))
        attempt("environment", lambda: open("/proc/%d/environ" % pid).read())
        attempt("forge", lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].sendmsg([b"READY=1"],
          [(socket.SOL_SOCKET, socket.SCM_CREDENTIALS, struct.pack("iII", pid, os.getuid(), os.getgid()))]))
      attempt("chmod", lambda: os.chmod(home + "/Documents", 0))
      attempt("chmod container", lambda: os.chmod(home, 0o777))
      attempt("list", lambda: os.listdir(home))
      attempt("read", lambda: open(home + "/Documents/secret").read())
      attempt("shadow", lambda: open("/etc/shadow").read())
      attempt("state", lambda: os.listdir(os.path.dirname(os.path.dirname(os.getcwd()))))
      attempt("chmod state", lambda: os.chmod(os.path.dirname(os.path.dirname(os.getcwd())), 0o777))
      def command():
        with socket.socket(socket.AF_UNIX) as control:
          control.connect(runtime + "/control")
          control.sendall(b'{"method":"org.roost.Device.Home"}' + bytes(1))
          if not control.recv(100): raise PermissionError(errno.EPERM, "not served")
      attempt("command", command)
      for number in range(10):
        path = "%s/notify/%d/%d" % (runtime, os.getuid() - 2, number)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
          attempt("notify", lambda: other.sendto(b"WATCHDOG=trigger", path))
      attempt("become root", lambda: os.setuid(0))
      """)
    let program = try ForeignApp.make("sleeper", "sleep", ["1000"])
    let test = try TestDevice(apps: [victim, bully, program], sandbox: sandbox, user: "")
    let sleeper = try test.device.app("com.example.sleeper").launch()
    let before = try test.device.app("com.example.victim").launch()
    let uid = try #require(try users(of: before.pid).first)
    let running = try test.device.app("com.example.bully").launch()
    #expect(try users(of: running.pid) == [uid + 1, uid + 1, uid + 1, uid + 1])
    #expect(try users(of: before.pid) == [uid, uid, uid, uid])
    #expect(try users(of: sleeper.pid) == [uid - 1, uid - 1, uid - 1, uid - 1])
    #expect(KernelView.status("CapEff", of: Int32(try #require(running.pid))) == "0000000000000000")
    #expect(
      KernelView.status("Groups", of: Int32(try #require(running.pid)))?.split(separator: " ").contains("0") == false)
    let said = test.notes(of: "com.example.bully")
    #expect(said.first == "victims 1", "\(said)")
    #expect(said.count == 1 + 2 * 8 + 8 + 10 + 1, "\(said)")
    #expect(said.dropFirst().allSatisfy { !$0.hasSuffix("done") }, "\(said)")
    #expect(said.contains("limit: EPERM") && said.contains("renice: EPERM") && said.contains("forge: EPERM"), "\(said)")
    #expect(said.contains("notify: EACCES"), "there is a socket of another app: \(said)")
    let after = try test.device.app("com.example.victim").status()
    #expect(after.pid == before.pid)
    let container = test.daemon.stateDirectory + "/containers/com.example.victim"
    #expect(try owner(container) == uid)
    for path in [container, container + "/Documents"] {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o700, "\(path)")
    }
    #expect(!test.daemon.log.contains("apps run as root"))
  }

  @Test("LA7 an app keeps its user when the daemon is restarted or killed, and when it is removed and installed again")
  func kept() throws {
    let apps = try ["one", "two", "three"].map { try ScriptApp.make($0, writes: "events") }
    let program = try ForeignApp.make("sleeper", "sleep", ["1000"])
    let test = try TestDevice(apps: apps + [program], user: "")
    let one = try #require(try users(of: test.device.app("com.example.one").launch().pid).first)
    let two = try #require(try users(of: test.device.app("com.example.two").launch().pid).first)
    #expect(one != two && one >= first && two >= first)
    for how in ["status", "terminate"] { try roostctl(test, how, "com.example.two") }
    var device = try restart(test)
    #expect(try users(of: device.app("com.example.two").launch().pid).first == two)
    let asleep = try device.app("com.example.two").status().pid
    let sleeper = try users(of: device.app("com.example.sleeper").launch().pid).first
    device = try restart(test, after: SIGKILL)
    #expect(try asleep != nil && device.app("com.example.two").status().pid == asleep, "it was adopted")
    let sockets = test.daemon.directory.path + "/run/notify/\(try #require(sleeper))"
    let names = try FileManager.default.contentsOfDirectory(atPath: sockets)
    try #require(names.count == 1)
    for socket in names {
      #expect(try owner("\(sockets)/\(socket)") == sleeper, "made again for the user that the program runs as")
    }
    #expect(try users(of: device.app("com.example.one").launch().pid).first == one)
    try device.app("com.example.one").quit()
    let link = test.daemon.directory.path + "/apps/one.app"
    try FileManager.default.removeItem(atPath: link)
    try roostctl(test, "reload")
    let three = try #require(try users(of: device.app("com.example.three").launch().pid).first)
    #expect(three != one && three != two, "nobody inherits \(one)")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: apps[0])
    try roostctl(test, "reload")
    #expect(try users(of: device.app("com.example.one").launch().pid).first == one)
  }

  @Test(
    "LA7 a container of root's is given to its app's user once, with no link followed, also when the daemon is killed")
  func migration() throws {
    let test = try TestDevice(apps: [try app("old", "note('launched')")], user: "root")
    let id = "com.example.old"
    #expect(try users(of: test.device.app(id).launch().pid).first == 0)
    #expect(test.daemon.log.contains("apps run as root"))
    try test.device.app(id).quit()
    let container = "\(test.daemon.stateDirectory)/containers/\(id)"
    let victim = test.daemon.directory.path + "/victim"
    for file in [victim, container + "/Documents/kept"] {
      try "kept".write(toFile: file, atomically: false, encoding: .utf8)
    }
    #expect(chmod(victim, 0o600) == 0 && link(victim, container + "/Documents/hard") == 0)
    symlink(victim, container + "/Documents/soft")
    symlink("/etc", container + "/Library/etc")
    for number in 0..<20_000 { close(open("\(container)/tmp/\(number)", O_CREAT | O_WRONLY, 0o600)) }
    var device = try restart(test, replacing: "user = \"root\"", by: "user = \"\"")
    // Killed in the midst of it.
    try roostctl(test, "launch", id, "--no-wait")
    try eventually("something was given") {
      try owner(container + "/tmp/19999") != 0 || owner(container + "/tmp/1") != 0
    }
    device = try restart(test, after: SIGKILL)
    let pid = try device.app(id).launch().pid
    let user = try #require(try users(of: pid).first)
    #expect(user >= first)
    for path in ["", "/Documents", "/Documents/kept", "/Documents/soft", "/Library/etc", "/tmp/1", "/tmp/19999"] {
      #expect(try owner(container + path) == user, "\(path)")
    }
    for path in [victim, container + "/Documents/hard", "/etc"] { #expect(try owner(path) == 0, "\(path)") }
    #expect(test.notes(of: id).last == "launched")
    #expect(test.daemon.log.contains("\(id) runs as roost-old-\(user) now"), "\(test.daemon.log)")
    // And back to one user for all.
    device = try restart(test, replacing: "user = \"\"", by: "user = \"nobody\"")
    let nobody = try #require(getpwnam("nobody")).pointee.pw_uid
    #expect(try users(of: device.app(id).launch().pid).first == nobody)
    #expect(try owner(container) == nobody && owner(container + "/tmp/1") == nobody)
  }

  @Test(
    "LA7 a setting that is changed by a reload holds from the next launch on, in a container that is given away as well"
  )
  func reloaded() throws {
    let test = try TestDevice(apps: [try ScriptApp.make("one", writes: "events")], user: "root")
    let app = test.device.app("com.example.one")
    let container = test.daemon.stateDirectory + "/containers/com.example.one"
    func configure(_ old: String, _ new: String) throws {
      let file = test.daemon.directory.path + "/roostd.toml"
      let text = try String(contentsOfFile: file, encoding: .utf8)
      try text.replacingOccurrences(of: "user = \"\(old)\"", with: "user = \"\(new)\"")
        .write(toFile: file, atomically: true, encoding: .utf8)
      try roostctl(test, "reload")
    }
    let before = try app.launch().pid
    try configure("root", "")
    #expect(try app.launch().pid == before, "it runs on")
    #expect(try users(of: before).first == 0)
    try app.quit()
    let own = try #require(try users(of: app.launch().pid).first)
    #expect(try own >= first && owner(container + "/events") == own)
    #expect(try app.status().user == "roost-one-\(own)")
    try app.quit()
    try configure("", "root")
    #expect(try users(of: app.launch().pid).first == 0)
    #expect(try owner(container) == 0 && owner(container + "/events") == 0)
  }

  @Test("LA7 a launch says which directory keeps the app's user out, and what to do")
  func closedWay() throws {
    let bundle = try ScriptApp.make("shut", writes: "events")
    let test = try TestDevice(apps: [bundle], user: "")
    let folder = test.daemon.directory.path
    #expect(chmod(folder, 0o700) == 0)
    var error = try refusal { try test.device.app("com.example.shut").launch() }
    #expect(
      error.description.contains("`chmod o+x \(folder)`") && error.description.contains("user = \"root\""), "\(error)")
    #expect(chmod(folder, 0o711) == 0)
    let above = URL(fileURLWithPath: bundle).deletingLastPathComponent().path
    #expect(chmod(above, 0o700) == 0)
    error = try refusal { try test.device.app("com.example.shut").launch() }
    #expect(error.description.contains("`chmod o+x \(above)`"), "\(error)")
    #expect(chmod(above, 0o755) == 0)
    #expect(try test.device.app("com.example.shut").launch().pid != nil)
  }

  @Test("LA7 when every id of the range has been given, the next app is refused, and the others run")
  func full() throws {
    let apps = try ["one", "two"].map { try ScriptApp.make($0, writes: "events") }
    let test = try TestDevice(apps: apps, user: "", users: "72000-72000")
    #expect(try users(of: test.device.app("com.example.one").launch().pid).first == 72_000)
    let error = try refusal { try test.device.app("com.example.two").launch() }
    #expect(error.description.contains("every user id of 72000-72000"), "\(error)")
    #expect(try test.device.app("com.example.one").launch().pid != nil)
  }

  @Test("LA7 in a container that does not have the users of the range, a launch says so, and what to set")
  func unmapped() throws {
    let app = try ScriptApp.make("inside", writes: "events")
    let daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: [app],
      configuration:
        "[apps]\nuser = \"\"\n[cgroups]\nuse = false\n[memory]\nstalls = false\n[log]\napp-output = \"file\"\n",
      manager: ["/usr/bin/unshare", "--user", "--map-root-user"])
    let device = try Device(socket: daemon.socket)
    let error = try refusal { try device.app("com.example.inside").launch() }
    #expect(
      error.description.contains("no users 70000-99999") && error.description.contains("set users to"), "\(error)")
    #expect(daemon.log.contains("unable to launch apps"), "\(daemon.log)")
  }

  @Test("LA7 shared memory, queues and semaphores of System V do not outlive the app that has made them")
  func leftIPC() throws {
    let body = """
      libc = ctypes.CDLL(None)
      libc.shmat.restype = ctypes.c_void_p
      segments = [libc.shmget(key, 1 << 20, 0o1600) for key in (0, 0x7e570001)]
      place = libc.shmat(segments[0], None, 0)
      ctypes.memset(place, 1, 1 << 20)
      made = segments + [libc.msgget(0, 0o1600), libc.semget(0x7e570002, 100, 0o1600)]
      note("made" if min(made) >= 0 else "not made")
      """
    let test = try TestDevice(apps: [try app("leaver", body)], user: "")
    let leaver = test.device.app("com.example.leaver")
    func left(of user: UInt32) throws -> [String] {
      try ["shm", "msg", "sem"].filter { kind in
        let lines = try KernelFile.text("/proc/sysvipc/\(kind)").split(separator: "\n")
        return lines.contains { $0.split(separator: " ").contains("\(user)") }
      }
    }
    for _ in 1...2 {
      let user = try #require(try users(of: leaver.launch().pid).first)
      #expect(test.notes(of: leaver.id).last == "made")
      #expect(try left(of: user) == ["shm", "msg", "sem"])
      try leaver.terminate()
      try eventually("nothing of it is left") { try left(of: user).isEmpty }
    }
  }
}
