// The key r of top: the report of an app's last end, and of no other.
import ControlAPI
import Testing

@testable import TopScreen

struct EndReportTests {
  private func end(_ time: String, pid: Int64?, code: String? = nil, signal: Int64? = nil) -> ExitRecord {
    ExitRecord(
      app: "com.example.notes", pid: pid, time: time, state: .background, namespace: "SIGNAL", code: code,
      reason: signal == nil ? "exited" : "crashed", signal: signal, status: nil, footprint: 0, cpu: 0, callback: nil,
      elapsed: nil, text: "it ended")
  }

  private let report = ReportSummary(
    number: 1, name: "notes.ips", time: "2026-11-21T04:42:34Z", app: "com.example.notes")

  @Test("After a crash, a launch and a quit within a minute the last end has no report, and the crash has its own")
  func crashAndQuit() {
    let crash = end("2026-11-21T04:42:34.900Z", pid: 7, signal: 11)
    let quit = end("2026-11-21T04:42:51.100Z", pid: 8, code: "0xdeadfa11", signal: 9)
    #expect(EndReport.find(of: quit, among: [report]) { _ in 7 } == nil)
    #expect(EndReport.find(of: crash, among: [report]) { _ in 7 } == report)
    // A number of a process comes back.
    let later = end("2026-11-21T05:42:51.100Z", pid: 7, code: "0xdeadfa11", signal: 9)
    #expect(EndReport.find(of: later, among: [report]) { _ in 7 } == nil)
    #expect(EndReport.find(of: quit, among: []) { _ in 8 } == nil)
  }

  @Test("Of two crashes within a minute each has its own report, the nearest looked at first")
  func crashes() {
    let other = ReportSummary(number: 2, name: "notes-1.ips", time: "2026-11-21T04:42:20Z", app: "com.example.notes")
    let processes: [String: Int32] = [report.name: 8, other.name: 7]
    var looked: [String] = []
    func find(_ end: ExitRecord) -> ReportSummary? {
      EndReport.find(of: end, among: [report, other]) { report in
        looked.append(report.name)
        return processes[report.name] ?? 0
      }
    }
    #expect(find(end("2026-11-21T04:42:20.300Z", pid: 7, signal: 11)) == other)
    #expect(looked == [other.name])
    #expect(find(end("2026-11-21T04:42:34.300Z", pid: 8, signal: 11)) == report)
  }
}
