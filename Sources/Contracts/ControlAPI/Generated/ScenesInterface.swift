// org.roost.Scenes, made by `make generate` of org.roost.Scenes.varlink: change that file instead.
// swift-format-ignore-file
public import Varlink
public import WireJSON

/// An app's scenes, their sessions, and the pictures that the switcher shows of them. A session outlives its scene, the
/// process and a restart of the machine.
///
/// A method with "wait" and "timeout" replies when the change is done. With "wait" false it replies as soon as the
/// daemon has taken the request. After "timeout" milliseconds it replies org.roost.Apps.TimedOut, and the change goes
/// on. It also replies org.roost.Apps.UnknownApp and org.roost.Apps.Refused.
public enum ScenesInterface {
  /// Lists the sessions of one app, the one used last first.
  public struct List: ControlRequest {
    public static let method = "org.roost.Scenes.List"
    public var id: String

    public init(id: String) {
      self.id = id
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var scenes: [SceneStatus]

      public init(scenes: [SceneStatus]) {
        self.scenes = scenes
      }
    }
  }

  /// Opens a new scene in front. An app without UIApplicationSupportsMultipleScenes refuses it.
  public struct New: ChangeRequest {
    public static let method = "org.roost.Scenes.New"
    public var id: String
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// The session of the new scene.
      public var session: String

      public init(session: String) {
        self.session = session
      }
    }
  }

  /// Brings a scene forward, connecting it again when it was disconnected.
  public struct Activate: ChangeRequest {
    public static let method = "org.roost.Scenes.Activate"
    public typealias Reply = Done
    public var id: String
    public var session: String
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, session: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.session = session
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      session = try parameters.read("session")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("session", session)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Disconnects a scene; its session stays.
  public struct Close: ChangeRequest {
    public static let method = "org.roost.Scenes.Close"
    public typealias Reply = Done
    public var id: String
    public var session: String
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, session: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.session = session
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      session = try parameters.read("session")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("session", session)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Closes a scene and forgets its session, as the user does in the switcher.
  public struct Discard: ChangeRequest {
    public static let method = "org.roost.Scenes.Discard"
    public typealias Reply = Done
    public var id: String
    public var session: String
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, session: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.session = session
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      session = try parameters.read("session")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("session", session)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Shows the picture that the switcher shows.
  public struct Snapshot: ControlRequest {
    public static let method = "org.roost.Scenes.Snapshot"
    public var id: String
    /// The session of the scene. Default: the scene used last. For an app without scenes the reply's is "main".
    public var scene: String?

    public init(id: String, scene: String? = nil) {
      self.id = id
      self.scene = scene
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      scene = try parameters.read(ifPresent: "scene")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("scene", ifPresent: scene)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// The session of the scene. Default: the scene used last. For an app without scenes the reply's is "main".
      public var scene: String
      /// When the picture was taken, ISO 8601 in UTC.
      public var time: String
      /// The picture, an SVG document.
      public var svg: String

      public init(scene: String, time: String, svg: String) {
        self.scene = scene
        self.time = time
        self.svg = svg
      }
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Scenes",
    text: #"""
      # An app's scenes, their sessions, and the pictures that the switcher shows of
      # them. A session outlives its scene, the process and a restart of the machine.
      #
      # A method with "wait" and "timeout" replies when the change is done. With "wait"
      # false it replies as soon as the daemon has taken the request. After "timeout"
      # milliseconds it replies org.roost.Apps.TimedOut, and the change goes on. It also
      # replies org.roost.Apps.UnknownApp and org.roost.Apps.Refused.
      interface org.roost.Scenes

      # The state of a scene now. It is unattached while it is disconnected.
      type SceneState (unattached, foregroundInactive, foregroundActive, background)

      # A session and what its scene is now.
      #
      #   session        UISceneSession.persistentIdentifier.
      #   role           The raw value of UISceneSession.Role.
      #   configuration  The name of its configuration in Info.plist.
      #   activity       The activity that the scene restores itself from: a JSON
      #                  object in a string.
      #   front          Whether the user sees it.
      type Scene (
        session: string,
        state: SceneState,
        role: string,
        configuration: ?string,
        activity: ?string,
        front: bool
      )

      # Lists the sessions of one app, the one used last first.
      method List(id: string) -> (scenes: []Scene)

      # Opens a new scene in front. An app without UIApplicationSupportsMultipleScenes
      # refuses it.
      #
      #   session  The session of the new scene.
      method New(id: string, wait: ?bool, timeout: ?int) -> (session: string)

      # Brings a scene forward, connecting it again when it was disconnected.
      method Activate(id: string, session: string, wait: ?bool, timeout: ?int) -> ()

      # Disconnects a scene; its session stays.
      method Close(id: string, session: string, wait: ?bool, timeout: ?int) -> ()

      # Closes a scene and forgets its session, as the user does in the switcher.
      method Discard(id: string, session: string, wait: ?bool, timeout: ?int) -> ()

      # Shows the picture that the switcher shows.
      #
      #   scene  The session of the scene. Default: the scene used last. For an app
      #          without scenes the reply's is "main".
      #   time   When the picture was taken, ISO 8601 in UTC.
      #   svg    The picture, an SVG document.
      method Snapshot(id: string, scene: ?string) -> (scene: string, time: string, svg: string)

      # The app has no such session.
      error UnknownScene (app: string, session: string, message: string)

      # No picture has been taken yet, or it cannot be read.
      error NoSnapshot (app: string, message: string)

      """#)
}

/// A session and what its scene is now.
public struct SceneStatus: Codable, Hashable, Sendable {
  /// UISceneSession.persistentIdentifier.
  public var session: String
  public var state: AppStatus.Scene.State
  /// The raw value of UISceneSession.Role.
  public var role: String
  /// The name of its configuration in Info.plist.
  public var configuration: String?
  /// The activity that the scene restores itself from: a JSON object in a string.
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
