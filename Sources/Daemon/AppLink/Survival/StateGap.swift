// The gap in a state that could not be written, and the time when all of it is tried again.
import LifecycleModel

/// Records are missing after a log that could not be written, or be followed by another: only a checkpoint after that
/// log leads to what the daemon knows. A log alone does not.
struct StateGap {
  /// The log after which records are missing; 0 until a first checkpoint is whole, or the log of a daemon before goes on.
  private var log: UInt64? = 0
  /// When all of it is to be tried again.
  private var retry: Instant?

  private static let pause = Duration.seconds(1)

  var isOpen: Bool { log != nil }

  /// Another attempt may be made; `time` is now.
  func allowsAttempt(at time: Instant) -> Bool { retry.map { $0 <= time } ?? true }

  /// Records are missing after `log`. Returns when to try again.
  mutating func open(after log: UInt64, at time: Instant) -> Instant {
    self.log = log
    return attemptFailed(at: time)
  }

  /// The log that was to follow cannot be made, or its checkpoint not be written. Returns when to try again.
  mutating func attemptFailed(at time: Instant) -> Instant {
    let next = time + Self.pause
    retry = next
    return next
  }

  mutating func attemptBegan() { retry = nil }

  /// The checkpoint where the records of the log `number` begin is whole.
  mutating func close(by number: UInt64) { if let log, log < number { self.log = nil } }

  /// Whether the records of log `number` lead nowhere without a checkpoint of its own.
  func isBefore(_ number: UInt64) -> Bool { log.map { $0 < number } ?? false }
}
