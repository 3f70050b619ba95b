// The numbers that memory decisions depend on, and how often running apps are looked at.

public struct MemoryPolicy: Hashable, Codable, Sendable {
  /// ME3: who goes first of one band.
  public enum Order: String, Hashable, Codable, Sendable, CaseIterable { case largestFirst, leastRecentlyUsedFirst }

  public var order = Order.largestFirst
  /// Below this share of the budget left, the level is warning.
  public var warningRoom = 0.1
  /// Below this share left, the level is urgent; over the budget it is critical. Killing goes on until so much is left.
  public var urgentRoom = 0.05
  /// So much over the budget, as a share of it, nobody has time for willTerminate any more.
  public var graceRoom = 0.05
  /// The highest speed at which apps can fill memory, in bytes a second: as fast as a few processors can touch it.
  public var growth: UInt64 = 2 << 30
  /// Running apps are looked at no more and no less often than this.
  public var shortestInterval: Duration = .milliseconds(10)
  public var longestInterval: Duration = .seconds(10)
  /// The time that the kernel may take to give back the memory of a killed process, before others have to make up for
  /// it.
  public var exit: Duration = .seconds(1)
  /// The time that a level raised by a stall stays up without another stall; more than the 2 s window of a trigger.
  public var stall: Duration = .seconds(5)
  /// The time that pages are pushed out before somebody is killed all the same (ME6).
  public var pushOut: Duration = .milliseconds(100)

  public init() {}

  /// For apps that may grow by `headroom` bytes before something is to be done, the time that they can be left
  /// unwatched: half the time that the fastest growth needs, so that it is seen before it gets there.
  public func interval(headroom: UInt64) -> Duration {
    let seconds = Double(headroom) / Double(max(1, growth)) / 2
    guard seconds < longestInterval / .seconds(1) else { return longestInterval }
    return max(shortestInterval, .seconds(1) * seconds)
  }

  /// ME1: how pressing it is that apps hold `pool` bytes of `budget`.
  public func level(pool: UInt64, budget: UInt64) -> MemoryLevel {
    if pool > budget { return .critical }
    let room = budget - pool
    if room < Self.share(urgentRoom, of: budget) { return .urgent }
    return room < Self.share(warningRoom, of: budget) ? .warning : .normal
  }

  /// The bytes that a pool can grow by before something is to be done; nil when nothing worse can come.
  func headroom(pool: UInt64, budget: UInt64) -> UInt64? {
    let (late, isOver) = budget.addingReportingOverflow(Self.share(graceRoom, of: budget))
    let thresholds = [
      budget - Self.share(warningRoom, of: budget), budget - Self.share(urgentRoom, of: budget), budget,
      isOver ? .max : late,
    ]
    return thresholds.filter { $0 >= pool }.min().map { $0 - pool }
  }

  static func share(_ part: Double, of whole: UInt64) -> UInt64 {
    // Not beyond `whole`, which no Double can hold exactly when it is large.
    UInt64(exactly: (Double(whole) * min(max(part, 0), 1)).rounded(.up)).map { min($0, whole) } ?? whole
  }
}

/// The limits of an app's memory in its Info.plist or the configuration.
public struct MemoryTraits: Hashable, Codable, Sendable {
  /// Bytes beyond which it is warned, and under pressure killed with `highwater` (ME5).
  public var softLimit: UInt64?
  /// Bytes beyond which it is killed (ME5).
  public var hardLimit: UInt64?
  /// The home screen, or an agent of the system (ME3).
  public var isSystem: Bool

  public init(softLimit: UInt64? = nil, hardLimit: UInt64? = nil, isSystem: Bool = false) {
    self.softLimit = softLimit
    self.hardLimit = hardLimit
    self.isSystem = isSystem
  }
}

extension MemoryTraits {
  /// The bytes that an app of this footprint can grow by before it is over a limit; nil when it has none to cross.
  func headroom(footprint: UInt64) -> UInt64? {
    [softLimit, hardLimit].compactMap(\.self).filter { $0 >= footprint }.min().map { $0 - footprint }
  }
}
