// The apps as a user sees them: all in a table, one in lines.
import ControlAPI

extension DaemonConnection {
  func showApps() throws {
    let apps = try ask(AppsInterface.List()).apps
    if json { return try JSONOutput.say(apps) }
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

  func showApp(_ id: String) throws {
    let app = try ask(AppsInterface.Status(id: id)).app
    if json { return try JSONOutput.say(app) }
    Terminal.say("app         \(Terminal.paint(app.id, .bold))")
    Terminal.say("state       \(Terminal.paint(app.state.rawValue, app.state.style))")
    Terminal.say("life cycle  \(app.style.rawValue)-based")
    if let pid = app.pid {
      Terminal.say("pid         \(pid)")
      Terminal.say("memory      \(Figures.bytes(app.footprint))")
    }
    if let user = app.user {
      let warning =
        " (the sandbox alone keeps it from every file, and from commanding this device: user in [apps] of roostd.toml(5))"
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
    if entitlements.bus { Terminal.say("bus         that of its user's session") }
    for path in entitlements.read { Terminal.say("reads       \(path)") }
    for path in entitlements.write { Terminal.say("writes      \(path)") }
  }
}
