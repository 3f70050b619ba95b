// TE4 with real processes: what is written down of a hang and of a crash, and how a person reads it.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct ReportTests {
  private func report(_ name: String, of test: TestDevice) throws -> (status: Int32, said: String) {
    let folder = test.daemon.directory.path
    let program = try Program(
      Programs.roostctl, ["report", name, "--socket", test.daemon.socket], output: folder + "/report",
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
    _ = try? test.device.home()
    let record = try test.waitForEnd(of: app)
    #expect(record.code == "0x8badf00d")
    let reports = try wait(for: 1, of: app)
    #expect(reports.first?.name.hasPrefix("faulty-") == true && reports.first?.name.hasSuffix(".ips") == true)
    let (status, said) = try report("1", of: test)
    #expect(status == 0)
    for words in ["0x8badf00d", "didEnterBackground", "Misbehaviour", "What to do:", "300 ms"] {
      #expect(said.contains(words), "\(words) in:\n\(said)")
    }
    try eventually("the app and the helper that looked at it are gone") {
      KernelView.tree(of: test.daemon.pid) == [test.daemon.pid]
    }
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
