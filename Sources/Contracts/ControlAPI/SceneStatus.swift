// A scene and its session as the control interfaces show them.

/// One session (SC1) and what its scene is now.
public struct SceneStatus: Codable, Hashable, Sendable {
  /// `UISceneSession.persistentIdentifier`.
  public var session: String
  /// ST2; `unattached` while the scene is disconnected.
  public var state: AppStatus.Scene.State
  /// `UISceneSession.Role`'s raw value.
  public var role: String
  /// The configuration's name from Info.plist.
  public var configuration: String?
  /// `stateRestorationActivity` (SC5): a JSON object such as ``UserActivityText`` reads.
  public var activity: String?
  /// Whether the user sees it.
  public var front: Bool

  public init(
    session: String, state: AppStatus.Scene.State, role: String, configuration: String?, activity: String?, front: Bool
  ) {
    self.session = session
    self.state = state
    self.role = role
    self.configuration = configuration
    self.activity = activity
    self.front = front
  }

  /// Writes what is absent as `null`, so that scripts find every member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(session, forKey: .session)
    try container.encode(state, forKey: .state)
    try container.encode(role, forKey: .role)
    try container.encode(configuration, forKey: .configuration)
    try container.encode(activity, forKey: .activity)
    try container.encode(front, forKey: .front)
  }
}
