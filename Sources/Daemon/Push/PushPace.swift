// Paces the messages of a broker: the daemon takes so many in a second, and the rest wait with the broker.

/// Counts what has come in the second that began with the first of them. Times are nanoseconds of CLOCK_MONOTONIC.
nonisolated struct PushPace {
  static let limit = 100
  private static let span: UInt64 = 1_000_000_000
  private var begun: UInt64 = 0
  private var count = 0

  /// - Returns: when the next may come; nil for at once.
  mutating func took(at now: UInt64) -> UInt64? {
    if now >= begun + Self.span { (begun, count) = (now, 0) }
    count += 1
    return count < Self.limit ? nil : begun + Self.span
  }
}
