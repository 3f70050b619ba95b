// The share of one app in the pushes that are taken: one that is flooded does not keep those of others waiting.

/// Each app has so many pushes at once, and a new one for each tenth of a second since. Times are nanoseconds of
/// CLOCK_MONOTONIC.
nonisolated struct PushShares {
  /// As many as mosquitto keeps for a device that is away (`max_queued_messages`).
  static let burst = 1000
  private static let price: UInt64 = 100_000_000
  private static let credit = UInt64(burst) * price
  /// The topics of a broker may name any number of apps. Those whose share is whole again are forgotten.
  private static let most = 1024
  /// When an app's share is whole again.
  private var paid: [String: UInt64] = [:]

  /// - Returns: whether the share of the app has this push.
  mutating func takes(_ app: String, at now: UInt64) -> Bool {
    let due = max(paid[app] ?? 0, now) + Self.price
    guard due <= now + Self.credit else { return false }
    if paid.count >= Self.most { paid = paid.filter { $0.value > now } }
    paid[app] = due
    return true
  }
}
