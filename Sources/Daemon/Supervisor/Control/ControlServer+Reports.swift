// Serves org.roost.Reports: what is known of kills and crashes (TE4).
import ControlAPI
import FoundationEssentials
import Reporting
import Reports

extension ControlServer {
  func listReports(_ request: ReportsInterface.List, _ exchange: Exchange) {
    supervisor.listReports { entries in
      let all = entries.enumerated().map { number, entry in
        ReportSummary(
          number: Int64(number + 1), name: entry.name,
          time: Date(timeIntervalSince1970: Double(entry.time) / 1e9).formatted(Date.ISO8601FormatStyle()),
          app: entry.header?.bundleID)
      }
      exchange.reply(
        ReportsInterface.List.Reply(reports: all.filter { request.id == nil || $0.app == request.id }))
    }
  }

  func readReport(_ request: ReportsInterface.Read, _ exchange: Exchange) {
    guard let number = Int(request.report) else { return read(request.report, exchange) }
    supervisor.listReports { [weak self] entries in
      guard (1...).contains(number), number <= entries.count else {
        return exchange.fail(.noReport(message: "\(ReportError.unknown(request.report))"))
      }
      self?.read(entries[number - 1].name, exchange)
    }
  }

  private func read(_ name: String, _ exchange: Exchange) {
    supervisor.readReport(name) { result in
      switch result {
      case .success(let bytes):
        exchange.reply(ReportsInterface.Read.Reply(name: name, content: String(decoding: bytes, as: UTF8.self)))
      case .failure(let error): exchange.fail(.noReport(message: "\(error)"))
      }
    }
  }
}
