// TE4 with real processes: what is written down of a hang and of a crash, and how a person reads it.
import ControlAPI
import Foundation
import Glibc
import RoostTesting
import Testing

@Suite(.serialized) struct ReportTests {
  private func report(_ name: String, of test: TestDevice) throws -> (status: Int32, said: String) {
    let folder = test.daemon.directory.path
    let program = try Program(
      Programs.roostctl, ["report"] + name.split(separator: " ").map(String.init) + ["--socket", test.daemon.socket],
      output: folder + "/report",
      errors: folder + "/report")
    let status = program.wait()
    return (status, (try? String(contentsOfFile: folder + "/report", encoding: .utf8)) ?? "")
  }

  private func wait(for count: Int, of app: AppUnderTest) throws -> [ReportSummary] {
    var reports: [ReportSummary] = []
    try eventually("there are \(count) reports") {
      reports = try app.reports()
      return reports.count == count
    }
    return reports
  }

  @Test("TE4 a hang is reported with the callback, the limit, and what the main thread was in; one process, one report")
  func hang() throws {
    let test = try TestDevice(deadlines: "leave = \"300ms\"")
    let app = test.faulty
    try app.launch("spin=didEnterBackground")
    let home = try RoostctlTests.Run(["home"], socket: test.daemon.socket)
    #expect(home.status == 0 && home.errors.contains("\(app.id) ended: "), "\(home.errors)")
    let record = try test.waitForEnd(of: app)
    #expect(record.code == "0x8badf00d")
    let reports = try wait(for: 1, of: app)
    // The app's user, whom its container belongs to, and not the daemon's.
    let container = "\(test.daemon.stateDirectory)/containers/\(app.id)"
    let owner = try #require(try FileManager.default.attributesOfItem(atPath: container)[.ownerAccountID] as? Int)
    let raw = try report("1 --raw", of: test).said
    #expect(raw.range(of: "\"userID\" *: *\(owner)[,\n]", options: .regularExpression) != nil, "\(raw)")
    #expect(reports.first?.name.hasPrefix("faulty-") == true && reports.first?.name.hasSuffix(".ips") == true)
    let (status, said) = try report("1", of: test)
    #expect(status == 0)
    for words in ["0x8badf00d", "didEnterBackground", "Misbehaviour", "What to do:", "0.3 s"] {
      #expect(said.contains(words), "\(words) in:\n\(said)")
    }
    try eventually("the app and the helper that looked at it are gone") {
      KernelView.tree(of: test.daemon.pid) == [test.daemon.pid]
    }
  }

  @Test("TE4 a report is read by a number that there is, and a number that there is not is refused, however far off")
  func numbers() throws {
    let test = try TestDevice()
    _ = try? test.faulty.launch("abort=didBecomeActive")
    _ = try wait(for: 1, of: test.faulty)
    let client = try ControlClient(socket: test.daemon.socket)
    for number in ["0", "-1", "2", "\(Int.min)", "\(Int.max)", "9223372036854775808"] {
      let error = try refusal { _ = try client.call(ReportsInterface.Read(report: number)) }
      guard case .noReport = error else {
        Issue.record("\(number): \(error)")
        continue
      }
    }
    #expect(try client.call(ReportsInterface.Read(report: "1")).name.hasPrefix("faulty-"))
  }

  @Test("TE4 a crash is reported, an ordinary end is not")
  func crash() throws {
    let test = try TestDevice()
    try test.faulty.launch()
    try test.faulty.terminate()
    _ = try? test.faulty.launch("abort=didBecomeActive")
    _ = try wait(for: 1, of: test.faulty)
    let (_, said) = try report("1", of: test)
    #expect(said.contains("SIGABRT"))
  }

  @Test(
    "TE4 a crash that a handler can see has the backtrace of the thread that crashed, and its own signal in the end",
    arguments: [
      ("fault", [SIGSEGV], "faultByAddress"), ("thread-fault", [SIGSEGV], "faultByAddress"),
      ("trap", [SIGILL, SIGTRAP], "trapByIndex"),
    ])
  func crashes(fault: String, signals: [Int32], function: String) throws {
    let test = try TestDevice()
    _ = try? test.faulty.launch("\(fault)=didBecomeActive")
    let record = try test.onlyExit(of: test.faulty)
    #expect(signals.map(Int64.init).contains(record.signal ?? 0) && record.reason == "crash")
    #expect(record.callback == "didBecomeActive")
    _ = try wait(for: 1, of: test.faulty)
    let (_, said) = try report("1", of: test)
    #expect(said.contains(function) && !said.contains("roost_app_crashed"), "\(said)")
    #expect(said.contains("What to do:") && !said.contains("There is no backtrace"))
    try eventually("nothing of it is left") { KernelView.tree(of: test.daemon.pid) == [test.daemon.pid] }
  }

  @Test("TE4 TE3 a crash is a crash, and no breach of the protocol, where other threads write long lines meanwhile")
  func flood() throws {
    let test = try TestDevice()
    // Chance decides where the crash lands.
    for _ in 0..<5 {
      let start = test.events.now
      _ = try? test.faulty.launch("flood=didBecomeActive")
      let record = try test.waitForEnd(of: test.faulty, from: start)
      #expect([SIGILL, SIGTRAP].map(Int64.init).contains(record.signal ?? 0) && record.reason == "crash", "\(record)")
    }
  }

  @Test("TE4 an app that only says that it crashes is taken at its word, and no other comes to harm")
  func pretended() throws {
    let app = try PythonApp.make(
      "pretender",
      on: [
        "launch": """
        for signal in [0, -1, 9, 19, 2147483647]:
          say({'trace': {'crashing': signal, 'thread': 1}})
        say({'trace': {'crashing': 11, 'thread': 1}})
        say({'trace': {'crashing': 11, 'thread': os.getpid()}})
        """
      ])
    let test = try TestDevice(apps: [app, Programs.app("clock")])
    try test.clock.launch()
    _ = try? test.device.app("com.example.pretender").launch()
    let record = try test.waitForEnd(of: test.device.app("com.example.pretender"))
    #expect(record.signal == 11)
    #expect(try test.clock.exits().isEmpty)
  }

  @Test("BG8 TE4 what used too much of the processor is reported with limit, use and window, and what it was in")
  func processor() throws {
    let busy = try PythonApp.make(
      "busy",
      on: [
        "didBecomeActive": "ask('beginActivity', mode='audio')",
        "didEnterBackground": """
        import threading
        def spin():
          while True: pass
        threading.Thread(target=spin, daemon=True).start()
        """,
      ], keys: ["UIBackgroundModes": ["audio"]])
    let test = try TestDevice(device: "[background]\ncpu-window = \"400ms\"\ncpu-percent = 5", apps: [busy])
    let app = test.device.app("com.example.busy")
    try app.launch()
    try test.device.home()
    #expect(try test.waitForEnd(of: app).reason == "cpu-limit")
    _ = try wait(for: 1, of: app)
    let (_, said) = try report("1", of: test)
    for words in [
      "5 % of a processor in the background; it used", "0xd00d2bad", "innermost call first", "What to do:",
    ] {
      #expect(said.contains(words), "\(words) in:\n\(said)")
    }
    let raw = try report("1 --raw", of: test).said
    #expect(raw.contains("exceeding limit of 5% cpu over") && raw.contains("processorLoad"), "\(raw)")
  }

  @Test("TE4 a folder that cannot be written to costs the report, and never the exit record", arguments: [false, true])
  func noFolder(isFile: Bool) throws {
    let test = try TestDevice()
    let folder = test.daemon.stateDirectory + "/reports"
    if isFile {
      try Data().write(to: URL(fileURLWithPath: folder))
    } else {
      try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: "/proc/1/no-such-place")
    }
    _ = try? test.faulty.launch("crash=didFinishLaunching")
    #expect(try test.onlyExit(of: test.faulty).signal == 11)
    try eventually("the log says so") { test.daemon.log.contains("unable to keep reports") }
    #expect(try test.faulty.reports().isEmpty)
    #expect(try report("1", of: test).status == 1)
    #expect(try report("../exits.sqlite", of: test).status == 1)
  }
}
