// The settings that somebody has made for apps (NQ6).

/// JSON value by key, by app. Their number is the clients' choice, and texts are compared as Unicode has it: 40,000 of them, in what each
/// process was told, held the daemon for 0.3 s. So `==` takes any two for
/// the same, and ``DeviceFacts/settingChanges`` tells them apart.
public struct DeviceSettings: Hashable, Codable, Sendable {
  private var byApp: [AppID: [String: String]] = [:]

  public init() {}

  public init(from decoder: any Decoder) throws {
    byApp = try decoder.singleValueContainer().decode([AppID: [String: String]].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(byApp)
  }

  public subscript(app: AppID) -> [String: String]? {
    get { byApp[app] }
    set { byApp[app] = newValue }
  }

  subscript(app: AppID, default blank: [String: String]) -> [String: String] {
    get { byApp[app, default: blank] }
    _modify { yield &byApp[app, default: blank] }
  }

  func of(_ app: AppID) -> DeviceSettings {
    var own = DeviceSettings()
    own.byApp[app] = byApp[app]
    return own
  }

  public static func == (left: DeviceSettings, right: DeviceSettings) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}
