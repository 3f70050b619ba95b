// The part of a processor that a broker may cost: it can send answers that nobody asked for without end.
import Glibc

/// A tenth of one, counted by the second. A hundred pushes a second take less.
struct ProcessorShare {
  /// Of the clocks below, in nanoseconds, when this second began.
  private var began = Self.now(CLOCK_MONOTONIC)
  private var used = Self.now(CLOCK_PROCESS_CPUTIME_ID)

  private static let second: Int64 = 1_000_000_000
  private static let most = second / 10

  /// Milliseconds until the next second, where this one's share is spent; nil otherwise.
  mutating func rest() -> Int32? {
    let left = began + Self.second - Self.now(CLOCK_MONOTONIC)
    guard left > 0 else {
      self = ProcessorShare()
      return nil
    }
    return Self.now(CLOCK_PROCESS_CPUTIME_ID) - used > Self.most ? Int32(left / 1_000_000) + 1 : nil
  }

  /// clock_gettime(2)
  private static func now(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * second + Int64(time.tv_nsec)
  }
}
