// An app as the control interfaces show it.

/// What an app is now.
public struct AppStatus: Codable, Hashable, Sendable, Identifiable {
  /// ST1.
  public enum State: String, Codable, Sendable, CaseIterable {
    case notRunning, inactive, active, background, suspended
  }

  /// Who gets the life-cycle calls: the app delegate (LS1) or the scene delegates (LS2).
  public enum Style: String, Codable, Sendable, CaseIterable { case app, scene }

  /// One scene; its session outlives the process (SC1).
  public struct Scene: Codable, Hashable, Sendable {
    /// ST2.
    public enum State: String, Codable, Sendable, CaseIterable {
      case unattached, foregroundInactive, foregroundActive, background
    }
    public var session: String
    public var state: State

    public init(session: String, state: State) {
      self.session = session
      self.state = state
    }
  }

  /// It died again and again right after its launch.
  public struct HeldBack: Codable, Hashable, Sendable {
    /// So often in a row.
    public var deaths: Int64
    /// Nanoseconds until it may be launched again.
    public var left: Int64

    public init(deaths: Int64, left: Int64) {
      self.deaths = deaths
      self.left = left
    }
  }

  /// The bundle identifier.
  public var id: String
  public var state: State
  public var pid: Int64?
  public var style: Style
  /// Bytes of memory that would be free without it; 0 when it is not running.
  public var footprint: Int64
  public var scenes: [Scene]
  public var assertions: [Assertion]
  public var lastExit: ExitRecord?
  /// Nil when it may be launched, or runs.
  public var heldBack: HeldBack?
  /// What a program without our library says that it does (`STATUS=`, sd_notify(3)).
  public var saying: String?

  public init(
    id: String, state: State, pid: Int64?, style: Style, footprint: Int64, scenes: [Scene], assertions: [Assertion],
    lastExit: ExitRecord?, heldBack: HeldBack? = nil, saying: String? = nil
  ) {
    self.id = id
    self.state = state
    self.pid = pid
    self.style = style
    self.footprint = footprint
    self.scenes = scenes
    self.assertions = assertions
    self.lastExit = lastExit
    self.heldBack = heldBack
    self.saying = saying
  }

  /// Writes what is absent as `null`, so that scripts find every member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(state, forKey: .state)
    try container.encode(pid, forKey: .pid)
    try container.encode(style, forKey: .style)
    try container.encode(footprint, forKey: .footprint)
    try container.encode(scenes, forKey: .scenes)
    try container.encode(assertions, forKey: .assertions)
    try container.encode(lastExit, forKey: .lastExit)
    try container.encode(heldBack, forKey: .heldBack)
    try container.encode(saying, forKey: .saying)
  }
}

/// Something that keeps an app awake in the background (BX1).
public struct Assertion: Codable, Hashable, Sendable {
  public var app: String
  /// Its number within the app.
  public var id: Int64
  /// Such as `backgroundTask`.
  public var kind: String
  /// What the app called it.
  public var name: String

  public init(app: String, id: Int64, kind: String, name: String) {
    self.app = app
    self.id = id
    self.kind = kind
    self.name = name
  }
}
