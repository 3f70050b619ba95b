// The time zone, as timedated tells of it: org.freedesktop.timedate1(5).
import LifecycleModel
import Settings
import Systemd

/// A new zone is a significant time change; the zone there is when it starts is none.
final class TimeZoneSource: BusListener {
  let source = DeviceSource.timedate
  let service = "org.freedesktop.timedate1"
  let path = "/org/freedesktop/timedate1"
  let interface = "org.freedesktop.timedate1"
  private var zone: String?
  private let report: (DeviceSourceEvent) -> Void

  init(report: @escaping (DeviceSourceEvent) -> Void) { self.report = report }

  func learn(_ properties: [String: BusValue]) {
    guard let new = properties["Timezone"]?.string, !new.isEmpty, new != zone else { return }
    if zone != nil { report(.fact(.time(.zone(new)))) }
    zone = new
  }
}
