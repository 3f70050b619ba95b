// What lies over and around the apps: the lock, the call, alerts and panels, and who is in front.

/// The device as a person sees it.
public struct Device: Hashable, Codable, Sendable {
  public enum Call: Hashable, Codable, Sendable { case none, ringing, underWay }

  public internal(set) var isLocked = false
  public internal(set) var call = Call.none
  /// Alerts stack; panels do not (IN5).
  public internal(set) var alerts = 0
  public internal(set) var panels: Set<Panel> = []
  /// The apps on screen, the last one brought forward first; none is the home screen. Never more than the slots (ST5).
  public internal(set) var front: [AppID] = []

  /// Whether something takes the input away from the apps in front (IN1, IN5).
  public var isCovered: Bool { call == .ringing || alerts > 0 || !panels.isEmpty }

  /// Where an app shall be.
  func goal(of app: AppID) -> Goal {
    guard front.contains(app), !isLocked else { return .background }
    return isCovered ? .inactive : .active
  }
}
