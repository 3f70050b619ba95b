// The parts of the machine that report changes of the device, and the changes that they can report.
import LifecycleModel
import Systemd

/// One source, named as its key in `[sources]` of the configuration.
nonisolated enum DeviceSource: String, CaseIterable, Sendable {
  /// Lock, unlock, sleep: logind (org.freedesktop.login1(5)).
  case logind
  /// Battery level and state: UPower.
  case upower
  /// Time zone: timedated (org.freedesktop.timedate1(5)).
  case timedate
  /// Locale: localed (org.freedesktop.locale1(5)).
  case locale
  /// The clock being set: timerfd_create(2).
  case clock
  /// Device nodes that come and go: inotify(7).
  case accessories
  /// Connectors of graphics cards: netlink(7) and sysfs.
  case displays

  /// The facts that roostd does not learn without the source.
  var subject: String {
    switch self {
    case .logind: "locks and sleep"
    case .upower: "the battery"
    case .timedate: "the time zone"
    case .locale: "the locale"
    case .clock: "the clock"
    case .accessories: "accessories"
    case .displays: "displays"
    }
  }

  /// For the log, when the machine has no such source.
  func absence(_ reason: String) -> String {
    "unable to follow \(subject): \(reason); to silence this, set \(rawValue) = false in [sources]"
  }
}

/// A change that a source reports.
nonisolated enum DeviceSourceEvent: Equatable, Sendable {
  case lock, unlock
  /// The machine is about to suspend or hibernate. It waits until the descriptor is closed, for as long as logind lets
  /// it (InhibitDelayMaxSec=, logind.conf(5)); nil when logind did not allow even that.
  case goingToSleep(BusDescriptor?)
  case wokeUp
  case fact(FactChange)
}
