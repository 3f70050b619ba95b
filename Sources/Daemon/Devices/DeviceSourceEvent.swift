// One piece of news from a source of device events.
package import LifecycleModel
package import Systemd

/// The events of a source.
package nonisolated enum DeviceSourceEvent: Equatable, Sendable {
  case lock, unlock
  /// The machine is about to suspend or hibernate. It waits until the descriptor is closed, for as long as logind lets
  /// it (InhibitDelayMaxSec=, logind.conf(5)); nil when logind did not allow even that.
  case goingToSleep(BusDescriptor?)
  case wokeUp
  case fact(FactChange)
}
