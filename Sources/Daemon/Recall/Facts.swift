// The settings of the device as the stores keep them (NQ6).
package import LifecycleModel
package import Stores

extension FactChange {
  /// Nil for a kind of a later version.
  package init?(_ row: FactRow) {
    switch row.kind {
    case "settings": self = .setting(app: AppID(row.app), key: row.name, value: row.value)
    case "locale": self = .locale(row.value)
    case "time": self = .time(.zone(row.value))
    case "privacy":
      guard let service = PrivacyService(rawValue: row.name), let permission = Permission(rawValue: row.value) else {
        return nil
      }
      self = .permission(app: AppID(row.app), service, permission)
    case "appearance":
      guard let appearance = Appearance(rawValue: row.value) else { return nil }
      self = .appearance(appearance)
    case "content-size":
      guard let size = ContentSize(rawValue: row.value) else { return nil }
      self = .contentSize(size)
    case "icloud": self = .account(row.value)
    case "volume":
      guard let level = Double(row.value), (0...1).contains(level) else { return nil }
      self = .volume(level)
    default: return nil
    }
  }
}
