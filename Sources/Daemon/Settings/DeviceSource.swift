// The parts of the machine that report changes of the device, and the changes that they can report.

/// One source, named as its key in `[sources]` of the configuration.
package nonisolated enum DeviceSource: String, CaseIterable, Sendable {
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
  /// The interface of the default route: rtnetlink(7).
  case network

  /// The facts that roostd does not learn without the source.
  package var subject: String {
    switch self {
    case .logind: "locks and sleep"
    case .upower: "the battery"
    case .timedate: "the time zone"
    case .locale: "the locale"
    case .clock: "the clock"
    case .accessories: "accessories"
    case .displays: "displays"
    case .network: "the network"
    }
  }

  /// For the log, when the machine has no such source.
  package func absence(_ reason: String) -> String {
    "unable to follow \(subject): \(reason); to silence this, set \(rawValue) = false in [sources]"
  }
}
