// Notices an app that makes each use of its pipes slow for the daemon.
import Glibc
import Systemd

/// The kernel wakes all who wait for a pipe on the thread that writes to it or reads from it, and an app may wait for its
/// own ones without number (epoll(7)): three million times took the loop 0.4 s for each event.
///
/// By the clock any use may be slow, on a machine that has others to run. One that was is followed by a look at the
/// processor time of the next, which asks the kernel twice.
nonisolated struct PipeCost {
  /// Nanoseconds; a use that nobody makes slow takes some microseconds.
  static let limit: Int64 = 25_000_000

  /// Of the use that was too slow; nil as long as none was.
  private(set) var exceeded: Int64?
  private var isSuspect = false
  private let now: @Sendable (_ clock: CInt) -> Int64

  init(now: @escaping @Sendable (_ clock: CInt) -> Int64 = { nanoseconds(of: $0) }) { self.now = now }

  mutating func measure<Result, Failure>(_ use: () throws(Failure) -> Result) throws(Failure) -> Result {
    let clock = isSuspect ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC
    let began = now(clock)
    defer {
      let took = now(clock) - began
      if isSuspect, took >= Self.limit { exceeded = took }
      isSuspect = took >= Self.limit
    }
    return try use()
  }
}
