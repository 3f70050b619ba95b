// The levels of memory, the order of victims, and the causes of their ends (ME1, ME3).

/// ME1, of rising urgency.
public enum MemoryLevel: String, Hashable, Comparable, Codable, Sendable, CaseIterable {
  case normal
  /// Running apps are warned (ME2).
  case warning
  /// Suspended apps are killed as well.
  case urgent
  /// So are apps that run behind the screen, and when nothing else is left the one in front.
  case critical

  public static func < (left: MemoryLevel, right: MemoryLevel) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .normal: 0
    case .warning: 1
    case .urgent: 2
    case .critical: 3
    }
  }

  /// The highest band that may be killed at this level; nil: none may.
  var reach: MemoryBand? {
    switch self {
    case .normal, .warning: nil
    case .urgent: .suspended
    case .critical: .foreground
    }
  }
}

/// ME3: what a process is worth to a person; the lowest goes first.
public enum MemoryBand: Int, Hashable, Comparable, Codable, Sendable, CaseIterable {
  /// Suspended, and never on screen since it was launched: nobody misses it.
  case idle
  case suspended
  /// Runs behind the screen.
  case background
  /// Runs behind the screen by a background task or an activity such as audio.
  case assertions
  /// On screen, or on the way there.
  case foreground
  /// The home screen and agents of the system; never killed for the sake of others.
  case system

  public static func < (left: MemoryBand, right: MemoryBand) -> Bool { left.rawValue < right.rawValue }
}

/// The reason for a kill that takes memory back, as JetsamEvent reports name it.
public enum JetsamCause: String, Hashable, Codable, Sendable, CaseIterable {
  /// There was pressure, and it was over its soft limit (ME5).
  case highwater
  /// It was over its hard limit (ME5).
  case perProcessLimit = "per-process-limit"
  /// There was pressure, and it was the first in order.
  case vmPageShortage = "vm-pageshortage"
  /// There was pressure, and it was idle.
  case idleExit = "idle-exit"

  /// `JETSAM_REASON_MEMORY_…` of xnu's `bsd/sys/kern_memorystatus.h`.
  var code: UInt64 {
    switch self {
    case .highwater: 2
    case .vmPageShortage: 4
    case .perProcessLimit: 7
    case .idleExit: 9
    }
  }
}
