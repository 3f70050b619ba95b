// Programs from Debian that know nothing of us run as apps.
import ControlAPI
import Foundation
import RoostTesting
import Synchronization
import Testing

/// A bundle of a program that is elsewhere.
enum ForeignApp {
  static func make(
    _ name: String, _ executable: String, _ arguments: [String], _ program: [String: Any] = [:], script: String = ""
  ) throws -> String {
    let keys: [String: Any] = [
      "CFBundleExecutable": executable,
      "RoostProgram": program.merging(["Arguments": arguments]) { given, _ in given },
    ]
    return try ScriptApp.make(name, script: script, keys: keys)
  }

  /// Notifies with what is on the command line, in turn, when it gets SIGUSR1 (sd_notify(3)).
  static let notifier = """
    import os, signal, socket, sys
    where = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1, signal.SIGTERM])
    print("begun", flush=True)
    for message in sys.argv[1:] + [None]:
      if signal.sigwait([signal.SIGUSR1, signal.SIGTERM]) == signal.SIGTERM:
        break
      if message:
        where.sendto(message.replace("+", "\\n").encode(), os.environ["NOTIFY_SOCKET"])
    """
}

@Suite struct ForeignProgramTests {
  private static func port() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) + getsockname(descriptor, $0, &length)
      }
    }
    guard status == 0 else { throw Unexpected("no port is free") }
    return UInt16(bigEndian: address.sin_port)
  }

  /// The text that curl(1) gets of it; nil when that is nothing within `seconds`.
  private static func get(_ port: UInt16, within seconds: Int) throws -> String? {
    let file = "/tmp/roost-test-\(getpid())-\(UInt32.random(in: 0 ... .max)).html"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let code = try Program(
      "/usr/bin/env", ["curl", "-sf", "--max-time", "\(seconds)", "http://127.0.0.1:\(port)/"], output: file,
      errors: "/dev/null"
    ).wait()
    return code == 0 ? try String(contentsOfFile: file, encoding: .utf8) : nil
  }

  @Test(
    "BG4 a program of which the kernel cannot freeze a thread is sealed all the same: no signal continues it",
    .enabled(if: Means.all.contains(.cgroups), "there are no cgroups"))
  func unfreezable() throws {
    #if arch(x86_64)
      // A filter whose listener, its own, has taken a call and never answers: until then the thread can be killed and not frozen.
      // seccomp(2): SET_MODE_FILTER, NEW_LISTENER and WAIT_KILLABLE_RECV; SECCOMP_IOCTL_NOTIF_RECV.
      let script = """
        import ctypes, fcntl, os, struct, threading, time
        libc = ctypes.CDLL(None, use_errno=True)
        code = b"".join(struct.pack("HBBI", *one) for one in [
          (0x20, 0, 0, 0), (0x15, 0, 1, 121), (0x06, 0, 0, 0x7fc00000), (0x06, 0, 0, 0x7fff0000)])
        room = ctypes.create_string_buffer(code)
        program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", 4, ctypes.addressof(room)))
        ready = threading.Event()
        def wait():
          global listener
          libc.prctl(38, 1, 0, 0, 0)
          listener = libc.syscall(317, 1, 40, program)
          ready.set()
          libc.syscall(121, 0)
        threading.Thread(target=wait, daemon=True).start()
        ready.wait()
        notice = bytearray(80)
        fcntl.ioctl(listener, 0xc0502100, notice)
        print("held", listener, flush=True)
        if os.fork() == 0:
          while True: time.sleep(0.01)
        while True: time.sleep(0.01)
        """
      let app = try ForeignApp.make("stuck", "stuck", [], script: "#!/usr/bin/env python3\n" + script)
      let test = try TestDevice(apps: [app], cgroups: true, sandbox: false)
      let stuck = test.device.app("com.example.stuck")
      try stuck.launch()
      let pid = Int32(try #require(try stuck.pid))
      try eventually("its thread waits") { test.output(of: stuck).contains("held") }
      try test.device.home()
      try test.wait(for: .suspended, of: stuck)
      // Not frozen as a whole, and nothing in it runs.
      #expect(!KernelView.isFrozen(pid))
      #expect(KernelView.isToFreeze(pid))
    #endif
  }

  @Test(
    "python3 -m http.server: serves in front, hangs suspended, serves again, and ends by SIGTERM",
    arguments: [true, false])
  func server(cgroups: Bool) throws {
    let port = try Self.port()
    let app = try ForeignApp.make("server", "python3", ["-m", "http.server", "--bind", "127.0.0.1", "\(port)"])
    let test = try TestDevice(apps: [app], cgroups: cgroups)
    let server = test.device.app("com.example.server")
    #expect(try server.launch().state == .active)
    let pid = try #require(try server.pid)
    try eventually("it serves") { try Self.get(port, within: 20)?.contains("Directory listing") == true }
    #expect(!KernelView.descriptors(of: pid).contains { $0 > 2 && $1.hasPrefix("pipe") }, "it has no channel")

    try test.device.home()
    try test.wait(for: .suspended, of: server)
    #expect(Self.isSuspended(pid, byCgroup: cgroups))
    #expect(try Self.get(port, within: 1) == nil)

    try server.activate()
    #expect(try server.state == .active)
    #expect(try Self.get(port, within: 20)?.contains("Directory listing") == true)
    #expect(test.events.callbacks(of: server.id).suffix(2) == ["willEnterForeground", "didBecomeActive"])

    let record = try #require(try server.terminate())
    #expect(record.signal == Int64(SIGTERM))
    #expect(record.reason == "terminated")
    #expect(!KernelView.isAlive(pid))
  }

  /// Whether it is frozen by its cgroup and not stopped, or without cgroups stopped.
  private static func isSuspended(_ pid: Int32, byCgroup: Bool) -> Bool {
    guard byCgroup, Means.all.contains(.cgroups) else { return KernelView.isStopped(pid) }
    return KernelView.isFrozen(pid) && !KernelView.isStopped(pid)
  }

  // MARK: Its words as a service

  private static func notifier(_ messages: [String], _ keys: [String: Any] = [:]) throws -> String {
    try ForeignApp.make(
      "daemon", "/usr/bin/env", ["python3", "-c", ForeignApp.notifier] + messages,
      keys.merging(["Ready": "notify"]) { given, _ in given })
  }

  /// Launches on a thread of its own, and returns when the program runs.
  private static func launch(_ app: AppUnderTest, in test: TestDevice) throws -> (pid: pid_t, launch: Launching) {
    let launch = Launching(app.id, of: test.daemon)
    try eventually("it has begun") { test.output(of: app).contains("begun") }
    return (try #require(try app.pid), launch)
  }

  private static func say(_ message: String, to path: String) throws {
    let code = """
      import socket, sys
      socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(sys.argv[1].encode(), sys.argv[2])
      """
    let program = try Program(
      "/usr/bin/env", ["python3", "-c", code, message, path], output: "/dev/null", errors: "/dev/null")
    #expect(program.wait() == 0)
  }

  @Test("a launch is done when the program says READY=1, which nobody else can say for it")
  func ready() throws {
    let test = try TestDevice(apps: [try Self.notifier(["STATUS=Loading", "READY=1+STATUS=Serving"])])
    let app = test.device.app("com.example.daemon")
    let (pid, launch) = try Self.launch(app, in: test)
    let folder = test.daemon.directory.path + "/run/notify"
    let socket = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    try Self.say("READY=1", to: "\(folder)/\(socket)")
    kill(pid, SIGUSR1)
    try eventually("what it says is shown") { try app.status().saying == "Loading" }
    #expect(try app.state != .active)
    #expect(!launch.isDone)
    kill(pid, SIGUSR1)
    #expect(try launch.wait() == .active)
    #expect(try app.status().saying == "Serving")
    #expect(try app.pid == pid)
    _ = try app.terminate()
    // A thread removes it.
    try eventually("its socket is gone") { try FileManager.default.contentsOfDirectory(atPath: folder) == [] }
  }

  @Test("LA3: one that never says READY=1 is killed at the launch deadline")
  func neverReady() throws {
    let test = try TestDevice(deadlines: "launch = \"700ms\"", apps: [try Self.notifier([])])
    let app = test.device.app("com.example.daemon")
    _ = try refusal { try app.launch() }
    let record = try test.onlyExit(of: app)
    #expect(record.code == "0x8badf00d")
  }

  @Test("a watchdog stands still while its program is suspended, and kills it when it runs and says nothing")
  func watchdog() throws {
    let test = try TestDevice(apps: [try Self.notifier(["READY=1"], ["Watchdog": 2])])
    let app = test.device.app("com.example.daemon")
    let (pid, launch) = try Self.launch(app, in: test)
    kill(pid, SIGUSR1)
    #expect(try launch.wait() == .active)
    try test.device.home()
    try test.wait(for: .suspended, of: app)
    // Longer than it may be silent: nothing but the passing of time shows that it does not count.
    sleep(3)
    #expect(try app.state == .suspended)
    try app.activate()
    #expect(try app.state == .active)
    let record = try test.waitForEnd(of: app)
    #expect(record.text.contains("WATCHDOG=1"), "\(record.text)")
  }

  @Test("a watchdog stands still while somebody outside has stopped its program, which has its whole time again after")
  func stoppedWatchdog() throws {
    let test = try TestDevice(apps: [try Self.notifier(["READY=1"], ["Watchdog": 2])])
    let app = test.device.app("com.example.daemon")
    let (pid, launch) = try Self.launch(app, in: test)
    kill(pid, SIGUSR1)
    #expect(try launch.wait() == .active)
    kill(pid, SIGSTOP)
    // Longer than it may be silent: nothing but the passing of time shows that it does not count.
    sleep(5)
    #expect(try app.state == .active)
    kill(pid, SIGCONT)
    let record = try test.waitForEnd(of: app)
    #expect(record.text.contains("WATCHDOG=1"), "\(record.text)")
  }

  // MARK: Signals

  @Test("it gets the signals that it has chosen, and those only")
  func signals() throws {
    let app = try ForeignApp.make(
      "trapper", "trapper", [],
      ["Signals": ["willResignActive": "SIGUSR1", "didReceiveMemoryWarning": "SIGUSR2", "willTerminate": "SIGINT"]],
      script: """
        #!/bin/bash
        trap 'echo resign >>notes' USR1
        trap 'echo memory >>notes' USR2
        trap 'echo term >>notes' TERM
        trap 'echo end >>notes; exit 7' INT
        sleep infinity &
        echo begun
        while :; do wait $!; done
        """)
    let test = try TestDevice(apps: [app])
    let trapper = test.device.app("com.example.trapper")
    #expect(try trapper.launch().state == .active)
    try eventually("it has set its traps") { test.output(of: trapper).contains("begun") }
    try trapper.warnOfMemory()
    try eventually("it notes the warning") { test.notes(of: trapper.id) == ["memory"] }
    try test.device.home()
    try test.wait(for: .suspended, of: trapper)
    try trapper.activate()
    // It was stopped before it came to it.
    try eventually("it notes that it resigned") { test.notes(of: trapper.id) == ["memory", "resign"] }
    let record = try #require(try trapper.terminate())
    #expect(test.notes(of: trapper.id) == ["memory", "resign", "end"])
    #expect(record.status == 7)
    #expect(record.reason == "terminated")
  }

  @Test("TE1: one that ignores SIGTERM is killed at the deadline")
  func ignoresTerm() throws {
    let app = try ForeignApp.make(
      "deaf", "deaf", [], script: "#!/bin/bash\ntrap '' TERM\necho begun\nwhile :; do sleep 1; done\n")
    let test = try TestDevice(deadlines: "terminate = \"300ms\"", apps: [app])
    let deaf = test.device.app("com.example.deaf")
    try deaf.launch()
    try eventually("it has set its trap") { test.output(of: deaf).contains("begun") }
    let record = try #require(try deaf.terminate())
    #expect(record.signal == Int64(SIGKILL))
  }

  @Test("TE1: one that somebody has stopped is continued to end by SIGTERM")
  func stopped() throws {
    let test = try TestDevice(apps: [try ForeignApp.make("sleeper", "sleep", ["infinity"])])
    let sleeper = test.device.app("com.example.sleeper")
    let pid = try #require(try sleeper.launch().pid.map(Int32.init))
    kill(pid, SIGSTOP)
    try eventually("it is stopped") { KernelView.isStopped(pid) }
    let record = try #require(try sleeper.terminate())
    #expect(record.signal == Int64(SIGTERM))
    #expect(record.reason == "terminated")
  }

  // MARK: In a terminal

  @Test(
    "less, from a desktop entry, in a terminal of its own: all of it is stopped, goes on, and ends",
    arguments: [true, false])
  func pager(cgroups: Bool) throws {
    let folder = MadeApps.newFolder()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let entry = "[Desktop Entry]\nType=Application\nName=Pager\nExec=less -X /etc/services %f\nTerminal=true\n"
    try entry.write(toFile: folder + "/pager.desktop", atomically: true, encoding: .utf8)
    try "no entry".write(toFile: folder + "/broken.desktop", atomically: true, encoding: .utf8)
    let daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: [],
      configuration: """
        [apps]
        desktop = ["\(folder)"]
        terminal = ["env", "TERM=xterm", "python3", "-c", "import pty, sys; pty.spawn(sys.argv[1:])"]
        [cgroups]
        use = \(cgroups)
        [log]
        app-output = "file"
        """)
    #expect(daemon.log.contains("\(folder)/broken.desktop: line 1: the first line must be [Desktop Entry]"))
    let device = try Device(socket: daemon.socket)
    let pager = device.app("pager")
    let pid = try #require(try pager.launch().pid.map(Int32.init))
    let output = daemon.stateDirectory + "/logs/pager.log"
    try eventually("less has drawn its page") {
      (try? String(contentsOfFile: output, encoding: .utf8))?.contains("tcpmux") == true
    }
    let processes = KernelView.tree(of: pid)
    #expect(processes.count > 1)
    try device.home()
    try eventually("it is suspended") { try pager.state == .suspended }
    #expect(processes.allSatisfy { Self.isSuspended($0, byCgroup: cgroups) })
    try pager.activate()
    #expect(!processes.contains { KernelView.isStopped($0) || KernelView.isFrozen($0) })
    try pager.terminate()
    try eventually("all of it is gone") { !processes.contains(where: KernelView.isAlive) }
  }

  // MARK: The daemon's end

  @Test(
    "after the daemon's end they are the processes they were, and are driven and heard as before",
    arguments: SurvivalTests.End.allCases)
  func survives(end: SurvivalTests.End) throws {
    let apps = [
      try ForeignApp.make("asleep", "sleep", ["infinity"]), try ForeignApp.make("front", "sleep", ["infinity"]),
      try Self.notifier(["READY=1"]),
    ]
    let daemon = try SurvivingDaemon(
      apps: apps, configuration: "[device]\nforeground-slots = 2\n[log]\napp-output = \"file\"\n")
    let before = try daemon.device()
    try before.app("com.example.asleep").launch()
    try before.home()
    try before.app("com.example.front").launch()
    let launch = Launching("com.example.daemon", of: daemon.daemon)
    let output = daemon.daemon.stateDirectory + "/logs/com.example.daemon.log"
    try eventually("it has begun") { (try? String(contentsOfFile: output, encoding: .utf8))?.contains("begun") == true }
    let pids = try before.apps().sorted { $0.id < $1.id }.map(\.pid)
    #expect(!pids.contains(nil))

    try daemon.end(end)

    let device = try daemon.device()
    #expect(try device.apps().sorted { $0.id < $1.id }.map(\.pid) == pids)
    let asleep = device.app("com.example.asleep")
    #expect(try asleep.state == .suspended)
    #expect(Self.isSuspended(try #require(try asleep.pid), byCgroup: true))
    let waiting = device.app("com.example.daemon")
    kill(try #require(try waiting.pid), SIGUSR1)
    try eventually("what it says is heard") { try waiting.state == .active }
    try asleep.activate()
    #expect(try asleep.state == .active)
    let record = try #require(try asleep.terminate())
    #expect(record.reason == "terminated")
    _ = launch
  }
}

/// A launch that somebody waits for elsewhere.
final class Launching: Sendable {
  private let result = Mutex<Result<AppStatus.State, any Error>?>(nil)

  init(_ id: String, of daemon: PrivateDaemon) {
    let socket = daemon.socket
    Thread.detachNewThread { [self] in
      let result = Result { try Device(socket: socket).app(id).launch().state }
      self.result.withLock { $0 = result }
    }
  }

  var isDone: Bool { result.withLock { $0 != nil } }

  func wait() throws -> AppStatus.State {
    try eventually("the launch is done") { isDone }
    return try #require(result.withLock { $0 }).get()
  }
}
