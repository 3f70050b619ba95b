// apps, status, exits, assertions: lists of apps, of their ends, and of what keeps them awake.
import ArgumentParser
import ControlAPI

struct AppsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "apps", abstract: "List every installed app.")
  @OptionGroup var connection: ConnectionOptions

  func run() throws { try connection.showApps() }
}

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show one app, or which restrictions of apps do not hold on this machine.")
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String?
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    if let id { try connection.showApp(id) } else { try showDaemon() }
  }

  private func showDaemon() throws {
    let gaps = try connection.ask(DaemonInterface.GetGaps()).gaps
    let missing = try connection.ask(AppsInterface.List()).apps.flatMap(\.missing)
    if connection.json {
      let history = try? connection.ask(HistoryInterface.GetExtent())
      return try JSONOutput.say(Whole(gaps: gaps, missing: missing, history: history))
    }
    for gap in gaps { Terminal.say("warning     \(gap)") }
    for entitlement in missing { Terminal.say("refused     \(entitlement.text)") }
  }

  /// Of the daemon and all apps.
  private struct Whole: Encodable {
    var gaps: [String]
    var missing: [AppsInterface.MissingEntitlement]
    /// How much of the past there is, and may be; nil where the daemon keeps none.
    var history: HistoryInterface.GetExtent.Reply?
  }
}

struct ExitsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "exits", abstract: "List how apps ended, and why.")
  @Argument(help: "Only this app's.", completion: .apps) var id: String?
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let exits = try connection.ask(AppsInterface.ListExits(id: id)).exits
    if connection.json { return try JSONOutput.say(exits) }
    guard !exits.isEmpty else { return }
    var table = Table(
      ("TIME", .left), ("APP", .left), ("PID", .right), ("STATE", .left), ("MEMORY", .right), ("CPU", .right),
      ("HOW", .left))
    for exit in exits {
      table.add(
        .init(text: exit.time), .init(text: exit.app), .init(text: exit.pid.map(String.init) ?? "-"),
        .init(text: exit.state.rawValue, style: exit.state.style),
        .init(text: exit.footprint > 0 ? Figures.bytes(exit.footprint) : "-"),
        .init(text: Figures.duration(nanoseconds: exit.cpu)),
        .init(text: Self.text(of: exit), style: exit.style))
    }
    table.say()
  }

  /// The reason, and the callback that it was in.
  private static func text(of exit: ExitRecord) -> String {
    guard let callback = exit.callback, let elapsed = exit.elapsed, !exit.text.contains(callback) else {
      return exit.text
    }
    return "\(exit.text); it had been in \(callback) for \(Figures.duration(nanoseconds: elapsed))"
  }
}

struct AssertionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "assertions", abstract: "List what keeps apps awake.")
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let assertions = try connection.ask(AppsInterface.ListAssertions()).assertions
    if connection.json { return try JSONOutput.say(assertions) }
    guard !assertions.isEmpty else { return }
    var table = Table(("APP", .left), ("KIND", .left), ("NAME", .left))
    for assertion in assertions {
      table.add(.init(text: assertion.app), .init(text: assertion.kind), .init(text: assertion.name))
    }
    table.say()
  }
}
