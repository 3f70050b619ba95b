// Handles what comes on a loop until something is so, for five minutes at most.
package import Systemd
import Testing

extension EventLoop {
  /// - Throws: where it does not become so, so that a broken loop fails instead of hanging.
  package func run(until isSo: () -> Bool) throws {
    let deadline = monotonicNow() + 300_000_000_000
    while !isSo(), monotonicNow() < deadline { try runOnce(timeout: .milliseconds(100)) }
    try #require(isSo(), "the loop did not get there in five minutes")
  }
}
