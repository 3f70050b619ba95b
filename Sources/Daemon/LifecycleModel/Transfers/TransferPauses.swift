// The pauses of transfers: from one attempt to the next (BX11), and from one wake for their ends to the next (BX10).

/// An attempt at a transfer, as it began.
struct TransferAttempt: Hashable, Codable, Sendable {
  let began: Instant
  /// The most bytes that were ever here by then.
  let furthest: Int64
  /// Whether the server's answer has begun.
  var isAnswered = false
}

extension Transfer {
  /// Makes the pause after an attempt that fails now. New bytes alone do not shorten it: a server that brings a few each
  /// time would have a process started every second, for ever.
  mutating func makePause(at now: Instant, _ policy: TransferPolicy) {
    guard wasWorthIt(at: now, policy) else {
      pause = twice(pause, from: policy.pause, upTo: policy.longestPause)
      return
    }
    pause = policy.pause
    paidFor = furthest
  }

  /// A network that breaks every few seconds brings little each time: the bytes of several attempts count together. And
  /// the pause before an attempt does not make it worth less, or one failure that brought nothing would slow all that
  /// follow, for ever.
  private func wasWorthIt(at now: Instant, _ policy: TransferPolicy) -> Bool {
    guard let attempt, furthest > attempt.furthest else { return false }
    return furthest &- paidFor >= policy.worth || now.since(attempt.began) > policy.pause
  }
}

/// A wake behind the screen for the ends of transfers, and when the next may be.
struct WakePace: Hashable, Codable, Sendable {
  let pause: Duration
  let next: Instant
}

extension Transfers {
  /// Its app is woken now, and nobody sees it.
  mutating func paceWakes(at now: Instant, _ policy: TransferPolicy) {
    let pause = twice(pace?.pause ?? .zero, from: policy.wakePause, upTo: policy.longestWakePause)
    pace = WakePace(pause: pause, next: now + pause)
  }
}

/// The pause after `before`, which a damaged checkpoint may have made any.
private func twice(_ before: Duration, from first: Duration, upTo longest: Duration) -> Duration {
  min(max(first, min(max(before, .zero), longest) * 2), longest)
}
