// The lines of one app, of one exit and of one event.
import ControlAPI

extension Top {
  /// An app, the callback that it is in, its deadlines as bars, and what keeps it awake.
  func lines(
    of app: AppStatus, _ glance: Glance, _ columns: AppColumns, isChosen: Bool, at now: Int64
  ) -> [ScreenLine] {
    let since = min(max(0, now - glance.lookedAt), 1 << 60)
    var lines = [columns.line(of: app, share: glance.shares[app.id], isChosen: isChosen)]
    if let callback = app.callback {
      lines.append(
        ScreenLine(
          "    in \(callback.name) for \(ShortFigures.time(nanoseconds: callback.elapsed.adding(since)))", .cyan))
    }
    // A window in which processor time is counted is no deadline of the app's.
    for deadline in app.deadlines where deadline.step != "cpuWindow" {
      lines.append(Self.bar(deadline, elapsed: deadline.elapsed.adding(since)))
    }
    for assertion in app.assertions {
      let time =
        assertion.left.map { "\(ShortFigures.time(nanoseconds: $0.adding(-since))) left" }
        ?? "for \(ShortFigures.time(nanoseconds: glance.age(of: assertion, at: now)))"
      lines.append(ScreenLine("    awake: \(assertion.kind) \(assertion.name), \(time)", .yellow))
    }
    if let held = app.heldBack {
      lines.append(
        ScreenLine(
          "    held back for \(ShortFigures.time(nanoseconds: held.left.adding(-since))): died \(held.deaths) times in a row",
          .red))
    }
    for task in glance.tasks where task.app == app.id {
      let time = task.earliest.map { ", not before \(clock($0))" } ?? ""
      lines.append(ScreenLine("    pending: \(task.kind.rawValue) \(task.identifier)\(time)", .faint))
    }
    return lines
  }

  static func bar(_ deadline: AppStatus.Deadline, elapsed: Int64) -> ScreenLine {
    let cells = 20
    let part = deadline.limit > 0 ? min(1, max(0, Double(elapsed) / Double(deadline.limit))) : 1
    let full = Int(part * Double(cells))
    let style: Style = part > 0.8 ? .boldRed : part > 0.5 ? .yellow : .green
    var line = ScreenLine("    [")
    line.add(String(repeating: "#", count: full), style)
    line.add(String(repeating: "-", count: cells - full), .faint)
    line.add("] \(deadline.step), \(ShortFigures.time(nanoseconds: min(elapsed, deadline.limit))) of ")
    line.add(ShortFigures.time(nanoseconds: deadline.limit))
    return line
  }

  func exit(_ record: ExitRecord) -> ScreenLine {
    var line = ScreenLine("  \(clock(record.time)) ", .faint)
    line.add(record.app, .bold)
    line.add("  \(record.text)", record.isTrouble ? .red : .plain)
    return line
  }

  func event(_ event: MonitorEvent) -> ScreenLine {
    var line = ScreenLine("  ")
    line.add(event.app ?? "device", event.app == nil ? .cyan : .bold)
    switch event.kind {
    case .state(_, let from, let to):
      line.add("  \(from.rawValue) -> ", .faint)
      line.add(to.rawValue, to.style)
    case .entering(_, let name): line.add("  \(name)")
    case .callback(_, let name, _, let took):
      line.add("  \(name)  ")
      line.add(ShortFigures.duration(nanoseconds: took), .faint)
    case .exit(let record): line.add("  ended: \(record.text)", record.isTrouble ? .red : .plain)
    case .deadline(_, let step, let limit, _):
      line.add("  \(step): the time is up, \(ShortFigures.time(nanoseconds: limit))", .boldRed)
    case .device(let name, let detail): line.add("  \(detail.map { "\(name) \($0)" } ?? name)", .cyan)
    case .notice(_, let text): line.add("  \(text)", .yellow)
    }
    return line
  }

  /// "04:42:34" of "2026-11-21T04:42:34.123Z".
  private func clock(_ time: String) -> String {
    let parts = time.split(separator: "T")
    return parts.count == 2 ? "\(parts[1].prefix(8))" : time
  }
}
