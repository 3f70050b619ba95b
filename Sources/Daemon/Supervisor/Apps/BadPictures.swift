// Pictures that cannot be kept: each process of an app is told of once, however many it draws.
import LifecycleModel

/// An app that names a file which is not there 1,500 times a second would push everything else out of the log.
struct BadPictures {
  /// The last process of each app of which the log tells so.
  private var said: [AppID: ProcessSerial] = [:]

  /// Whether this is the first of the process. A process that has ended may have pictures that are still being taken.
  mutating func isFirst(of serial: ProcessSerial, _ app: AppID) -> Bool {
    if let last = said[app], serial.number <= last.number { return false }
    said[app] = serial
    return true
  }
}
