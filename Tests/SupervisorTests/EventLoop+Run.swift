// Handles what comes on a loop until something is so, for a minute at most.
import Systemd
import Testing

extension EventLoop {
  @MainActor func run(until isSo: () -> Bool) throws {
    let deadline = monotonicNow() + 60_000_000_000
    while !isSo(), monotonicNow() < deadline { try runOnce(timeout: .milliseconds(100)) }
    try #require(isSo())
  }
}
