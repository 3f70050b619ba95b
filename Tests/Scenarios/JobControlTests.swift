// A shell with jobs, in a terminal of its own, is suspended and resumed: how its jobs fare, by either means.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct JobControlTests {
  /// A terminal: bash behind a pty. It types what it reads from the FIFO `keys` in its container, and prints what it is
  /// shown.
  private static let terminal = """
    import os, pty, select
    os.mkfifo("keys")
    pid, screen = pty.fork()
    if pid == 0:
      os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
    print("begun", flush=True)
    keys = os.open("keys", os.O_RDWR)
    while True:
      for ready in select.select([keys, screen], [], [])[0]:
        text = os.read(ready, 4096)
        if ready == keys: os.write(screen, text)
        else: os.write(1, text)
    """

  /// A terminal with one job that runs in the background, and one that its user has stopped.
  private struct Shell {
    let test: TestDevice
    let app: AppUnderTest
    let pid: Int32

    init(cgroups: Bool) throws {
      let bundle = try ForeignApp.make("terminal", "/usr/bin/env", ["python3", "-c", JobControlTests.terminal])
      test = try TestDevice(apps: [bundle], cgroups: cgroups)
      app = test.device.app("com.example.terminal")
      pid = try #require(try app.launch().pid.map(Int32.init))
      let test = test
      let app = app
      try eventually("the shell is there") { test.output(of: app).contains("begun") }
      try type("PS1=; bind 'set enable-bracketed-paste off'; cd; echo rea''dy")
      try eventually("the shell answers") { test.output(of: app).contains("ready") }
      try type("while sleep 0.01; do echo >>ticks; done &")
      try type("sleep 2000 &")
      try type("kill -STOP %2; while [ \"$(jobs -s)\" = '' ]; do :; done")
      #expect(try jobs() == ["Running", "Stopped"])
      // The shell shows the stop that its user has made, and the terminal's text comes later than the jobs' file.
      try type("echo sett''led")
      try eventually("all that was shown is printed") { test.output(of: app).contains("settled") }
    }

    var container: String { test.daemon.stateDirectory + "/containers/com.example.terminal" }

    func type(_ line: String) throws {
      let keys = try FileHandle(forWritingTo: URL(fileURLWithPath: container + "/keys"))
      try keys.write(contentsOf: Data((line + "\n").utf8))
      try keys.close()
    }

    /// The state of each job, as the shell's `jobs` shows it.
    func jobs() throws -> [String] {
      let file = container + "/jobs"
      try? FileManager.default.removeItem(atPath: file)
      try type("jobs >jobs.new; mv jobs.new jobs")
      try eventually("the shell tells its jobs") { FileManager.default.fileExists(atPath: file) }
      // A job's line begins with its number, such as `[1]-  Running`; a loop takes more lines than that.
      return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap { line in
        line.hasPrefix("[") ? line.split(separator: " ").dropFirst().first.map(String.init) : nil
      }
    }

    var ticks: Int { (try? FileManager.default.attributesOfItem(atPath: container + "/ticks")[.size] as? Int) ?? 0 }

    /// A whole suspension; returns the text that the shell has printed on its terminal since it began.
    func sleepAndWake(_ look: ([Int32]) throws -> Void) throws -> String {
      let shown = test.output(of: app).count
      try test.device.home()
      try test.wait(for: .suspended, of: app)
      try look(KernelView.tree(of: pid))
      try app.activate()
      let before = ticks
      try eventually("the job in the background goes on") { ticks > before }
      // The shell tells of its jobs before its next prompt.
      try type("echo awa''ke")
      try eventually("the shell goes on") { test.output(of: app).dropFirst(shown).contains("awake") }
      return String(test.output(of: app).dropFirst(shown))
    }
  }

  @Test(
    "BG4 frozen by its cgroup alone a shell sees no job stop, jobs go on, and one that its user has stopped stays so",
    .enabled(if: Means.all.contains(.cgroups), "no cgroup v2 that may be written to"))
  func byCgroup() throws {
    let shell = try Shell(cgroups: true)
    for _ in 0..<3 {
      let shown = try shell.sleepAndWake { processes in
        #expect(processes.count >= 4)
        #expect(processes.allSatisfy { KernelView.isFrozen($0) || !KernelView.isAlive($0) })
        #expect(processes.count(where: KernelView.isStopped) == 1)
      }
      #expect(!shown.contains("[1]") && !shown.contains("[2]"), "\(shown)")
      #expect(try shell.jobs() == ["Running", "Stopped"])
    }
  }

  @Test("BG4 without a cgroup a shell is stopped with its jobs, and those that its user has stopped run afterwards")
  func bySignals() throws {
    let shell = try Shell(cgroups: false)
    _ = try shell.sleepAndWake { processes in
      #expect(processes.count >= 4)
      #expect(processes.allSatisfy { KernelView.isStopped($0) || !KernelView.isAlive($0) })
    }
    #expect(try shell.jobs() == ["Running", "Running"])
  }
}
