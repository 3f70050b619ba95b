// Debuggers and apps: the stop before main, deadlines that stand still, and suspension that does not fight (DB).
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(40))) struct DebuggerTests {
  /// The stop that gdb finds an app in is not to be handed on.
  private static let quiet = "-ex 'handle SIGSTOP nostop noprint nopass'"

  /// gdb at work on an app, with what it says.
  private struct GDB {
    let program: Program
    let path: String
    var said: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    /// - Parameter line: of a shell.
    init(_ line: String, _ test: TestDevice) throws {
      path = test.daemon.directory.path + "/gdb-\(UInt32.random(in: 0 ... .max))"
      program = try Program(
        "/bin/sh", ["-c", "exec " + line], output: path, errors: path,
        environment: ["ROOST_SOCKET": test.daemon.socket, "DEBUGINFOD_URLS": "", "LC_ALL": "C"])
    }

    /// Runs until `file` is there, beside the app.
    init(on pid: Int32, until file: String, _ test: TestDevice) throws {
      try self.init("gdb -p \(pid) -nx -batch -ex 'shell until [ -e \(file) ]; do sleep 0.05; done' -ex detach", test)
    }
  }

  private func notice(_ words: String, of app: AppUnderTest, _ test: TestDevice, from start: Int = 0) throws {
    try test.events.wait(for: words, from: start) {
      if case .notice(app.id, let text) = $0.kind { text.contains(words) } else { false }
    }
  }

  @Test("DB1 an app that waits for a debugger is stopped before main; gdb as it is printed comes to main's first line")
  func stopsBeforeMain() throws {
    let test = try TestDevice(deadlines: "launch = \"300ms\"")
    let launched = try RoostctlTests.Run(
      ["launch", test.notes.id, "--wait-for-debugger", "--env", "COLOUR=green"], socket: test.daemon.socket)
    #expect(launched.status == 0, "\(launched.errors)")
    let pid = try #require(try test.notes.pid)
    #expect(launched.output.contains("pid \(pid)") && launched.output.contains("lldb -p \(pid)"))
    // The kernel stops it as it would return to its program.
    try eventually("it is stopped") { KernelView.isStopped(pid) }
    #expect(try test.notes.status().debugger == AppStatus.Debugger(pid: nil, name: nil))
    let again = try RoostctlTests.Run(
      ["launch", test.notes.id, "--wait-for-debugger"], socket: test.daemon.socket)
    #expect(again.status == 1 && again.errors.contains("gdb -p \(pid)"), "\(again)")

    let line = try #require(launched.output.split(separator: "\n").first { $0.contains(" gdb -p ") })
    let status = "shell \(Programs.roostctl) status \(test.notes.id)"
    // A call runs code of the app. A step might be the system call that its main thread waits in, which does not return.
    let gdb = try GDB("\(line) -nx -batch -ex bt -ex '\(status)' -ex detach", test)
    #expect(gdb.program.wait() == 0, "\(gdb.said)")
    #expect(
      gdb.said.contains("Breakpoint 1") && gdb.said.contains("#0  ") && gdb.said.contains("main ("), "\(gdb.said)")
    #expect(gdb.said.contains("debugger    gdb (pid"), "\(gdb.said)")
    try test.wait(for: .active, of: test.notes)
    #expect(try test.notes.status().debugger == nil)
    #expect(try test.notes.exits().isEmpty)
    let variables = try String(contentsOfFile: "/proc/\(pid)/environ", encoding: .utf8).split(separator: "\0")
    #expect(variables.contains("COLOUR=green"))
  }

  @Test("DB1 an app that waits for a debugger runs when somebody continues it, and is gone when it is told to end")
  func continuedByHand() throws {
    let test = try TestDevice()
    func wait() throws -> Int32 {
      let run = try RoostctlTests.Run(["launch", test.notes.id, "--wait-for-debugger"], socket: test.daemon.socket)
      #expect(run.status == 0, "\(run.errors)")
      return try #require(try test.notes.pid)
    }
    kill(try wait(), SIGCONT)
    try test.wait(for: .active, of: test.notes)
    try test.notes.terminate()
    _ = try wait()
    try test.notes.terminate()
    #expect(try test.notes.state == .notRunning)
  }

  @Test(
    "DB4 an app that somebody traces when it ends has ended for everybody, and its zombie goes with the tracer",
    arguments: [true, false])
  func endsWhileTraced(byItself: Bool) throws {
    // PTRACE_SEIZE (ptrace(2)), and no wait: the kernel leaves a zombie that nobody can reap.
    let seize = "import ctypes, os, signal, sys\nctypes.CDLL(None).ptrace(0x4206, int(sys.argv[1]), 0, 0)\n"
    let code = """
      import subprocess
      tracer = subprocess.Popen([sys.executable, '-c', SEIZE + 'print(1, flush=True)\\nsignal.pause()', str(os.getpid())],
        stdout=subprocess.PIPE)
      tracer.stdout.readline()
      note('traced')
      """
    let app = try PythonApp.make(
      "traced", on: byItself ? ["didBecomeActive": code] : [:], functions: "SEIZE = '''\(seize)'''\n",
      keys: ["RoostDebuggable": true])
    let test = try TestDevice(apps: [app])
    let traced = test.device.app("com.example.traced")
    try traced.launch()
    let pid = try #require(try traced.pid)
    var tracer: Program?
    defer { tracer?.signal(SIGKILL) }
    if !byItself {
      tracer = try Program(
        "/usr/bin/env", ["python3", "-c", seize + "signal.pause()", "\(pid)"], output: "/dev/null", errors: "/dev/null")
    }
    try eventually("it is traced") { (KernelView.tracer(of: pid) ?? 0) > 0 }
    kill(pid, SIGKILL)
    #expect(try test.waitForEnd(of: traced).text.contains("SIGKILL"))
    #expect(try traced.state == .notRunning)
    #expect(try traced.launch().state == .active)
    #expect(try traced.quit() != nil)
    if let tracer {
      #expect(KernelView.tracer(of: pid) == tracer.pid, "the zombie is still there")
      // The daemon takes it when the tracer is gone.
      tracer.signal(SIGKILL)
      tracer.wait()
    }
    try eventually("nothing is left of it") { kill(pid, 0) != 0 }
  }

  @Test(
    "DB4 a process that an app has left behind, and that somebody traces, holds up neither the daemon nor its end",
    arguments: [true, false])
  func orphanWhileTraced(untilTheEnd: Bool) throws {
    let code = """
      child = os.fork()
      if child == 0:
        import signal
        signal.pause()
      note(str(child))
      """
    let app = try PythonApp.make("parent", on: ["didBecomeActive": code], keys: ["RoostDebuggable": true])
    let test = try TestDevice(apps: [app, Programs.app("notes")])
    let parent = test.device.app("com.example.parent")
    try parent.launch()
    try eventually("it has a child") { !test.notes(of: parent.id).isEmpty }
    let child = try #require(pid_t(test.notes(of: parent.id)[0]))
    let seize = "import ctypes, signal, sys\nctypes.CDLL(None).ptrace(0x4206, int(sys.argv[1]), 0, 0)\nsignal.pause()"
    let tracer = try Program(
      "/usr/bin/env", ["python3", "-c", seize, "\(child)"], output: "/dev/null", errors: "/dev/null")
    try eventually("it is traced") { (KernelView.tracer(of: child) ?? 0) == tracer.pid }
    try parent.quit()
    try eventually("it has ended") { KernelView.threadStates(of: child).contains("Z") }
    #expect(try test.notes.launch().state == .active)
    #expect(KernelView.threadStates(of: child).contains("Z"))
    if untilTheEnd {
      try test.daemon.restart(after: SIGTERM)
      #expect(!test.daemon.log.contains("are still there"))
    } else {
      tracer.signal(SIGKILL)
      tracer.wait()
      try eventually("the daemon has taken it") { kill(child, 0) != 0 }
    }
  }

  @Test("DB2 a process of an app that traces it from far below is no debugger, and its deadlines count")
  func tracerFarBelow() throws {
    let code = """
      import ctypes, signal, time
      for generation in range(70):
        if os.fork() > 0:
          if generation > 0: signal.pause()
          break
      else:
        ctypes.CDLL(None).ptrace(0x4206, ROOT, 0, 0)
        open('tracing', 'w').close()
        signal.pause()
      while not os.path.exists('tracing'): time.sleep(0.01)
      """
    let app = try PythonApp.make(
      "deep", on: ["didBecomeActive": code, "didEnterBackground": "answer = later"],
      functions: "ROOT = os.getpid()\n", keys: ["RoostDebuggable": true])
    let test = try TestDevice(deadlines: "leave = \"300ms\"", apps: [app])
    let deep = test.device.app("com.example.deep")
    try deep.launch()
    let pid = try #require(try deep.pid)
    try eventually("it is traced") { (KernelView.tracer(of: pid) ?? 0) > 0 }
    _ = try ControlClient(socket: test.daemon.socket).call(DeviceInterface.Home(wait: false))
    #expect(try test.waitForEnd(of: deep).code == "0x8badf00d")
  }

  @Test("DB2 a deadline that runs out beside a debugger kills nobody, and counts anew when that has left")
  func deadline() throws {
    let test = try TestDevice(deadlines: "leave = \"300ms\"")
    try test.faulty.launch("hang=didEnterBackground")
    let pid = try #require(try test.faulty.pid)
    let done = test.daemon.directory.path + "/done"
    let gdb = try GDB(on: pid, until: done, test)
    try eventually("gdb has attached") { KernelView.tracer(of: pid) == gdb.program.pid }
    _ = try ControlClient(socket: test.daemon.socket).call(DeviceInterface.Home(wait: false))
    // Nobody asks for its state: it is the look before the deadline that finds it.
    try notice("gdb (pid \(gdb.program.pid)) is attached", of: test.faulty, test)
    #expect(KernelView.isAlive(pid))
    #expect(try test.faulty.status().deadlines.isEmpty)
    #expect(test.daemon.log.contains("its deadlines stand still"))
    _ = FileManager.default.createFile(atPath: done, contents: nil)
    try notice("has left", of: test.faulty, test)
    #expect(try test.waitForEnd(of: test.faulty).code == "0x8badf00d")
    #expect(gdb.program.wait() == 0)
  }

  @Test(
    "DB3 a debugger continues a suspended app, and nobody fights it; afterwards the app is suspended as before",
    arguments: Means.all)
  func suspended(by means: Means) throws {
    let test = try TestDevice(cgroups: means == .cgroups)
    try test.notes.launch()
    let pid = try #require(try test.notes.pid)
    try test.device.home()
    try test.wait(for: .suspended, of: test.notes)
    let status = "shell \(Programs.roostctl) status \(test.notes.id)"
    // A call runs code of the app. A step might be the system call that its main thread waits in, which does not return.
    let gdb = try GDB(
      "gdb -p \(pid) -nx -batch \(Self.quiet) -ex '\(status)' -ex 'call (int)getpid()' -ex detach", test)
    #expect(gdb.program.wait() == 0, "\(gdb.said)")
    #expect(gdb.said.contains("state       suspended") && gdb.said.contains("debugger    gdb"), "\(gdb.said)")
    try notice("has left", of: test.notes, test)
    try eventually("it is stopped again") { KernelView.isStopped(pid) && test.isSuspended(test.notes) }
    #expect(KernelView.isFrozen(pid) == (means == .cgroups))
    #expect(!test.daemon.log.contains("another process"))
    #expect(try test.notes.launch().state == .active)
  }

  @Test(
    "DB3 an app with a debugger is not suspended behind the screen, and is when that has left", arguments: Means.all)
  func notSuspended(by means: Means) throws {
    let test = try TestDevice(cgroups: means == .cgroups)
    try test.notes.launch()
    let pid = try #require(try test.notes.pid)
    // It runs under the debugger, which waits for its next stop.
    let gdb = try GDB("gdb -p \(pid) -nx -batch -ex 'handle SIGUSR1 stop nopass' -ex continue -ex detach", test)
    try eventually("the app runs under gdb") {
      KernelView.tracer(of: pid) == gdb.program.pid && !KernelView.threadStates(of: pid).contains("t")
    }
    let home = test.events.now
    try test.device.home()
    try notice("is attached", of: test.notes, test, from: home)
    #expect(try test.notes.state == .background)
    #expect(!KernelView.isStopped(pid))
    kill(pid, SIGUSR1)
    try test.wait(for: .suspended, of: test.notes, from: home)
    #expect(KernelView.isStopped(pid))
    gdb.program.wait()
  }
}

extension TestDevice {
  fileprivate func isSuspended(_ app: AppUnderTest) -> Bool { (try? app.state) == .suspended }
}
