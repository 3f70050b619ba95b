// TimeZone.current follows the device, in all of Foundation's caches (NQ6).

@MainActor enum CurrentTimeZone {
  /// Makes `identifier` the zone of the process: `TimeZone.current` and `autoupdatingCurrent`, and the C library's.
  static func become(_ identifier: String) {
    let followsSystem = NSTimeZone.default == TimeZone.current
    setenv("TZ", identifier, 1)
    tzset()
    NSTimeZone.resetSystemTimeZone()
    // DateFormatter keeps to a default of its own, which a reset leaves as it is. One that the app has chosen stays.
    if followsSystem { NSTimeZone.default = TimeZone.current }
    CurrentLocale.keep()
  }
}
