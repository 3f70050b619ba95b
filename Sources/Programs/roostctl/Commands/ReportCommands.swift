// reports, report: the reports of kills and crashes of apps.
import ArgumentParser
import ControlAPI
import Reports

struct ReportsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reports", abstract: "List the reports of kills and crashes, the newest first.")
  @Argument(help: "Only this app's.", completion: .apps) var id: String?
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let reports = try connection.ask(ReportsInterface.List(id: id)).reports
    if connection.json { return try JSONOutput.say(reports) }
    guard !reports.isEmpty else { return }
    var table = Table(("REPORT", .right), ("TIME", .left), ("APP", .left), ("FILE", .left))
    for report in reports {
      table.add(
        .init(text: "\(report.number)"), .init(text: report.time), .init(text: report.app ?? "-"),
        .init(text: report.name))
    }
    table.say()
  }
}

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Explain why an app was killed or crashed, and what to do about it.")
  @Argument(help: "A number that `roostctl reports` shows, or the name of the file.", completion: .reports) var report:
    String
  @Flag(help: "Print the file itself, for tools that read .ips files.") var raw = false
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let reply = try connection.ask(ReportsInterface.Read(report: report))
    if connection.json { return try JSONOutput.say(reply) }
    if raw { return Terminal.say(TerminalText(exactly: reply.content)) }
    do throws(UnreadableReport) {
      Terminal.say(TerminalText(lines: try ReportText.of(file: Array(reply.content.utf8))))
    } catch {
      throw CommandFailure.refused("\(error)")
    }
  }
}
