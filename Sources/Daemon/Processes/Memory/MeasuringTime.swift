// The time of the loop that goes to measuring apps of many processes, when many such apps are measured in one turn.
import Glibc
import Systemd

/// A look at a crowd, an app of more than a few processes, takes its time from here. All crowds have some milliseconds together, and a
/// third of the loop after that. An app of a few processes is always measured: a crowd must not hide the use of its neighbours.
@MainActor package final class MeasuringTime {
  /// In nanoseconds, for all crowds together: some hundred processes.
  private static let shared: UInt64 = 10_000_000
  /// Processes of each app that are looked at in any case.
  package static let few = 8
  /// Processes of a killed app whose tree is walked.
  static let mostToWalk = 256

  private let now: () -> UInt64
  private let atOnce: UInt64
  /// CLOCK_MONOTONIC in nanoseconds: when nothing is owed any more.
  private var free: UInt64 = 0

  package convenience init(now: @escaping () -> UInt64 = monotonicNow) { self.init(atOnce: Self.shared, now: now) }

  private init(atOnce: UInt64, now: @escaping () -> UInt64) {
    self.atOnce = atOnce
    self.now = now
  }

  /// For a look that must miss no process.
  package static var unlimited: MeasuringTime { MeasuringTime(atOnce: 1 << 62, now: monotonicNow) }

  /// Looks at the first few of `pids`, and at as many others as there is time for.
  ///
  /// - Parameter begin: which of the others is the first; moved behind the last that was looked at.
  /// - Returns: those for which there was no time.
  func look<Failure: Error>(
    at pids: [pid_t], from begin: inout Int, _ look: (pid_t) throws(Failure) -> Void
  ) throws(Failure) -> [pid_t] {
    for pid in pids.prefix(Self.few) { try look(pid) }
    let crowd = pids.dropFirst(Self.few)
    if crowd.isEmpty { return [] }
    let first = begin % crowd.count
    let inTurn = crowd.dropFirst(first) + crowd.prefix(first)
    return try spend { isLeft throws(Failure) in
      for (done, pid) in inTurn.enumerated() {
        guard isLeft() else { return Array(inTurn.dropFirst(done)) }
        try look(pid)
        begin = first + done + 1
      }
      return []
    }
  }

  /// - Parameter look: is called with a question that is true for as long as there is time.
  func spend<Result, Failure: Error>(
    _ look: (_ isLeft: () -> Bool) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let began = now()
    let owed = free > began ? free - began : 0
    let end = began + (atOnce > owed ? atOnce - owed : 0)
    defer { free = max(free, began) + 2 * (now() - began) }
    return try look { now() < end }
  }
}
