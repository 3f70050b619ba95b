// The orders of memory policy to the supervisor, and its reports of its decisions.

public enum MemoryEffect: Hashable, Codable, Sendable {
  /// Look what these hold, and how much all apps do; ``MemoryInput/measured(_:)`` answers. Suspended apps cannot grow
  /// and are in it only if the look at their freeze failed.
  case measure([ProcessSerial])
  /// Push the pages of a suspended app out to swap, `process_madvise(MADV_PAGEOUT)`;
  /// ``MemoryInput/pushedOut(_:freed:)`` answers (ME6).
  case pushOut(ProcessSerial)
  /// ME7: to be written as a JetsamEvent. It comes after the ``Effect/kill(_:)`` or the willTerminate that it is about.
  case jetsam(JetsamSnapshot)
}

/// The reports about memory for `roostctl monitor` and the log.
public enum MemoryReport: Hashable, Codable, Sendable {
  case level(from: MemoryLevel, to: MemoryLevel)
  /// One look that ended in a step against somebody.
  case decision(MemoryDecision)
  case pushedOut(AppID, freed: UInt64)
  /// Bytes are missing, and nobody is left that may be killed at this level.
  case exhausted(MemoryLevel, missing: UInt64)
}

/// One decision: who was in line, and what happened to the first (ME3, ME4).
public struct MemoryDecision: Hashable, Codable, Sendable {
  public enum Step: Hashable, Codable, Sendable {
    case pushOut
    /// willTerminate first.
    case terminate(JetsamCause)
    case kill(JetsamCause)
  }

  public let level: MemoryLevel
  /// Bytes that had to come back.
  public let missing: UInt64
  /// In order, at most ``shown`` of them; a kill's ``JetsamSnapshot`` has all apps.
  public let candidates: [JetsamEntry]
  /// The action on the first.
  public let step: Step

  /// Long lines help nobody: with 10,000 apps and 1,000 kills in a row the log would be nothing else.
  public static let shown = 16
}

/// Every app as it was when one was killed (ME7).
public struct JetsamSnapshot: Hashable, Codable, Sendable {
  public let time: Instant
  public let level: MemoryLevel
  public let victim: ProcessSerial
  public let cause: JetsamCause
  public let entries: [JetsamEntry]

  /// The app with the largest footprint.
  public var largest: JetsamEntry? {
    entries.max { ($0.footprint, $1.process.number) < ($1.footprint, $0.process.number) }
  }
}

/// One process in the books of memory.
public struct JetsamEntry: Hashable, Codable, Sendable {
  public let app: AppID
  public let process: ProcessSerial
  public internal(set) var pid: Int32?
  public internal(set) var state: AppState
  public internal(set) var band: MemoryBand
  /// Bytes at the last look; zero until the first.
  public internal(set) var footprint: UInt64 = 0
  /// When it was last in front, or else launched.
  public internal(set) var lastUsed: Instant
  var wasInFront = false
  /// Over its soft limit at the last look (ME5).
  var isOverSoftLimit = false
  /// Looked at since it went to sleep.
  var isMeasured = false
  /// Pushed out since it went to sleep (ME6).
  var isPushedOut = false
  var ending = Ending.no

  /// Whether it runs no code, so that it can neither grow nor be told anything.
  var isAsleep: Bool { state == .suspended }

  enum Ending: Hashable, Codable, Sendable {
    case no
    /// It was told to end, by whomever.
    case ordered
    /// SIGKILL was sent.
    case killed(at: Instant)
  }
}
