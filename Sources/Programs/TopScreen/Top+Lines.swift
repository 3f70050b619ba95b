// Lays the device out in lines, for a screen of any size.
import ControlAPI

extension Top {
  /// The lines of a whole screen, the keys on the last.
  /// - Parameter now: CLOCK_MONOTONIC in nanoseconds.
  package func lines(_ glance: Glance, _ size: ScreenSize, at now: Int64) -> [ScreenLine] {
    guard size.height > 0, size.width > 0 else { return [] }
    let room = size.height - 1
    var lines: [ScreenLine] =
      switch mode {
      case .apps, .filter: device(glance, ScreenSize(width: size.width, height: room), at: now)
      case .help: Self.help
      case .page(let page): [ScreenLine(page.title, .bold)] + page.lines.dropFirst(page.first).map { ScreenLine($0) }
      }
    lines = Array(lines.prefix(room))
    while lines.count < room { lines.append(ScreenLine()) }
    return (lines + [foot]).map { $0.cut(to: size.width) }
  }

  /// The same without keys and choice, as long as it comes.
  package func snapshot(_ glance: Glance, width: Int, at now: Int64) -> [ScreenLine] {
    let columns = AppColumns(apps(of: glance), width: width)
    let apps = apps(of: glance).flatMap { self.lines(of: $0, glance, columns, isChosen: false, at: now) }
    let exits = glance.exits.suffix(5).map { exit($0) }
    let lines =
      head(glance, width) + [columns.head] + apps + (exits.isEmpty ? [] : [ScreenLine("LAST EXITS", .faint)] + exits)
    return lines.map { $0.cut(to: width) }
  }

  // MARK: Parts

  /// Apps first; what they leave is for the last exits, callbacks and other events.
  private func device(_ glance: Glance, _ size: ScreenSize, at now: Int64) -> [ScreenLine] {
    let apps = apps(of: glance)
    let columns = AppColumns(apps, width: size.width)
    let choice = choice(apps)
    var (lines, chosen) = ([ScreenLine](), 0..<1)
    for app in apps {
      let its = self.lines(of: app, glance, columns, isChosen: app.id == choice, at: now)
      if app.id == choice { chosen = lines.count..<(lines.count + its.count) }
      lines += its
    }
    if apps.isEmpty { lines = [ScreenLine("  no app is shown: / changes the filter, a shows all", .faint)] }
    let head = head(glance, size.width).prefix(size.height > 8 ? 2 : 1) + [columns.head]
    let room = max(1, size.height - head.count)
    let past = past(glance, room: min(room / 2, max(room - lines.count, 6)))
    let shown = max(1, room - past.count)
    // As little above the chosen app as shows it whole.
    let first = max(0, min(chosen.lowerBound, chosen.upperBound - shown))
    lines = Array(lines.dropFirst(first).prefix(shown))
    while lines.count < shown { lines.append(ScreenLine()) }
    return head + lines + past
  }

  /// The lines of exits and of events, at most `room`.
  private func past(_ glance: Glance, room: Int) -> [ScreenLine] {
    guard room >= 4 else {
      return room < 2 ? [] : [ScreenLine("EVENTS", .faint)] + glance.events.suffix(room - 1).map { event($0) }
    }
    let exits = glance.exits.suffix(max(1, (room - 2) / 3)).map { exit($0) }
    let events = glance.events.suffix(room - 2 - exits.count).map { event($0) }
    let headed = exits.isEmpty ? [] : [ScreenLine("LAST EXITS", .faint)] + exits
    return headed + [ScreenLine("EVENTS", .faint)] + events
  }

  private func head(_ glance: Glance, _ width: Int) -> [ScreenLine] {
    var first = ScreenLine("roost ", .bold)
    if let device = glance.device {
      first.add(device.locked ? " locked" : " unlocked", device.locked ? .yellow : .plain)
      first.add(device.front.isEmpty ? "  home screen" : "  in front: \(device.front.joined(separator: ", "))", .green)
      switch device.call {
      case .none: break
      case .ringing: first.add("  the telephone rings", .yellow)
      case .underWay: first.add("  call", .yellow)
      }
      if device.alerts > 0 { first.add("  alert", .yellow) }
      for panel in device.panels { first.add("  \(panel.rawValue)", .yellow) }
    }
    var second = ScreenLine()
    let running = glance.apps.count { $0.state != .notRunning }
    second.add("apps \(glance.apps.count), \(running) running")
    second.add("  memory \(ShortFigures.bytes(glance.apps.reduce(0) { $0.adding($1.footprint) }))")
    if let memory = glance.memory {
      if let budget = memory.budget { second.add(" of \(ShortFigures.bytes(budget))") }
      if memory.level != .normal { second.add(" \(memory.level.rawValue)", .boldRed) }
    }
    if let device = glance.device {
      second.add("  battery \(Int((device.level * 100).rounded())) % \(device.charging)")
    }
    if !glance.tasks.isEmpty { second.add("  tasks pending \(glance.tasks.count)") }
    if !filter.isEmpty { second.add("  filter \(filter)", .cyan) }
    if isOnlyRunning { second.add("  running only", .cyan) }
    if order != .name { second.add("  by \(order.rawValue)", .cyan) }
    return [first, second]
  }

  /// The last line: what a person types, a message, or the keys.
  private var foot: ScreenLine {
    switch mode {
    case .filter: return ScreenLine("filter: \(filter)_  Enter keeps it, Esc drops it", .bold)
    case .help: return ScreenLine("any key goes back", .faint)
    case .page: return ScreenLine("arrows and space scroll, any other key goes back", .faint)
    case .apps:
      if let message { return ScreenLine(message, .yellow) }
      return ScreenLine("? help q leave h home l launch k lock s switcher w warn x quit r report / filter", .faint)
    }
  }

  private static let help: [ScreenLine] = [
    ScreenLine("Keys", .bold),
    ScreenLine("  arrows, page up and down, Home, End   choose an app"),
    ScreenLine("  l or Enter   launch it, or bring it forward"),
    ScreenLine("  x   quit it, as from the switcher"),
    ScreenLine("  r   explain how it ended last, from its report"),
    ScreenLine("  h   home button        k   lock or unlock"),
    ScreenLine("  s   open or close the switcher"),
    ScreenLine("  w   memory warning to all apps that run"),
    ScreenLine("  o   order by name, state, memory or CPU"),
    ScreenLine("  /   filter by name or state; Esc drops it"),
    ScreenLine("  a   all apps, or those that run"),
    ScreenLine("  q or Ctrl-C leave, Ctrl-Z stop, Ctrl-L draw anew"),
  ]
}
