// Paces the messages of a broker: the daemon takes so many in a second, and the rest wait with the broker.

/// Counts what has come in the second that began with the first of them. Times are nanoseconds of CLOCK_MONOTONIC.
nonisolated struct PushPace {
  static let limit = 100
  /// Of those that reach no app, which cost little: pushes behind them do not wait for them.
  static let refusedLimit = 2000
  private static let span: UInt64 = 1_000_000_000
  private var begun: UInt64 = 0
  private var delivered = 0
  private var refused = 0

  /// - Returns: when the next may come; nil for at once.
  mutating func took(at now: UInt64, isDelivered: Bool) -> UInt64? {
    if now >= begun + Self.span { (begun, delivered, refused) = (now, 0, 0) }
    if isDelivered { delivered += 1 } else { refused += 1 }
    return delivered < Self.limit && refused < Self.refusedLimit ? nil : begun + Self.span
  }
}
