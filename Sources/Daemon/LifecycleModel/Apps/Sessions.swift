// Scene sessions: what is kept of a scene when its process, or the machine, is gone (SC1).

/// `UISceneSession.persistentIdentifier`.
public struct SessionID: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  public let string: String
  public init(_ string: String) { self.string = string }
  public static func < (left: SessionID, right: SessionID) -> Bool { left.string < right.string }
  public var description: String { string }
}

/// One scene's session.
public struct Session: Hashable, Codable, Sendable {
  /// The only role of scenes that Roost shows (`UISceneSession.Role.windowApplication`).
  public static let windowRole = "UIWindowSceneSessionRoleApplication"

  public let id: SessionID
  public let role: String
  /// The name of the configuration its app chose for it.
  public var configuration: String?
  /// One JSON object: the activity the scene is restored from (SC5).
  public var activity: String?
  /// The greatest number is the session used last.
  public var used: UInt64
  /// Whether its app has seen it: a new one is asked for a configuration first (CC).
  public var isNew: Bool

  public init(
    id: SessionID, role: String = windowRole, configuration: String? = nil, activity: String? = nil, used: UInt64 = 0,
    isNew: Bool = false
  ) {
    self.id = id
    self.role = role
    self.configuration = configuration
    self.activity = activity
    self.used = used
    self.isNew = isNew
  }
}

/// The sessions of an app's earlier processes, and those that the user discarded and the app has not been told of.
public struct Sessions: Hashable, Codable, Sendable {
  /// The last used first.
  public private(set) var all: [Session] = []
  /// SC3: to be reported by didDiscardSceneSessions.
  public internal(set) var discarded: [SessionID] = []

  public init(_ sessions: [Session] = [], discarded: [SessionID] = []) {
    all = sessions.sorted { $0.used > $1.used }.prefix(Limit.sessions.number).map { session in
      var session = session
      if Limit.payload.isPassed(by: session.activity) { session.activity = nil }
      return session
    }
    self.discarded = discarded.suffix(Limit.sessions.number)
  }

  public subscript(id: SessionID) -> Session? {
    get { all.first { $0.id == id } }
    set {
      let place = all.firstIndex { $0.id == id }
      switch (place, newValue) {
      case (let place?, let session?): all[place] = session
      case (let place?, nil): all.remove(at: place)
      case (nil, let session?): all.insert(session, at: 0)
      case (nil, nil): break
      }
    }
  }

  mutating func use(_ id: SessionID, number: UInt64) {
    guard var session = self[id] else { return }
    self[id] = nil
    session.used = number
    self[id] = session
  }
}

/// The parts that a scene's session loses when the scene is closed.
enum Closing: Hashable, Codable, Sendable {
  /// Nothing: it reconnects later (SC2).
  case disconnect
  /// Itself: the user does not want it any more (SC1).
  case discard
  /// Itself: its app does not want it any more (SC4).
  case destroy

  var isForGood: Bool {
    switch self {
    case .disconnect: false
    case .discard, .destroy: true
    }
  }

  /// Whether somebody else than the app wants it closed.
  var isOfOthers: Bool {
    switch self {
    case .disconnect, .discard: true
    case .destroy: false
    }
  }
}
