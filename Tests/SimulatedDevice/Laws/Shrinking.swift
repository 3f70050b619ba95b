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
    best = best.withPlainApps()
    while best.policy.foregroundSlots > 1 {
      var candidate = best
      candidate.policy.foregroundSlots -= 1
      guard candidate.play() != nil else { break }
      best = candidate
    }
    return best
  }

  /// With apps that are as simple as they can be.
  private func withPlainApps() -> Schedule {
    var best = self
    while let last = best.apps.last {
      var candidate = best
      candidate.apps.removeLast()
      guard candidate.moves.allSatisfy({ $0.highestApp < candidate.apps.count }) else { break }
      guard candidate.play() != nil else { break }
      best = candidate
      if last.id == candidate.apps.first?.id { break }
    }
    for place in best.apps.indices {
      let id = best.apps[place].id
      let plainer = [
        AppDescription(id: id, style: .app, schemes: [id.string]),
        AppDescription(id: id, style: .scene, schemes: [id.string]),
        AppDescription(id: id, style: .scene, supportsMultipleScenes: true, schemes: [id.string]),
      ]
      for app in plainer {
        var candidate = best
        candidate.apps[place] = app
        guard candidate.play() != nil else { continue }
        best = candidate
        break
      }
    }
    return best
  }

  /// The story that a person reads when a law was broken.
  var story: String {
    let end = run(journal: true)
    let apps = self.apps.map(\.words).joined(separator: ", ")
    var lines = ["\(end.laws.broken ?? "no law is broken")"]
    let again = "ROOST_SEED=\(seed) swift test --filter LawsTests"
    lines.append("seed \(seed), shrunk to \(moves.count) moves; again: \(again)")
    lines.append("apps \(apps); \(policy.foregroundSlots) slots; multitasking \(policy.multitasking)")
    lines += moves.enumerated().map { "\($0 + 1). \($1.sentence)" }
    lines.append("what the model heard and did:")
    lines += (end.journal ?? []).map { "  \($0)" }
    return lines.joined(separator: "\n")
  }
}

extension AppDescription {
  fileprivate var words: String {
    let traits = [
      exitsOnSuspend ? "exits on suspend" : nil,
      style == .scene ? (supportsMultipleScenes ? "several scenes" : "one scene") : nil,
    ]
    let known = traits.compactMap(\.self)
    return known.isEmpty ? "\(id)" : "\(id) (\(known.joined(separator: ", ")))"
  }
}
