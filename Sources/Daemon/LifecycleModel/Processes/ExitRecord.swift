// The record that every end of every process leaves (TE3).

/// The one record that every end of every process leaves (TE3).
public struct ExitRecord: Hashable, Codable, Sendable {
  public let app: AppID
  public let process: ProcessSerial
  /// Nil when no process came to be.
  public let pid: Int32?
  public let time: Instant
  /// The app's state when it ended.
  public let state: AppState
  public let reason: ExitReason
  /// Nil when no process came to be.
  public let status: ExitStatus?
  public let usage: Usage
  /// The callback that it was in, and for how long.
  public let activity: Activity?
  /// The lifetime of the process.
  public let lifetime: Duration
  /// The number of times in a row that the app has died right after its launch, this end included;
  /// ``Input/recalledDeaths`` gives it back.
  public var earlyDeaths = 0
}

/// The resources that a process used up, as the kernel accounts them when it is reaped.
public struct Usage: Hashable, Codable, Sendable {
  /// User and system time of the process and the children it waited for, in nanoseconds.
  public var cpu: UInt64
  /// Bytes of anonymous, shared and swapped memory at the last look.
  public var footprint: UInt64

  public init(cpu: UInt64 = 0, footprint: UInt64 = 0) {
    self.cpu = cpu
    self.footprint = footprint
  }
}

/// A callback an app was in when it ended.
public struct Activity: Hashable, Codable, Sendable {
  public let callback: String
  public let age: Duration
}
