// Reports to keep.
import Reports

@testable import Systemd

enum ReportsSample {
  static let time = ReportTime(nanoseconds: 1_795_257_012_004_200_000)
  static let system = IPSReport.System(
    version: .init(train: "Debian", build: "6.1.0"), model: "x86_64", uptime: 1, daemonPID: 1)

  static func report(_ name: String) -> IPSReport {
    IPSReport(
      incident: "6E1A4A4C-51A6-4C8C-9E0A-2F1D4E0C7B11", time: time,
      subject: .init(
        name: name, bundle: .init(identifier: "com.example.\(name)"), executable: "/apps/\(name)", pid: 7, user: 0,
        launched: nil, wasOnScreen: true),
      system: system, signal: "SIGKILL",
      termination: .init(namespace: "SPRINGBOARD", code: 0x8bad_f00d, indicator: "late", byProc: "roostd", byPid: 1),
      facts: .init(reason: "watchdog", sentence: "it was late", state: "active", lifetime: 1, cpu: 1, footprint: 1),
      backtrace: nil)
  }

  static let event = JetsamEvent(
    incident: "6E1A4A4C-51A6-4C8C-9E0A-2F1D4E0C7B11", time: time, system: system, kernel: "Linux", pageSize: 4096,
    pages: MemoryPages(), processes: [], facts: .init(sentence: "it was too much"))
}
