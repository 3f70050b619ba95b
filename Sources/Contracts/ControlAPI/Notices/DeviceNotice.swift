// The changes of the device that apps are told of (NQ2): the kinds of `roostctl notify`, with their values.

/// One event of the device.
public enum DeviceNotice: Hashable, Sendable {
  case orientation(Orientation)
  /// An identifier such as `Asia/Seoul`.
  case timeZone(String)
  /// The clock was set this much forward, or when negative back.
  case timeJump(seconds: Int64)
  /// At least one of the two; the level is 0 to 1.
  case battery(level: Double?, state: BatteryState?)
  /// Whether something is near the screen.
  case proximity(Bool)
  /// Of the device's sound, 0 to 1.
  case volume(level: Double)
  case accessory(name: String, connected: Bool)
  case display(name: String, connected: Bool)
  /// `1920x1080`.
  case displayMode(name: String, mode: String)
  /// A user default of one app, its value as JSON text on one line.
  case settings(app: String, key: String, valueJSON: String)
  /// An identifier such as `ko_KR`.
  case locale(String)
  /// Nil when nobody is signed in.
  case icloud(account: String?)
  /// Light or dark.
  case appearance(Appearance)
  /// The size of text that the user prefers.
  case contentSize(ContentSize)
  case protectedFiles(available: Bool)
  /// The way to the Internet; apps are not told, but what waits for it begins (BX4, BX9).
  case network(Network)

  /// `UIDeviceOrientation`'s cases that are positions.
  public enum Orientation: String, Codable, Sendable, CaseIterable {
    case portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
  }

  /// `UIUserInterfaceStyle`'s cases that are styles.
  public enum Appearance: String, Codable, Sendable, CaseIterable { case light, dark }

  /// `UIContentSizeCategory`'s values, the smallest first, in the words of `simctl ui`.
  public enum ContentSize: String, Codable, Sendable, CaseIterable {
    case extraSmall = "extra-small"
    case small, medium, large
    case extraLarge = "extra-large"
    case extraExtraLarge = "extra-extra-large"
    case extraExtraExtraLarge = "extra-extra-extra-large"
    case accessibilityMedium = "accessibility-medium"
    case accessibilityLarge = "accessibility-large"
    case accessibilityExtraLarge = "accessibility-extra-large"
    case accessibilityExtraExtraLarge = "accessibility-extra-extra-large"
    case accessibilityExtraExtraExtraLarge = "accessibility-extra-extra-extra-large"
  }

  /// `UIDevice.BatteryState`'s cases that are known states.
  public enum BatteryState: String, Codable, Sendable, CaseIterable { case unplugged, charging, full }

  /// The ways to the Internet: none, one that is paid for by the byte, and one that is not.
  public enum Network: String, Codable, Sendable, CaseIterable { case offline, cellular, wifi }

  /// The words of `roostctl notify` and of the app's `notification` event.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case orientation, time, battery, proximity, volume, accessory, display
    case displayMode = "display-mode"
    case settings, locale, icloud, appearance
    case contentSize = "content-size"
    case protectedFiles = "protected-files"
    case network

    /// Its keys with their values, as the manual page has them.
    public var usage: String {
      switch self {
      case .orientation: "orientation=\(Self.alternatives(Orientation.allCases))"
      case .time: "zone=Asia/Seoul or jump=SECONDS"
      case .battery: "level=0..1 state=\(Self.alternatives(BatteryState.allCases))"
      case .proximity: "near=true|false"
      case .volume: "level=0..1"
      case .accessory, .display: "name=NAME connected=true|false"
      case .displayMode: "name=NAME mode=WIDTHxHEIGHT"
      case .settings: "app=ID key=KEY value=JSON"
      case .locale: "locale=ko_KR"
      case .icloud: "account=NAME|none"
      case .appearance: "style=\(Self.alternatives(Appearance.allCases))"
      case .contentSize: "category=\(Self.alternatives(ContentSize.allCases))"
      case .protectedFiles: "available=true|false"
      case .network: "network=\(Self.alternatives(Network.allCases))"
      }
    }

    private static func alternatives(_ cases: [some RawRepresentable<String>]) -> String {
      cases.map(\.rawValue).joined(separator: "|")
    }
  }

  public var kind: Kind {
    switch self {
    case .orientation: .orientation
    case .timeZone, .timeJump: .time
    case .battery: .battery
    case .proximity: .proximity
    case .volume: .volume
    case .accessory: .accessory
    case .display: .display
    case .displayMode: .displayMode
    case .settings: .settings
    case .locale: .locale
    case .icloud: .icloud
    case .appearance: .appearance
    case .contentSize: .contentSize
    case .protectedFiles: .protectedFiles
    case .network: .network
    }
  }
}

/// The reason why something is no notice.
public struct NoticeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key that is wrong: `kind`, or one of the kind's keys.
  public var key: String
  /// A sentence that lists what is allowed.
  public var description: String
}
