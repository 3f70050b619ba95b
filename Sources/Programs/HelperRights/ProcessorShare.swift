// The part of a processor that a server or a broker may cost a helper: it can send what is of no use without end.
import CLinux
import Glibc
import SystemPackage

/// A tenth of one, counted by the second, and besides as much as useful work earns. A hundred pushes a second take less.
package struct ProcessorShare {
  /// Of the clocks below, in nanoseconds, when this second began.
  private var began = Self.now(CLOCK_MONOTONIC)
  private var used = Self.now(CLOCK_PROCESS_CPUTIME_ID)
  private var earned: Int64

  private static let second: Int64 = 1_000_000_000
  private static let most = second / 10

  package init(earned: Int64 = 0) { self.earned = earned }

  /// - Parameter earned: the nanoseconds of a processor that all useful work so far may have cost.
  /// - Returns: milliseconds until the next second, where this one's share is spent; nil otherwise.
  package mutating func rest(earned: Int64 = 0) -> Int32? {
    let left = began + Self.second - Self.now(CLOCK_MONOTONIC)
    guard left > 0 else {
      self = ProcessorShare(earned: earned)
      return nil
    }
    let share = Self.most + (earned - self.earned)
    return Self.now(CLOCK_PROCESS_CPUTIME_ID) - used > share ? Int32(left / 1_000_000) + 1 : nil
  }

  /// Sees to the share of this thread also while a call of a library does not return: a server can keep libcurl and OpenSSL reading what
  /// they have no use for.
  ///
  /// - Parameters:
  ///   - peer: the descriptor of the daemon, with which the process ends.
  ///   - seconds: how long such a call may keep the share spent; then the process ends, too.
  ///   - lastWords: the line by which the daemon hears of that.
  /// - Throws: ``HelperRights/Problem``. There is no call for it among those that a helper keeps: this comes before.
  package static func enforce(
    endingWith peer: CInt, after seconds: Int, lastWords: [UInt8]
  ) throws(HelperRights.Problem) {
    // For as long as the process lives.
    let words = UnsafeMutablePointer<CChar>.allocate(capacity: lastWords.count)
    for (index, byte) in lastWords.enumerated() { words[index] = CChar(bitPattern: byte) }
    var share = roost_share(
      period: second, most: most, tick: tick, peer: peer, rests: CInt(clamping: seconds), last_words: words,
      last_words_size: lastWords.count)
    let errno = roost_share_processor(&share)
    guard errno == 0 else { throw HelperRights.Problem(right: "whole processor", errno: Errno(rawValue: errno)) }
  }

  /// The library has returned to us, or has brought something.
  ///
  /// - Parameter earned: as of ``rest(earned:)``.
  package static func hasReturned(earned: Int64 = 0) { roost_earn_processor(earned) }

  /// Of a processor: what a share may be exceeded by.
  private static let tick = second / 50

  /// clock_gettime(2)
  private static func now(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * second + Int64(time.tv_nsec)
  }
}
