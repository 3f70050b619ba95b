// Desktop entries as apps: maps each key to that of an app (docs/any-program.md).
import ControlAPI
import LifecycleModel
import Linux
import Settings
import StreamSafeText

nonisolated extension AppBundle {
  /// Reads the desktop entry at `path`; nil where it says itself that there is no app.
  ///
  /// - Parameter isInstalled: whether there is the program of that name or path.
  init?(
    desktopEntry path: String, _ settings: DesktopSettings,
    isInstalled: (String) -> Bool = { ProgramPath.isInstalled($0) }
  ) throws(BundleError) {
    do {
      try self.init(reading: path, settings, isInstalled)
    } catch let mistake as DesktopEntry.Mistake {
      throw BundleError(bundle: path, .desktopEntry(mistake))
    } catch let mistake as ForeignProgram.Mistake {
      throw BundleError(bundle: path, .desktopEntry(DesktopEntry.Mistake(key: mistake.key, why: mistake.why)))
    } catch let error as BundleError {
      throw error
    } catch {
      throw BundleError(bundle: path, .unreadable("\(error)"))
    }
  }

  private init?(reading path: String, _ settings: DesktopSettings, _ isInstalled: (String) -> Bool) throws {
    let text = try String(decoding: SmallFile.read(path, limit: DesktopEntry.sizeLimit), as: UTF8.self)
    let entry = try DesktopEntry(text.streamSafe)
    guard try entry.string("Type") == "Application", try !entry.boolean("Hidden") else { return nil }
    if let program = try entry.string("TryExec"), !isInstalled(program) { return nil }
    let identifier = String(path.split(separator: "/").last?.dropLast(".desktop".count) ?? "")
    guard identifier.isPortableFolderName else { throw BundleError(bundle: path, .invalidIdentifier(identifier)) }
    guard let exec = try entry.string("Exec") else {
      throw DesktopEntry.Mistake(key: "Exec", why: "is missing; a program that only D-Bus activates cannot be an app")
    }
    var arguments = try ExecLine(exec).arguments(
      ExecLine.Fields(name: entry.string("Name") ?? identifier, icon: entry.string("Icon"), path: path))
    if try entry.boolean("Terminal") {
      guard !settings.terminal.isEmpty else {
        throw DesktopEntry.Mistake(
          key: "Terminal", why: "is true, but no terminal is set; set terminal in [apps] of roostd.toml(5)")
      }
      arguments = settings.terminal.map(ProgramArgument.text) + arguments
    }
    guard case .text(let name)? = arguments.first else {
      throw DesktopEntry.Mistake(key: "Exec", why: "begins with a field code; put the program's name first")
    }
    var program = ForeignProgram(arguments: Array(arguments.dropFirst()))
    program.directory = try entry.string("Path").flatMap { $0.isEmpty ? nil : $0 }
    try program.setReadiness(entry.string("X-Roost-Ready"), key: "X-Roost-Ready")
    for choice in try entry.list("X-Roost-Signals") {
      let sides = choice.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard sides.count == 2 else {
        throw DesktopEntry.Mistake(key: "X-Roost-Signals", why: "must be a list such as didEnterBackground:SIGUSR1;")
      }
      try program.setSignal(sides[1], for: sides[0], key: "X-Roost-Signals")
    }
    try program.setWatchdog(entry.number("X-Roost-Watchdog"), key: "X-Roost-Watchdog")
    let home = try program.setHome(entry.string("X-Roost-Home"), key: "X-Roost-Home")
    let scheme = "x-scheme-handler/"
    self.path = path
    self.program = program
    executable = ProgramPath.find(name) ?? name
    entitlements = try entry.entitlements()
    fileAccess = FileAccess(read: [program.directory].compactMap(\.self), write: [home].compactMap(\.self))
    purposes = [:]
    homeScreen = HomeScreenItem(name: try entry.string("Name"))
    infoPlistHash = nil
    app = AppDescription(
      id: AppID(identifier), style: .app, isForeign: true,
      schemes: try entry.list("MimeType").lazy.filter { $0.hasPrefix(scheme) }
        .compactMap { URLScheme(String($0.dropFirst(scheme.count)))?.name }.prefix(Self.mostSchemes).map(\.self))
  }
}
