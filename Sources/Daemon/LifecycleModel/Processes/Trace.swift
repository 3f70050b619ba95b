// The callback that an app is in, as its library reports it (TE4).

struct Trace: Hashable, Codable, Sendable {
  /// The callback its library says it is in.
  private(set) var inside: Inside?
  /// Whether its library has told of a callback since the last event was sent: one that never does has its events
  /// reported in its stead.
  private(set) var isTold = false

  struct Inside: Hashable, Codable, Sendable {
    let callback: String
    let since: Instant
  }

  mutating func entering(_ callback: String, at now: Instant) {
    inside = Inside(callback: callback, since: now)
    isTold = true
  }

  mutating func returned() {
    inside = nil
    isTold = true
  }

  /// An event is sent, or was handled.
  mutating func begin() { isTold = false }

  /// Nothing more is told: it was in `event`, unless its library knows better.
  mutating func end(in event: Inside?) { inside = inside ?? event }
}
