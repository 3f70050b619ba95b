// The clock that the model reads its instants from.
package import LifecycleModel
import Systemd

nonisolated extension Instant {
  /// The clock as it is now.
  package static var now: Instant { Instant(nanoseconds: monotonicNow()) }
}
