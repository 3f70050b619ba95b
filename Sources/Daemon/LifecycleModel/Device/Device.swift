// The device over and around the apps: the lock, the call, alerts and panels, and the apps in front.

/// The device as a person sees it.
public struct Device: Hashable, Codable, Sendable {
  public enum Call: Hashable, Codable, Sendable { case none, ringing, underWay }

  public internal(set) var isLocked = false
  public internal(set) var call = Call.none
  /// Alerts stack; panels do not (IN5).
  public internal(set) var alerts = 0
  public internal(set) var panels: Set<Panel> = []
  /// The alerts that ask for permissions, the first asked first (PR2).
  public internal(set) var prompts: [Prompt] = []
  /// The places on screen, the last brought forward first; none is the home screen. Never more than the slots (ST5).
  public internal(set) var places: [Place] = []
  public internal(set) var facts = DeviceFacts()
  /// Somebody has set the locale, or the zone, whatever the machine's is.
  var hasOwnLocale = false
  var hasOwnZone = false
  public internal(set) var keys = KeyState.unlocked

  /// The apps on screen.
  public var front: [AppID] {
    var apps: [AppID] = []
    for place in places where !apps.contains(place.app) { apps.append(place.app) }
    return apps
  }

  /// Whether something takes the input away from the apps in front (IN1, IN5, PR2).
  public var isCovered: Bool { call == .ringing || alerts > 0 || !panels.isEmpty || prompt != nil }

  /// IN6.
  var hasTallStatusBar: Bool { call == .underWay }

  /// The goal of an app, or of one of its scenes.
  func goal(of place: Place) -> Goal {
    guard places.contains(place), !isLocked else { return .background }
    return isCovered ? .inactive : .active
  }

  /// The goal of an app as a whole.
  func goal(of app: AppID) -> Goal {
    guard places.contains(where: { $0.app == app }), !isLocked else { return .background }
    return isCovered ? .inactive : .active
  }
}

/// The thing that can be on screen: an app-based app, or one scene of a scene-based one.
public struct Place: Hashable, Codable, Sendable {
  public let app: AppID
  /// Nil for an app-based app.
  public let session: SessionID?

  public init(app: AppID, session: SessionID? = nil) {
    self.app = app
    self.session = session
  }
}
