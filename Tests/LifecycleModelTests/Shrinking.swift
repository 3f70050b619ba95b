// Makes a failing schedule as short and plain as it can be made while it still breaks a law.

import LifecycleModel

extension Schedule {
  /// Delta debugging: drops ever smaller chunks of moves, then plays with fewer arguments.
  func shrunk() -> Schedule {
    var best = self
    var before = -1
    while best.moves.count != before {
      before = best.moves.count
      best = best.withoutChunks().simplified()
    }
    return best
  }

  private func withoutChunks() -> Schedule {
    var best = self
    var size = max(1, moves.count / 2)
    while size >= 1 {
      var start = 0
      while start < best.moves.count {
        var shorter = best
        shorter.moves.removeSubrange(start..<min(start + size, best.moves.count))
        if shorter.play() != nil { best = shorter } else { start += size }
      }
      size /= 2
    }
    return best
  }

  private func simplified() -> Schedule {
    var best = self
    for place in best.moves.indices {
      for simpler in best.moves[place].simpler {
        var candidate = best
        candidate.moves[place] = simpler
        if candidate.play() != nil {
          best = candidate
          break
        }
      }
    }
    while best.policy.foregroundSlots > 1 {
      var candidate = best
      candidate.policy.foregroundSlots -= 1
      guard candidate.play() != nil else { break }
      best = candidate
    }
    return best
  }

  /// What a person reads when a law was broken.
  var story: String {
    let end = run(journal: true)
    let apps = zip(Self.names, self.apps).map { $1 ? "\($0) (exits on suspend)" : "\($0)" }.joined(separator: ", ")
    var lines = ["\(end.laws.broken ?? "no law is broken")"]
    lines.append("seed \(seed), shrunk to \(moves.count) moves; again: ROOST_SEED=\(seed) swift test --filter LawsTests")
    lines.append("apps \(apps); \(policy.foregroundSlots) slots; multitasking \(policy.multitasking)")
    lines += moves.enumerated().map { "\($0 + 1). \($1.sentence)" }
    lines.append("what the model heard and did:")
    lines += (end.journal ?? []).map { "  \($0)" }
    return lines.joined(separator: "\n")
  }
}

extension Move {
  /// The same with lower arguments, the lowest first.
  var simpler: [Move] {
    switch self {
    case .wish(let wish, let app, let wait): (0..<app).map { .wish(wish, app: $0, wait: wait) }
    case .deed(let deed, let app): (0..<app).map { .deed(deed, app: $0) }
    case .play(let app): [.deed(.behave, app: app)] + (0..<app).map { .play(app: $0) }
    case .haunt(let haunting, let app): (0..<app).map { .haunt(haunting, app: $0) }
    case .pass(let halfSeconds, let late):
      (1..<halfSeconds).map { .pass(halfSeconds: $0, late: false) }
        + (late ? [.pass(halfSeconds: halfSeconds, late: false)] : [])
    case .takeTwin: []
    }
  }

  var sentence: String {
    switch self {
    case .wish(let wish, let app, let wait): "\(wish) (\(Schedule.names[app]))\(wait ? "" : ", without waiting")"
    case .deed(let deed, let app): "\(Schedule.names[app]): \(deed)"
    case .play(let app): "\(Schedule.names[app]) does all it would do now"
    case .haunt(let haunting, let app): "from a dead process of \(Schedule.names[app]): \(haunting)"
    case .pass(let halfSeconds, let late): "\(Double(halfSeconds) / 2) s pass\(late ? ", and timers are late" : "")"
    case .takeTwin: "the state goes through JSON"
    }
  }
}
