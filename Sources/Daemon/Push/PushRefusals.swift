// The pace at which the log says that pushes were refused: a broker may publish such without end.
import LifecycleModel

/// The log has a few of a minute.
package struct PushRefusals {
  private static let most = 20
  private static let minute = Duration.seconds(60).wholeNanoseconds

  private var since: UInt64 = 0
  private var said = 0
  private var unsaid = 0

  package init() {}

  /// - Parameter now: CLOCK_MONOTONIC in nanoseconds.
  /// - Returns: the end of the sentence about this one, which tells how many were left out before it; nil where it is left
  ///   out too.
  package mutating func take(at now: UInt64) -> String? {
    if now >= since + Self.minute { (since, said) = (now, 0) }
    guard said < Self.most else {
      unsaid += 1
      return nil
    }
    said += 1
    defer { unsaid = 0 }
    return unsaid > 0 ? "; roostd has refused \(unsaid) more, of which it said nothing" : ""
  }
}
