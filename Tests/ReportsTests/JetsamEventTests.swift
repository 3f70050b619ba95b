// ME7: the file that is written when a process is killed for its memory.
import Foundation
import Reports
import Testing

@Suite struct JetsamEventTests {
  @Test("ME7 an event has the keys that a real one of iOS 18 has: all processes, the largest, the victim's reason")
  func keys() throws {
    let lines = String(decoding: try Sample.jetsam().file(), as: UTF8.self).split(separator: "\n", maxSplits: 1)
    #expect(
      lines[0]
        == #"{"bug_type":"298","incident_id":"6E1A4A4C-51A6-4C8C-9E0A-2F1D4E0C7B11","#
        + #""os_version":"Debian GNU/Linux 12 (bookworm) (6.1.0-31-amd64)","timestamp":"2026-11-21 10:30:12.00 +0000"}"#
    )
    let body = try #require(try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any])
    for key in ["build", "product", "kernel", "incident", "date", "bug_type"] { #expect(body[key] is String, "\(key)") }
    #expect(body["largestProcess"] as? String == "clock")
    let status = try #require(body["memoryStatus"] as? [String: Any])
    #expect(status["pageSize"] as? Int == 4096)
    #expect((status["memoryPages"] as? [String: Int])?["free"] == 3870)
    let processes = try #require(body["processes"] as? [[String: Any]])
    #expect(processes.map { $0["rpages"] as? Int } == [30720, 76800])
    #expect(processes.map { $0["lifetimeMax"] as? Int } == [51200, 76800])
    #expect(processes.map { $0["states"] as? [String] } == [["suspended"], ["frontmost"]])
    #expect(processes.map { $0["reason"] as? String } == ["vm-pageshortage", nil])
    #expect(processes[0]["pid"] as? Int == 31 && processes[0]["coalition"] as? Int == 7)
    #expect(processes[0]["cpuTime"] as? Double == 1.5)
  }

  @Test("ME7 what is written can be read back, with no process as with thousands, and with absurd sizes")
  func roundTrip() throws {
    let absurd = JetsamEvent.Process(
      name: "\u{0}\n\"", bundleID: "", pid: .min, states: [], coalition: .max, priority: .min, footprint: .max,
      peak: .min, cpu: .max, pageSize: 0, reason: "")
    for processes in [nil, [], [absurd], Array(repeating: absurd, count: 5000)] {
      let event = Sample.jetsam(processes)
      #expect(try JetsamEvent(file: event.file()) == event)
      #expect(try !ReportText.of(file: event.file()).isEmpty)
    }
    #expect(throws: UnreadableReport.self) { try JetsamEvent(file: Sample.report().file()) }
  }
}
