// The things that an app is asked to open, and the app that opens a URL (LA6).

/// A URL, a shortcut item, an activity or a notification. It is handed over when the app is on screen, before
/// didBecomeActive.
public enum Opening: Hashable, Codable, Sendable {
  /// `source` is the app that asked for it.
  case url(String, source: AppID?)
  /// One JSON object: the `UIApplicationShortcutItem`.
  case shortcut(String)
  /// One JSON object: the `NSUserActivity`.
  case activity(String)
  case notification(NotificationResponse)
}

/// The reason why an app is launched, as its launch options tell it, or a scene connected, as its connection options do
/// (LA4).
public struct LaunchOptions: Hashable, Codable, Sendable {
  /// `UIApplication.LaunchOptionsKey.url`.
  public var url: String?
  /// `UIApplication.LaunchOptionsKey.sourceApplication`.
  public var sourceApplication: String?
  /// `UIApplication.LaunchOptionsKey.shortcutItem`: one JSON object.
  public var shortcut: String?
  /// `UIApplication.LaunchOptionsKey.userActivityDictionary`: one JSON object.
  public var activity: String?
  /// `UIApplication.LaunchOptionsKey.remoteNotification` and `.localNotification`; `notificationResponse` of a scene.
  public var response: NotificationResponse?
  /// The reason for a launch behind the screen: `UIApplication.LaunchOptionsKey.remoteNotification`, `.location` and
  /// others.
  public var wake: Wake?

  public init(
    url: String? = nil, sourceApplication: String? = nil, shortcut: String? = nil, activity: String? = nil,
    response: NotificationResponse? = nil, wake: Wake? = nil
  ) {
    self.url = url
    self.sourceApplication = sourceApplication
    self.shortcut = shortcut
    self.activity = activity
    self.response = response
    self.wake = wake
  }

  /// The things to open once the app is on screen.
  var openings: [Opening] {
    var openings: [Opening] = []
    if let url { openings.append(.url(url, source: sourceApplication.map(AppID.init))) }
    if let shortcut { openings.append(.shortcut(shortcut)) }
    if let activity { openings.append(.activity(activity)) }
    if let response { openings.append(.notification(response)) }
    return openings
  }

  /// Takes `opening` in, unless there is one of its kind already.
  mutating func take(_ opening: Opening) -> Bool {
    switch opening {
    case .url(let string, let source):
      guard url == nil else { return false }
      url = string
      sourceApplication = source?.string
    case .shortcut(let item):
      guard shortcut == nil else { return false }
      shortcut = item
    case .activity(let json):
      guard activity == nil else { return false }
      activity = json
    case .notification(let chosen):
      guard response == nil else { return false }
      response = chosen
    }
    return true
  }
}

extension Lifecycle {
  mutating func openURL(_ url: String, from source: AppID?, _ request: Request, _ turn: inout Turn) {
    guard let app = handler(of: url) else { return refuse(request, .nobodyOpens(url: url), &turn) }
    let launch = Launch(options: LaunchOptions(url: url, sourceApplication: source?.string))
    self.launch(app, launch, .foreground, request, &turn)
  }

  /// The app that declares the scheme of `url`; the first by its id where several do.
  public func handler(of url: String) -> AppID? {
    guard let scheme = Self.scheme(of: url) else { return nil }
    return apps.values.filter { !$0.isRemoved && $0.description.schemes.contains(scheme) }.map(\.description.id).min()
  }

  /// RFC 3986, 3.1: a letter, then letters, digits, "+", "-" and "."; case does not matter. None where there is a control character: the
  /// kernel takes no argument with a NUL in it, and the launch of the app that opens it would fail.
  static func scheme(of url: String) -> String? {
    guard url.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else { return nil }
    guard let colon = url.firstIndex(of: ":") else { return nil }
    let scheme = url[..<colon].utf8
    let letters = { (byte: UInt8) in (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) }
    let others = { (byte: UInt8) in (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte) }
    guard let first = scheme.first, letters(first), scheme.allSatisfy({ letters($0) || others($0) }) else { return nil }
    return url[..<colon].lowercased()
  }
}
