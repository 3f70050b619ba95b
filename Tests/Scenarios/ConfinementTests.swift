// Nothing privileged is left in an app's process, nothing leaves its tree, and what is missing here is said (LA7).
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(40))) struct AppConfinementTests {
  private static let users = geteuid() == 0 ? ["", "nobody"] : [""]

  /// An app for any user, who gets nowhere below /root: shell alone.
  private func plain() throws -> String {
    try ScriptApp.make(
      "plain",
      script: """
        #!/bin/sh
        echo '{"hello":{"protocol":1,"library":"test/1"}}' >&4
        while IFS= read -r line <&3; do
          seq=${line#'{"seq":'}
          seq=${seq%%,*}
          [ -e child ] || { cat /proc/self/status >child 2>&1; }
          echo "{\\"ack\\":$seq}" >&4
          case $line in *'"willTerminate"'*) exit 0 ;; esac
        done
        """)
  }

  @Test(
    "LA7 an app and what it starts have no capability, a filter and no new privileges, whoever its user is",
    arguments: users, [false, true])
  func status(user: String, cgroups: Bool) throws {
    let test = try TestDevice(apps: [try plain()], cgroups: cgroups, user: user)
    let pid = Int32(try #require(try test.device.app("com.example.plain").launch().pid))
    let none = "0000000000000000"
    let sets = geteuid() == 0 ? ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] : ["CapInh", "CapPrm", "CapEff"]
    for set in sets { #expect(KernelView.status(set, of: pid) == none, "\(set)") }
    #expect(KernelView.status("Seccomp", of: pid) == "2")
    #expect(KernelView.status("NoNewPrivs", of: pid) == "1")
    let child = try String(
      contentsOfFile: test.daemon.stateDirectory + "/containers/com.example.plain/child", encoding: .utf8)
    for set in sets { #expect(child.contains("\(set):\t\(none)"), "\(set): \(child)") }
    #expect(child.contains("Seccomp:\t2"))
    if geteuid() == 0, user.isEmpty {
      let limits = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8)
      #expect(limits.contains(/Max processes +512 +512/), "\(limits)")
    }
  }

  /// Python with `attempt(what, action)`, whose outcomes are noted.
  private func app(_ name: String, _ body: String, keys: [String: Any] = [:]) throws -> String {
    try PythonApp.make(
      name, on: ["launch": body],
      functions: """
        import ctypes, errno, signal, socket, subprocess, time
        libc = ctypes.CDLL(None, use_errno=True)
        def checked(result):
          if result == -1: raise OSError(ctypes.get_errno(), "")
        def attempt(what, action):
          try:
            action()
            note(what + ": done")
          except OSError as error:
            note(what + ": " + errno.errorcode[error.errno])
        """, keys: keys)
  }

  @Test(
    "LA7 an app can neither leave its tree nor make children of the daemon, with and without cgroups",
    arguments: [false, true])
  func tree(cgroups: Bool) throws {
    #if arch(x86_64)
      let clone = 56
    #else
      let clone = 220
    #endif
    let app = try app(
      "escaper",
      """
      attempt("subreaper", lambda: checked(libc.prctl(36, 0, 0, 0, 0)))
      # CLONE_PARENT with SIGCHLD, and by clone3: a child that came of it would go on as this script.
      attempt("parent", lambda: checked(libc.syscall(\(clone), 0x8000 | 17, 0, 0, 0, 0)))
      attempt("clone3", lambda: checked(libc.syscall(435, 0, 0)))
      attempt("limit of the daemon", lambda: checked(libc.prlimit(os.getppid(), 0, (ctypes.c_ulong * 2)(0, 0), 0)))
      if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
          os.execvpe("sleep", ["sleep", "100"], {"PATH": "/usr/bin:/bin"})
        os._exit(0)
      os.wait()
      """)
    let test = try TestDevice(apps: [app], cgroups: cgroups)
    let escaper = test.device.app("com.example.escaper")
    let pid = Int32(try #require(try escaper.launch().pid))
    #expect(
      test.notes(of: escaper.id) == [
        "subreaper: EPERM", "parent: EPERM", "clone3: ENOSYS", "limit of the daemon: EPERM",
      ])
    let tree = KernelView.tree(of: pid)
    #expect(tree.count == 2)
    try test.device.home()
    for process in tree { #expect(KernelView.isStopped(process)) }
    try escaper.terminate()
    try eventually("all of it is gone") { tree.allSatisfy { !KernelView.isAlive($0) } }
  }

  @Test("BG4 processes that continue each other without end are suspended all the same, without cgroups")
  func siblings() throws {
    let app = try app(
      "siblings",
      """
      pids = []
      for number in range(8):
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
          others = os.read(reader, 1000).decode().split()
          while True:
            for other in others: os.kill(int(other), signal.SIGCONT)
        pids.append((pid, writer))
      for pid, writer in pids:
        os.write(writer, " ".join(str(p) for p in [os.getpid()] + [p for p, _ in pids]).encode())
      """)
    let test = try TestDevice(apps: [app])
    let siblings = test.device.app("com.example.siblings")
    let pid = Int32(try #require(try siblings.launch().pid))
    let tree = KernelView.tree(of: pid)
    #expect(tree.count == 9)
    for _ in 0..<5 {
      try test.device.home()
      #expect(try siblings.status().state == .suspended)
      for process in tree { #expect(KernelView.isStopped(process)) }
      try siblings.activate()
    }
    try siblings.terminate()
    try eventually("all of it is gone") { tree.allSatisfy { !KernelView.isAlive($0) } }
  }

  /// The living processes with the mark of this daemon's apps.
  private func marked(_ test: TestDevice) -> [String] {
    let mark = Data("ROOST_RUNTIME=\(test.daemon.directory.path)/run".utf8)
    let pids = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.filter { Int32($0) != nil } ?? []
    return pids.filter { pid in
      guard let environment = FileManager.default.contents(atPath: "/proc/\(pid)/environ") else { return false }
      return environment.range(of: mark) != nil
    }
  }

  /// A dozen processes that each fork and exit, as their children do; more would take the processors from other tests.
  private func stormApp() throws -> String {
    try app(
      "storm",
      """
      # Nothing is left of them for their parent, and for the pids of the machine.
      signal.signal(signal.SIGCHLD, signal.SIG_IGN)
      for chain in range(12):
        if os.fork() == 0:
          os.setsid()
          while not os.path.exists("stop"):
            if os.fork(): os._exit(0)
          os._exit(0)
      """)
  }

  @Test("Processes that fork and exit without end are ended with their app, and do not keep the daemon from its end")
  func storm() throws {
    let test = try TestDevice(apps: [try stormApp()])
    let storm = test.device.app("com.example.storm")
    let stop = test.daemon.stateDirectory + "/containers/com.example.storm/stop"
    defer { _ = FileManager.default.createFile(atPath: stop, contents: nil) }
    try storm.launch()
    #expect(!marked(test).isEmpty)
    try storm.terminate()
    try eventually("none of its processes is left") {
      // Without a bound they were as many as the daemon may have: 20,000.
      #expect(KernelView.descriptors(of: test.daemon.pid).count < 2000)
      return marked(test).isEmpty
    }
    try storm.launch()
    test.daemon.stop()
    #expect(marked(test).isEmpty)
  }

  @Test("BG4 an app whose processes fork and exit without end is suspended, without cgroups")
  func stormBehindTheScreen() throws {
    let test = try TestDevice(apps: [try stormApp()])
    let storm = test.device.app("com.example.storm")
    let stop = test.daemon.stateDirectory + "/containers/com.example.storm/stop"
    defer { _ = FileManager.default.createFile(atPath: stop, contents: nil) }
    try storm.launch()
    let start = test.events.now
    try test.device.home()
    // A machine that is too busy for the first attempt tries again.
    if try storm.status().state != .suspended { try test.wait(for: .suspended, of: storm, from: start) }
    for process in try marked(test).map({ try #require(Int32($0)) }) {
      // One that was in the middle of its exit when it was stopped is not stopped, but gone.
      #expect(KernelView.isStopped(process) || !KernelView.isAlive(process))
    }
  }

  @Test("What an app leaves behind is ended also when another daemon had started it, without cgroups")
  func adopted() throws {
    let app = try app("parent", "subprocess.Popen(['/bin/sleep', '1000'])")
    let test = try TestDevice(apps: [app])
    let parent = test.device.app("com.example.parent")
    let pid = Int32(try #require(try parent.launch().pid))
    let child = try #require(KernelView.tree(of: pid).last)
    #expect(child != pid)
    // A running one would miss its channel and exit.
    try test.device.home()
    try test.daemon.restart(after: SIGKILL)
    #expect(try Device(socket: test.daemon.socket).app(parent.id).status().pid == Int64(pid))
    #expect(KernelView.isAlive(child))
    kill(pid, SIGKILL)
    try eventually("its child is ended") { !KernelView.isAlive(child) }
  }

  @Test("LA7 a link that an app plants in a shared folder opens nothing to another one")
  func planted() throws {
    let folder = "/tmp/roost-test-shared-\(getpid())"
    for name in ["shared/out", "outside"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // For the app's user as well.
    for name in ["shared", "shared/out"] { chmod("\(folder)/\(name)", 0o777) }
    try "secret".write(toFile: folder + "/outside/secret", atomically: true, encoding: .utf8)
    let planter = try app(
      "planter",
      """
      attempt("plant", lambda: (os.rename("\(folder)/shared/out", "\(folder)/shared/old"),
        os.symlink("\(folder)/outside", "\(folder)/shared/out")))
      """, keys: ["RoostFileAccess": ["write": [folder + "/shared"]]])
    let victim = try app(
      "victim", "attempt('read', lambda: open('\(folder)/outside/secret').read())",
      keys: ["RoostFileAccess": ["read": [folder + "/shared/out"]]])
    let test = try TestDevice(apps: [planter, victim])
    try test.device.app("com.example.planter").launch()
    #expect(test.notes(of: "com.example.planter") == ["plant: done"])
    try test.device.app("com.example.victim").launch()
    #expect(test.notes(of: "com.example.victim") == ["read: EACCES"])
    #expect(
      test.daemon.log.contains(
        "\(folder)/shared/out is a symbolic link; if it is to be opened, name \(folder)/outside"),
      "\(test.daemon.log)")
  }

  @Test("LA7 a terminal of another user is closed to an app", .enabled(if: geteuid() == 0, "only root can"))
  func terminal() throws {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(master) }
    var number: UInt32 = 0
    var locked: Int32 = 0
    // TIOCGPTN and TIOCSPTLCK, which ptsname(3) and unlockpt(3) are made of.
    try #require(ioctl(master, 0x8004_5430, &number) == 0 && ioctl(master, 0x4004_5431, &locked) == 0)
    let path = "/dev/pts/\(number)"
    let app = try ScriptApp.make(
      "typist",
      script: """
        #!/bin/sh
        (echo x >\(path)) 2>/dev/null && echo wrote >said || echo refused >said
        echo '{"hello":{"protocol":1,"library":"test/1"}}' >&4
        while IFS= read -r line <&3; do
          seq=${line#'{"seq":'}
          echo "{\\"ack\\":${seq%%,*}}" >&4
          case $line in *'"willTerminate"'*) exit 0 ;; esac
        done
        """)
    let test = try TestDevice(apps: [app], user: "nobody")
    try test.device.app("com.example.typist").launch()
    let said = test.daemon.stateDirectory + "/containers/com.example.typist/said"
    #expect(try String(contentsOfFile: said, encoding: .utf8) == "refused\n")
  }

  @Test(
    "LA7 an abstract socket of somebody else is closed to an app, and it may trace what it has started",
    .enabled(if: SandboxTests.hasLandlock, "no Landlock here"))
  func abstractSocket() throws {
    let name = "roost-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let listener = try Program(
      "/usr/bin/python3",
      [
        "-c",
        "import socket, sys; s = socket.socket(1); s.bind(chr(0) + sys.argv[1]); s.listen(); print('listens', flush=True); s.accept()",
        name,
      ], output: "/tmp/\(name)", errors: "/dev/null")
    defer {
      listener.signal(SIGKILL)
      _ = listener.wait()
      unlink("/tmp/\(name)")
    }
    try eventually("it listens") { try String(contentsOfFile: "/tmp/\(name)", encoding: .utf8) == "listens\n" }
    let app = try app(
      "caller",
      """
      def connect(): socket.socket(1).connect(chr(0) + "\(name)")
      attempt("connect", connect)
      """)
    let test = try TestDevice(apps: [app])
    try test.device.app("com.example.caller").launch()
    #expect(test.notes(of: "com.example.caller") == ["connect: EPERM"])
  }

  // MARK: What is missing

  private func device(
    _ settings: String, cgroups: Bool = true, without calls: [Int: Int32] = [:]
  ) throws -> PrivateDaemon {
    try PrivateDaemon(
      roostd: Programs.roostd, apps: [try plain()],
      configuration: """
        [apps]
        \(settings)
        [cgroups]
        use = \(cgroups)
        [memory]
        \(TestDevice.calm)
        """, manager: calls.isEmpty ? [] : OldKernel.without(calls))
  }

  private func status(_ daemon: PrivateDaemon) throws -> String {
    let run = try RoostctlTests.Run(["status"], socket: daemon.socket)
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  @Test("LA7 what the kernel or the configuration does not keep apps from is said at the start and by roostctl status")
  func gaps() throws {
    let old = try device("", cgroups: false, without: [OldKernel.landlock: ENOSYS, OldKernel.seccomp: EINVAL])
    let said = try status(old)
    for part in ["the kernel has no Landlock", "no seccomp filters", "have no cgroups", "run on while it is suspended"]
    {
      #expect(said.contains(part), "\(said)")
    }
    #expect(old.log.components(separatedBy: "the kernel has no Landlock").count == 2, "\(old.log)")
    #expect(old.log.contains("no seccomp filters"))
    // It does with what there is.
    #expect(try Device(socket: old.socket).app("com.example.plain").launch().pid != nil)
    let off = try status(try device("sandbox = false"))
    #expect(off.contains("sandbox = false"), "\(off)")
  }

  @Test(
    "LA7 with sandbox = \"require\" an app is not launched on a kernel without Landlock or without seccomp",
    arguments: [[OldKernel.landlock: ENOSYS], [OldKernel.seccomp: EINVAL], [:]])
  func require(missing: [Int: Int32]) throws {
    let daemon = try device("sandbox = \"require\"", without: missing)
    let app = try Device(socket: daemon.socket).app("com.example.plain")
    guard !missing.isEmpty else {
      #expect(try app.launch().pid != nil)
      return
    }
    let error = try refusal { try app.launch() }
    #expect(error.description.contains("sandbox = \"require\" in [apps], but apps can"), "\(error)")
    #expect(try app.status().pid == nil)
  }
}
