// The device as Witness sees it, at launch and in each notification, when it is launched with `device`.

import UIKit

@MainActor enum DeviceTestimony {
  static func begin() {
    guard CommandLine.arguments.contains("device") else { return }
    UIDevice.current.isBatteryMonitoringEnabled = true
    Testimony.write("device", seen)
    for word in CommandLine.arguments where word.hasPrefix("color=") {
      UserDefaults.standard.set(String(word.dropFirst("color=".count)), forKey: "color")
      UserDefaults.standard.synchronize()
    }
    let names: [Notification.Name] = [
      NSLocale.currentLocaleDidChangeNotification, .NSSystemTimeZoneDidChange, UserDefaults.didChangeNotification,
      .NSUbiquityIdentityDidChange, UIContentSizeCategory.didChangeNotification,
    ]
    for name in names {
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
        MainActor.assumeIsolated { Testimony.write(name.rawValue, seen) }
      }
    }
  }

  /// One word a fact; a setting is the default `color`, or `shape` with what is in it.
  private static var seen: String {
    let hour = DateFormatter()
    hour.dateFormat = "HH"
    let noon = Date(timeIntervalSince1970: 12 * 3600)
    let defaults = UserDefaults.standard
    return [
      "locale=\(Locale.current.identifier)", "auto=\(Locale.autoupdatingCurrent.identifier)",
      "number=\(1234.5.formatted())", "LANG=\(ProcessInfo.processInfo.environment["LANG"] ?? "")",
      "zone=\(TimeZone.current.identifier)", "auto=\(TimeZone.autoupdatingCurrent.identifier)",
      "calendar=\(Calendar.current.timeZone.identifier)", "noon=\(hour.string(from: noon))",
      "color=\(defaults.string(forKey: "color") ?? "none")",
      "shape=\((defaults.array(forKey: "shape") as? [Int])?.description ?? "none")".replacing(" ", with: ""),
      "nested=\(((defaults.dictionary(forKey: "nested")?["a"] as? [Any])?.count ?? 0))",
      "account=\(FileManager.default.ubiquityIdentityToken.map { "\($0)" } ?? "none")",
      "style=\(UITraitCollection.current.userInterfaceStyle == .dark ? "dark" : "light")",
      "text=\(UIApplication.shared.preferredContentSizeCategory.rawValue)",
      "battery=\(UIDevice.current.batteryLevel)",
    ].joined(separator: " ")
  }
}
