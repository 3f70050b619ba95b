// org.roost.Scenes: an app's scenes, their sessions, and the pictures that the switcher shows of them.
public import Varlink

public enum ScenesInterface {
  /// The sessions of one app, the last used first; a session outlives its scene (SC1).
  public struct List: ControlRequest {
    public static let method = "org.roost.Scenes.List"
    public var id: String
    public struct Reply: Codable, Hashable, Sendable {
      public var scenes: [SceneStatus]
      public init(scenes: [SceneStatus]) { self.scenes = scenes }
    }
    public init(id: String) { self.id = id }
  }

  /// Opens a new scene in front (SC1); an app without `UIApplicationSupportsMultipleScenes` refuses it (SC4).
  public struct New: ChangeRequest {
    public static let method = "org.roost.Scenes.New"
    public var id: String
    public var wait: Bool?
    public var timeout: Int64?
    public struct Reply: Codable, Hashable, Sendable {
      /// The new scene's.
      public var session: String
      public init(session: String) { self.session = session }
    }

    public init(id: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Brings a scene forward, connecting it again when it was disconnected (SC2).
  public struct Activate: ChangeRequest {
    public static let method = "org.roost.Scenes.Activate"
    public var id: String
    public var session: String
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done

    public init(id: String, session: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.session = session
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Disconnects a scene; its session stays (SC1, SC2).
  public struct Close: ChangeRequest {
    public static let method = "org.roost.Scenes.Close"
    public var id: String
    public var session: String
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done

    public init(id: String, session: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.session = session
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Closes a scene and forgets its session, as the user does in the switcher (SC1, SC3).
  public struct Discard: ChangeRequest {
    public static let method = "org.roost.Scenes.Discard"
    public var id: String
    public var session: String
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done

    public init(id: String, session: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.session = session
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// The picture that the switcher shows (SN1).
  public struct Snapshot: ControlRequest {
    public static let method = "org.roost.Scenes.Snapshot"
    public var id: String
    /// The scene's session. Nil: the scene used last, or an app-based app's window.
    public var scene: String?
    public struct Reply: Codable, Hashable, Sendable {
      /// The session, or `main` for an app-based app's window (LS1).
      public var scene: String
      /// When it was taken: ISO 8601 in UTC.
      public var time: String
      /// The picture, an SVG document.
      public var svg: String

      public init(scene: String, time: String, svg: String) {
        self.scene = scene
        self.time = time
        self.svg = svg
      }
    }

    public init(id: String, scene: String? = nil) {
      self.id = id
      self.scene = scene
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Scenes",
    text: """
      # An app's scenes, their sessions, and the pictures that the switcher shows
      # of them. A session outlives its scene, the process and the machine.
      # Methods that change something answer when the change is done, unless
      # "wait" is false; after "timeout" milliseconds they answer
      # org.roost.Apps.TimedOut while the change goes on. They answer
      # org.roost.Apps.UnknownApp and org.roost.Apps.Refused as well.
      interface org.roost.Scenes

      type SceneState (unattached, foregroundInactive, foregroundActive, background)

      # A session and its scene: configuration is the name from Info.plist,
      # activity what the scene restores itself from, a JSON object in a string;
      # front says that the user sees it.
      type Scene (
        session: string,
        state: SceneState,
        role: string,
        configuration: ?string,
        activity: ?string,
        front: bool
      )

      # The sessions of one app, the last used first.
      method List(id: string) -> (scenes: []Scene)

      # Opens a new scene in front.
      method New(id: string, wait: ?bool, timeout: ?int) -> (session: string)

      # Brings a scene forward, connecting it again when it was disconnected.
      method Activate(id: string, session: string, wait: ?bool, timeout: ?int) -> ()

      # Disconnects a scene; its session stays.
      method Close(id: string, session: string, wait: ?bool, timeout: ?int) -> ()

      # Closes a scene and forgets its session.
      method Discard(id: string, session: string, wait: ?bool, timeout: ?int) -> ()

      # The picture that the switcher shows: of one scene, or without one of the
      # scene used last. For an app without scenes the reply's scene is "main".
      method Snapshot(id: string, scene: ?string) -> (scene: string, time: string, svg: string)

      # The app has no session of that name.
      error UnknownScene (app: string, session: string, message: string)

      # No picture has been taken yet.
      error NoSnapshot (app: string, message: string)

      """)
}
