// The trace of a play: its events as two plays of one scenario have them in common.
public import ControlAPI

/// Without pids, the random names of scenes, sizes, and the time that a callback really took. Times are seconds since the
/// first event. Apps are processes of their own: which of two is first within one instant is the kernel's affair, so each
/// instant tells of one app after the other.
public enum PlayTrace {
  public static func lines(of events: [MonitorEvent]) -> [String] {
    guard let start = events.map(\.time).min() else { return [] }
    var scenes: [String: [String: Int]] = [:]
    let told = events.enumerated().map { place, event in
      (time: event.time - start, app: event.app ?? "device", place: place, text: text(event, &scenes))
    }
    return told.sorted { ($0.time, $0.app, $0.place) < ($1.time, $1.app, $1.place) }
      .map { "\(seconds($0.time))  \($0.app)  \($0.text)" }
  }

  /// The first line in which two traces differ, as each has it; nil where they are one.
  public static func difference(_ first: [String], _ second: [String]) -> (line: Int, first: String, second: String)? {
    let end = "(the end)"
    for line in 0..<max(first.count, second.count) {
      let (one, other) = (line < first.count ? first[line] : end, line < second.count ? second[line] : end)
      if one != other { return (line + 1, one, other) }
    }
    return nil
  }

  /// To the nanosecond, in which the model counts.
  private static func seconds(_ time: Int64) -> String {
    let fraction = String(time % 1_000_000_000)
    return "\(time / 1_000_000_000).\(String(repeating: "0", count: 9 - fraction.count))\(fraction)"
  }

  private static func text(_ event: MonitorEvent, _ scenes: inout [String: [String: Int]]) -> String {
    switch event.kind {
    case .state(_, let from, let to): return "\(from.rawValue) → \(to.rawValue)"
    case .entering(_, let name): return "begins \(name)"
    case .callback(let app, let name, let scene?, _):
      let number = scenes[app]?[scene] ?? (scenes[app]?.count ?? 0) + 1
      scenes[app, default: [:]][scene] = number
      return "\(name) of scene \(number)"
    case .callback(_, let name, nil, _): return name
    case .exit(let record):
      return ["ended in", record.state.rawValue + ":", record.reason, record.code, record.callback].compactMap { $0 }
        .joined(separator: " ")
    case .deadline(_, let step, let limit, let elapsed):
      return "missed the deadline of \(step), \(seconds(limit)) s, after \(seconds(elapsed)) s"
    case .device(let name, let detail):
      return withoutSizes(([name] + (detail.map { [$0] } ?? [])).joined(separator: " "))
    case .notice(_, let text): return withoutSizes(text)
    }
  }

  /// “7.1 MB” is never the same twice.
  private static func withoutSizes(_ text: String) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: false)
    for place in words.indices.dropFirst() where Double(words[place - 1]) != nil {
      let unit = words[place].prefix(while: \.isLetter)
      if ["B", "KB", "MB", "GB"].contains(unit) { words[place - 1] = "some" }
    }
    return words.joined(separator: " ")
  }
}
