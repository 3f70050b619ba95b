// The entitlements that a target asks iOS for, and the words for those that are not to be had here.

enum EntitlementCheck {
  static func findings(_ keys: [String: PropertyListValue], file: String) -> [Finding] {
    keys.keys.sorted().compactMap { key in
      advice(key, keys[key]).map { Finding(.omission, file, key, $0) }
    }
  }

  /// Nil for one that asks for nothing here.
  private static func advice(_ key: String, _ value: PropertyListValue?) -> String? {
    switch key {
    case "aps-environment":
      "pushes come by `roostctl push`, or from the broker that roostd.toml(5) names"
    case "com.apple.developer.default-data-protection":
      "a file is protected when the app says so, with the module FileProtection"
    case "com.apple.security.application-groups": "each app has a container of its own and none is shared"
    case "get-task-allow", "application-identifier", "com.apple.security.app-sandbox",
      "com.apple.security.network.client", "com.apple.developer.team-identifier":
      nil
    default: value == .bool(false) ? nil : "there is no such service here"
    }
  }
}
