// The locale, as localed tells of it: org.freedesktop.locale1(5).
import LifecycleModel
import Settings
import Systemd

final class LocaleSource: BusListener {
  let source = DeviceSource.locale
  let service = "org.freedesktop.locale1"
  let path = "/org/freedesktop/locale1"
  let interface = "org.freedesktop.locale1"
  private var locale: String?
  private let report: (DeviceSourceEvent) -> Void

  init(report: @escaping (DeviceSourceEvent) -> Void) { self.report = report }

  func learn(_ properties: [String: BusValue]) {
    guard let assignments = properties["Locale"]?.array,
      let new = Self.identifier(in: assignments.compactMap(\.string)), new != locale
    else { return }
    locale = new
    report(.fact(.locale(new)))
  }

  /// `ko_KR` for `LANG=ko_KR.UTF-8` (locale(7)), as Foundation's `Locale` has it; nil when nothing is set.
  nonisolated static func identifier(in assignments: [String]) -> String? {
    guard let assignment = assignments.first(where: { $0.hasPrefix("LANG=") }) else { return nil }
    let name = assignment.dropFirst("LANG=".count).prefix { $0 != "." && $0 != "@" }
    if name.isEmpty { return nil }
    return name == "C" || name == "POSIX" ? "en_US_POSIX" : String(name)
  }
}
