// Refusals to an app that does not ask for the network, for serving, or for other programs: tried by real processes.
import Bundles
import Glibc
import Linux
import Settings
import SystemPackage
import TestFolders
import Testing

@testable import Processes

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct EntitlementTests {
  private nonisolated static let knowsPorts = ((try? LandlockRuleset.version()) ?? 0) >= 4
  private let folder: TestFolder
  init() throws { folder = try TestFolder() }

  /// Python that says how each attempt went on fd 4.
  private static let functions = """
    import ctypes, errno, os, socket, subprocess, sys
    out = os.fdopen(4, 'w')
    def say(*words): print(*words, file=out, flush=True)
    def attempt(action):
      try: return 'done' if action() is not False else 'nothing'
      except OSError as error: return errno.errorcode[error.errno]

    """

  private static let python = "#!\(ProcessesTestApp.python)\n"

  /// Runs `script` as the executable of a bundle with these keys, in the sandbox that the bundle gets.
  private func says(_ script: String, _ count: Int, _ keys: [String: Any], first: String = python) throws -> [String] {
    let bundle = try AppBundle(
      path: folder.bundle("App", TestFolder.plist("a.b", keys), script: first + Self.functions + script))
    let container = folder.path + "/container"
    try? Folder.make(container, mode: 0o700)
    let sandbox = Sandbox(
      bundle: bundle, container: container, pressure: nil, output: nil, nodes: [], programs: bundle.programs,
      installed: [], far: [:], closed: [])
    var lines: [String] = []
    let app = try ProcessesTestApp(
      [bundle.executable], environment: ["PATH=/usr/bin:/bin", "APP=\(bundle.path)", "HOME=\(container)"],
      confinement: SandboxSupport.find().confinement(of: bundle.entitlements, isSealed: false, hasOwnUser: true),
      sandbox: sandbox)
    try withApp(app) { lines = try $0.lines(count) }
    return lines
  }

  // MARK: The network

  private static let sockets = """
    for family, kind, number in [(2, 1, 0), (2, 2, 0), (10, 1, 0), (10, 2, 0), (2, 2, 1), (16, 3, 4), (16, 3, 16),
      (16, 3, 0), (16, 3, 15), (1, 1, 0)]:
      say(family, kind, number, attempt(lambda: socket.socket(family, kind, number).close()))
    say(attempt(lambda: socket.if_nameindex() != []))
    say(attempt(lambda: socket.socketpair()))
    """

  @Test("LA7 without the network there is no socket of the Internet, and interfaces can be listed all the same")
  func noNetwork() throws {
    let refused = ["2 1 0", "2 2 0", "10 1 0", "10 2 0", "2 2 1", "16 3 4", "16 3 16"].map { $0 + " EACCES" }
    let open = ["16 3 0", "16 3 15", "1 1 0"].map { $0 + " done" }
    #expect(try says(Self.sockets, 12, ["RoostNetwork": "none"]) == refused + open + ["done", "done"])
    let others = try says(Self.sockets, 12, [:])
    for line in others where !line.hasPrefix("2 2 1 ") { #expect(line.hasSuffix("done"), "\(others)") }
  }

  @Test("LA7 the upper half of a register opens no socket to an app without the network")
  func upperHalf() throws {
    let script = """
      libc = ctypes.CDLL(None, use_errno=True)
      number = 41 if os.uname().machine == 'x86_64' else 198
      for family in (2, 10, 2 | 1 << 32, 10 | 1 << 63, 16 | 1 << 40):
        say(libc.syscall(ctypes.c_long(number), ctypes.c_ulong(family), ctypes.c_ulong(1), ctypes.c_ulong(0)))
      """
    #expect(try says(script, 5, ["RoostNetwork": "none"]) == Array(repeating: "-1", count: 5))
  }

  /// A listener of this process, which an app can connect to.
  private func listener() throws -> (descriptor: CInt, port: UInt16) {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    try #require(bound && listen(descriptor, 8) == 0)
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  private static func client(_ port: UInt16) -> String {
    """
    say(attempt(lambda: socket.create_connection(('127.0.0.1', \(port))).close()))
    # Its own port, which is free as soon as it is closed.
    free = socket.socket(); free.bind(('127.0.0.1', 0)); number = free.getsockname()[1]; free.close()
    for family, host in ((2, '127.0.0.1'), (10, '::1')):
      say(attempt(lambda: socket.socket(family).bind((host, number))))
    for kind in (33, 132, 256, 262):
      say(attempt(lambda: socket.socket(2, 6 if kind == 33 else 1, kind).bind(('127.0.0.1', number))))
    say(attempt(lambda: socket.socket(2, 2).bind(('127.0.0.1', number))))
    say(attempt(lambda: socket.create_connection(('127.0.0.1', \(port)), source_address=('127.0.0.1', 0)).close()))
    """
  }

  @Test(
    "LA7 a client connects, from a port of the kernel's choice, and binds no TCP port of its own",
    .enabled(if: knowsPorts, "Landlock knows no ports here"))
  func client() throws {
    let listener = try listener()
    defer { close(listener.descriptor) }
    let others = Array(repeating: "EPROTONOSUPPORT", count: 4)
    #expect(
      try says(Self.client(listener.port), 9, [:]) == ["done", "EACCES", "EACCES"] + others + ["done", "done"])
    #expect(
      try says(Self.client(listener.port), 9, ["RoostNetwork": "server"])
        == ["done", "done", "done"] + others + ["done", "done"])
  }

  @Test("LA7 without the network not even a socket that somebody hands over connects or is bound")
  func ports() {
    let rights = LandlockRuleset.Rights(version: 4)
    #expect(rights.ports(closedTo: .closed) == (0b11, 0))
    #expect(rights.ports(closedTo: .client) == (0b1, 0b1))
    #expect(rights.ports(closedTo: .server) == (0, 0))
    #expect(LandlockRuleset.Rights(version: 3).ports(closedTo: .closed) == (0, 0))
  }

  // MARK: Programs

  private static let programs = """
    app = os.environ['APP']
    say(attempt(lambda: subprocess.run(['/bin/true'], check=True)))
    say(attempt(lambda: subprocess.run(['/bin/sh', '-c', 'exit 0'], check=True)))
    say(attempt(lambda: subprocess.run([app + '/helper'], check=True)))
    for flags in (0, 1, 2, 0x10):
      say(attempt(lambda: os.close(os.memfd_create('a', flags))))
    say(attempt(lambda: os.close(os.memfd_create('a', 8))))
    say(attempt(lambda: __import__('zlib')))
    """

  @Test("LA7 an app that asks for its bundle's programs runs those, its interpreter, and none of the system's")
  func bundlePrograms() throws {
    try folder.write("App.app/data", "")
    try copy("/bin/true", to: folder.path + "/App.app/helper")
    let refused = Array(repeating: "EACCES", count: 4)
    #expect(
      try says(Self.programs, 9, ["RoostExec": "bundle"])
        == ["EACCES", "EACCES", "done"] + refused + ["done", "done"])
    let free = try says(Self.programs, 9, [:])
    // The last flag but one is MFD_EXEC, of Linux 6.3.
    #expect(free.prefix(6) == ["done", "done", "done", "done", "done", "done"] && free.last == "done", "\(free)")
  }

  @Test("LA7 a script whose interpreter env looks for runs by both, and starts no other program")
  func environment() throws {
    let script = "/bin/true 2>/dev/null && echo ran >&4 || echo refused >&4\n"
    let bundle = try AppBundle(
      path: folder.bundle(
        "Env", TestFolder.plist("a.b", ["RoostExec": "bundle"]), script: "#!/usr/bin/env sh\n" + script))
    let sandbox = Sandbox(
      bundle: bundle, container: folder.path, pressure: nil, output: nil, nodes: [], programs: bundle.programs,
      installed: [], far: [:], closed: [])
    let app = try ProcessesTestApp([bundle.executable], sandbox: sandbox)
    try withApp(app) { app throws in #expect(try app.lines(1) == ["refused"]) }
  }

  /// Copies a program's bytes, by a process of its own: see ``TestFolder/write(_:_:mode:)``.
  private func copy(_ source: String, to target: String) throws {
    let arguments = ["/bin/cp", source, target]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var child: pid_t = 0
    var status: CInt = -1
    try #require(posix_spawn(&child, "/bin/cp", nil, nil, &words, environ) == 0)
    while waitpid(child, &status, 0) == -1 && errno == EINTR {}
    try #require(status == 0 && chmod(target, 0o755) == 0)
  }

  // MARK: Debuggers

  /// A process that traces its child, a child that asks to be traced, and both ways into another's memory, one of them with
  /// a number whose upper half is not 0.
  private static let tracers = """
    import signal, time
    libc = ctypes.CDLL(None, use_errno=True)
    def checked(result):
      if result < 0: raise OSError(ctypes.get_errno(), '')
    child = os.fork()
    if child == 0:
      time.sleep(100); os._exit(0)
    class Place(ctypes.Structure): _fields_ = [('base', ctypes.c_void_p), ('count', ctypes.c_size_t)]
    text = ctypes.create_string_buffer(b'secret')
    here = Place(ctypes.cast(ctypes.create_string_buffer(6), ctypes.c_void_p), 6)
    there = Place(ctypes.cast(text, ctypes.c_void_p), 6)
    # PTRACE_SEIZE
    say(attempt(lambda: checked(libc.ptrace(0x4206, child, None, None))))
    for call in (libc.process_vm_readv, libc.process_vm_writev):
      say(attempt(lambda: checked(call(child, ctypes.byref(here), 1, ctypes.byref(there), 1, 0))))
    second = os.fork()
    if second == 0:
      said = attempt(lambda: checked(libc.ptrace(0, 0, None, None)))
      os._exit(0 if said == 'done' else getattr(errno, said))
    code = os.waitstatus_to_exitcode(os.waitpid(second, 0)[1])
    say(errno.errorcode[code] if code else 'done')
    os.kill(child, signal.SIGKILL)
    """

  @Test("LA7 no process of an app traces another or reaches into its memory, unless its bundle asks for debuggers")
  func tracers() throws {
    #expect(try says(Self.tracers, 4, [:]) == Array(repeating: "EPERM", count: 4))
    #expect(try says(Self.tracers, 4, ["RoostDebuggable": false]) == Array(repeating: "EPERM", count: 4))
    #expect(try says(Self.tracers, 4, ["RoostDebuggable": true]) == Array(repeating: "done", count: 4))
  }

  @Test("LA7 a debugger that is none of the app's traces it all the same")
  func foreignDebugger() throws {
    let bundle = try AppBundle(
      path: folder.bundle("App", TestFolder.plist("a.b"), script: "#!/bin/sh\nread line <&3\n"))
    let app = try ProcessesTestApp(
      [bundle.executable],
      confinement: SandboxSupport.find().confinement(of: bundle.entitlements, isSealed: false, hasOwnUser: true))
    try withApp(app) { app throws in
      let tracer = try ProcessesTestApp(
        python: """
          import ctypes
          libc = ctypes.CDLL(None)
          # PTRACE_SEIZE
          print(libc.ptrace(0x4206, \(app.child.pid), None, None), file=open(4, 'w'), flush=True)
          """)
      try withApp(tracer) { tracer throws in #expect(try tracer.lines(1) == ["0"]) }
    }
  }

  // MARK: All of them

  @Test("LA7 an app that asks for nothing has every refusal, and one that asks for all has one filter alone")
  func filters() throws {
    let script = """
      say(attempt(lambda: socket.socket()), attempt(lambda: os.memfd_create('a')))
      say([line.split()[1] for line in open('/proc/self/status') if line.startswith('Seccomp_filters')][0])
      """
    for isDebuggable in [false, true] {
      func says(_ keys: [String: any Sendable]) throws -> [String] {
        try self.says(script, 2, keys.merging(["RoostDebuggable": isDebuggable]) { $1 })
      }
      #expect(try says(["RoostNetwork": "none", "RoostExec": "bundle"]) == ["EACCES EACCES", "2"])
      #expect(try says(["RoostNetwork": "none"]) == ["EACCES done", "2"])
      #expect(try says(["RoostExec": "bundle"]) == ["done EACCES", "2"])
      #expect(try says(["RoostNetwork": "client"]) == ["done done", isDebuggable ? "1" : "2"])
    }
  }
}
