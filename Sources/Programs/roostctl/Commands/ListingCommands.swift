// apps, status, exits, assertions: lists of apps, of their ends, and of what keeps them awake.
import ArgumentParser
import ControlAPI

struct AppsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "apps", abstract: "List every installed app.")
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let apps = try connection.ask(AppsInterface.List()).apps
    if connection.json { return try JSONOutput.say(apps) }
    var table = Table(("APP", .left), ("STATE", .left), ("PID", .right), ("MEMORY", .right), ("LAST EXIT", .left))
    for app in apps {
      table.add(
        .init(text: app.id), .init(text: app.state.rawValue, style: app.state.style),
        .init(text: app.pid.map(String.init) ?? "-"),
        .init(text: app.pid == nil ? "-" : Figures.bytes(app.footprint)),
        .init(text: app.lastExit?.text ?? "-", style: app.lastExit?.style ?? .faint))
    }
    table.say()
  }
}

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show one app, or which restrictions of apps do not hold on this machine.")
  @Argument(help: "The app's bundle identifier.", completion: .apps) var id: String?
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    if let id { try showApp(id) } else { try showDaemon() }
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

  private func showApp(_ id: String) throws {
    let app = try connection.ask(AppsInterface.Status(id: id)).app
    if connection.json { return try JSONOutput.say(app) }
    Terminal.say("app         \(Terminal.paint(app.id, .bold))")
    Terminal.say("state       \(Terminal.paint(app.state.rawValue, app.state.style))")
    Terminal.say("life cycle  \(app.style.rawValue)-based")
    if let pid = app.pid {
      Terminal.say("pid         \(pid)")
      Terminal.say("memory      \(Figures.bytes(app.footprint))")
    }
    if let user = app.user {
      let warning = " (it can read every file, and command this device: user in [apps] of roostd.toml(5))"
      Terminal.say("user        \(user)\(Terminal.paint(user == "root" ? warning : "", .yellow))")
    }
    if let entitlements = app.entitlements { show(entitlements) }
    for entitlement in app.missing { Terminal.say("refused     \(Terminal.paint(entitlement.text, .yellow))") }
    if let debugger = app.debugger { Terminal.say("debugger    \(Self.text(of: debugger))") }
    if let text = app.saying { Terminal.say("says        \(text)") }
    for scene in app.scenes { Terminal.say("scene       \(scene.session) (\(scene.state.rawValue))") }
    for assertion in app.assertions { Terminal.say("kept awake  \(assertion.name) (\(assertion.kind))") }
    if let held = app.heldBack {
      let left = Figures.duration(nanoseconds: held.left)
      Terminal.say(
        "held back   for another \(left): it died right after its launch \(held.deaths) times in a row; a new version "
          + "of it (`roostctl reload`) starts over")
    }
    if let exit = app.lastExit {
      Terminal.say("last exit   \(Terminal.paint(exit.text, exit.style)) (\(exit.time))")
    }
  }
}

extension StatusCommand {
  private static func text(of debugger: AppStatus.Debugger) -> String {
    guard let pid = debugger.pid else { return "awaited, before its first line: attach one, as with `gdb -p`" }
    return "\(debugger.name ?? "?") (pid \(pid)): its deadlines stand still, and it is not suspended"
  }

  private func show(_ entitlements: AppsInterface.Entitlements) {
    let devices = entitlements.devices.isEmpty ? "none" : entitlements.devices.joined(separator: ", ")
    Terminal.say("network     \(entitlements.network.rawValue)")
    Terminal.say("devices     \(devices)")
    Terminal.say("programs    \(entitlements.programs.rawValue)")
    if entitlements.debuggable { Terminal.say("debuggable  yes") }
    for path in entitlements.read { Terminal.say("reads       \(path)") }
    for path in entitlements.write { Terminal.say("writes      \(path)") }
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
