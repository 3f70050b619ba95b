// Notices an app that makes each use of its pipes slow for the daemon.
import Glibc
import Linux
import SystemPackage
import Systemd

/// The kernel wakes all who wait for a pipe on the thread that writes to it or reads from it, and an app may wait for its
/// own ones without number (epoll(7), poll(2)): three million times took the loop 0.4 s for each event.
///
/// A use may be slow for no fault of the app as well. By the clock any is, on a machine that has others to run; so one
/// that was is followed by looks at the processor time of the next ones. And a thread that needs a page while memory is
/// short looks for one itself, which is processor time of its own: so each of those is compared with a pipe for which
/// nobody waits, and counts only where many pages for that one were had at once.
nonisolated struct PipeCost {
  /// Nanoseconds; a use that nobody makes slow takes some microseconds.
  static let limit: Int64 = 25_000_000
  /// So many uses in a row have to be slow, the one by the clock among them.
  static let patience = 4

  /// Of the use that was one too many; nil as long as none was.
  private(set) var exceeded: Int64?
  /// Those in a row.
  private var slowUses = 0
  private let now: @Sendable (_ clock: CInt) -> Int64
  private let innocent: @Sendable () -> Int64?

  /// - Parameter innocent: the processor time that a pipe costs for which nobody waits; nil when there is none to be had.
  init(
    now: @escaping @Sendable (_ clock: CInt) -> Int64 = { nanoseconds(of: $0) },
    innocent: @escaping @Sendable () -> Int64? = { Self.costOfInnocentPipe() }
  ) {
    self.now = now
    self.innocent = innocent
  }

  mutating func measure<Result, Failure>(_ use: () throws(Failure) -> Result) throws(Failure) -> Result {
    let clock = slowUses > 0 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC
    let began = now(clock)
    defer { judge(now(clock) - began) }
    return try use()
  }

  private mutating func judge(_ took: Int64) {
    guard took >= Self.limit else {
      slowUses = 0
      return
    }
    if slowUses > 0, innocent().map({ $0 >= Self.limit / 4 }) ?? true {
      slowUses = 1
      return
    }
    slowUses += 1
    if slowUses >= Self.patience { exceeded = took }
  }

  /// Of a new pipe that is filled: the kernel has to find a page for each of up to sixteen writes (pipe(7)).
  private static func costOfInnocentPipe() -> Int64? {
    guard let ends = try? Sys.pipe() else { return nil }
    defer {
      try? Sys.close(ends.read)
      try? Sys.close(ends.write)
    }
    // A user who has many pipes gets small ones.
    guard (try? Sys.fcntl(ends.write, F_SETFL, O_NONBLOCK)) != nil else { return nil }
    let page = [UInt8](repeating: 0, count: 4096)
    let began = nanoseconds(of: CLOCK_THREAD_CPUTIME_ID)
    for _ in 0..<16 {
      do throws(Errno) {
        _ = try Sys.write(ends.write, page)
      } catch {
        if error == .resourceTemporarilyUnavailable { break }
        return nil
      }
    }
    return nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) - began
  }
}
