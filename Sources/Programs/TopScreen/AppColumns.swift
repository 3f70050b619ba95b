// The columns of the list of apps: as many as the screen is wide for.
import ControlAPI

struct AppColumns {
  let app: Int
  let hasPid: Bool
  let hasFigures: Bool
  /// Bundle identifiers are cut to their last part.
  let isShort: Bool
  /// Before the last column, how it ended.
  let end: Int

  static let state = 10
  private static let figures = 7
  private static let pid = 8

  init(_ apps: [AppStatus], width: Int) {
    let longest = apps.map(\.id.columns).max() ?? 0
    hasFigures = width >= 40
    hasPid = width >= 60
    let rest = 2 + 1 + Self.state + (hasFigures ? 2 * Self.figures : 0) + (hasPid ? Self.pid : 0)
    isShort = width < 60
    app = max(4, min(isShort ? 16 : longest, width - rest, 40))
    end = rest + app
  }

  var head: ScreenLine {
    var line = ScreenLine("  ")
    line.add("APP", .faint, left: app + 1)
    line.add("STATE", .faint, left: Self.state)
    if hasPid { line.add("PID", .faint, right: Self.pid) }
    if hasFigures {
      line.add("MEMORY", .faint, right: Self.figures)
      line.add("CPU %", .faint, right: Self.figures)
    }
    line.add("  LAST EXIT", .faint)
    return line
  }

  func line(of app: AppStatus, share: Double?, isChosen: Bool) -> ScreenLine {
    var line = ScreenLine(isChosen ? "> " : "  ", .bold)
    let name = isShort ? app.id.split(separator: ".").last.map(String.init) ?? app.id : app.id
    line.add(ScreenLine.cutInFront(name, to: self.app), isChosen ? .bold : .plain, left: self.app + 1)
    line.add(app.state == .notRunning ? "-" : app.state.rawValue, app.state.style, left: Self.state)
    if hasPid { line.add(app.pid.map(String.init) ?? "-", right: Self.pid) }
    if hasFigures {
      line.add(app.pid == nil ? "-" : ShortFigures.bytes(app.footprint), right: Self.figures)
      line.add(share.map(ShortFigures.share) ?? "-", right: Self.figures)
    }
    if let exit = app.lastExit { line.add("  \(exit.text)", exit.isTrouble ? .red : .faint) }
    return line
  }
}

extension ExitRecord {
  /// An end that an app's user would call trouble stands out.
  var isTrouble: Bool { code != nil || signal != nil }
}
