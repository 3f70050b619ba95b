// Reports of how apps ended: their files, the backtraces in them, and what an app is told of its past.
import AgentProtocol
import WireJSON

@testable import MetricKit
@testable import Reporting
@testable import Reports

@MainActor enum ReportInput {
  static func read(_ bytes: [UInt8]) {
    if let text = try? ReportText.of(file: bytes) { requireHarmless(text) }
    if let report = try? IPSReport(file: bytes) { requireSame(report) }
    if let event = try? JetsamEvent(file: bytes) { requireSame(event) }
    if let backtrace = try? Backtrace(json: bytes) { requireText(report(with: backtrace)) }
    if let record = try? JSON(parsing: String(decoding: bytes, as: UTF8.self)), let exit = PastExit(record) {
      tell(exit)
    }
  }

  private static func requireSame<Report: ReportFile & Equatable>(_ report: Report) {
    let copy = (try? report.file()).flatMap { try? Report(file: $0) }
    require(copy == report, "the report is another one when it is written again")
    requireText(report)
  }

  private static func requireText(_ report: some ReportFile) {
    guard let file = try? report.file() else { fail("a report cannot be written") }
    if let text = try? ReportText.of(file: file) { requireHarmless(text) } else { fail("our own report has no text") }
  }

  private static func requireHarmless(_ text: String) {
    let harmful = text.unicodeScalars.first { $0.properties.generalCategory == .control && $0 != "\n" }
    require(harmful == nil, "the text for a terminal has U+\(String(harmful?.value ?? 0, radix: 16))")
  }

  private static func report(with backtrace: Backtrace) -> IPSReport {
    IPSReport(
      incident: "6E1A4A4C-51A6-4C8C-9E0A-2F1D4E0C7B11", time: ReportTime(nanoseconds: 1_795_257_012_004_200_000),
      subject: IPSReport.Subject(
        name: "notes", bundle: .init(identifier: "com.example.notes"), executable: "/notes", pid: backtrace.pid,
        user: 0,
        launched: nil, wasOnScreen: true),
      system: IPSReport.System(version: .init(train: "", build: ""), model: "", uptime: 1, daemonPID: 1),
      signal: "SIGKILL",
      termination: IPSReport.Termination(
        namespace: "SPRINGBOARD", code: 0x8bad_f00d, indicator: "", byProc: "roostd", byPid: 1),
      facts: RoostFacts(
        reason: "watchdog", sentence: "", advice: nil, state: "background", callback: nil, elapsed: nil,
        elapsedCPU: nil,
        limit: nil, lifetime: 1, cpu: 1, footprint: 1),
      backtrace: backtrace)
  }

  private static func tell(_ exit: PastExit) {
    let period = Period(begin: exit.time, exits: [exit])
    _ = MXMetricPayload(period).jsonRepresentation()
    _ = MXDiagnosticPayload(period)?.jsonRepresentation()
  }
}
