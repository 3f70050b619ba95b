// The input events that apps with views understand. Any other JSON object may be an input event too: an app without our
// libraries gives it a meaning of its own.

public import WireJSON

/// Something that the user did to the app in front, or a look at what is on its screen.
public enum UserInput: Hashable, Sendable {
  /// The fingers that an event tells of, as `UIEvent.allTouches`. `time`: seconds since the first of them touched the
  /// screen; nil: as long as it has been. `scene`: the session of the scene in front whose screen they touch; nil: of
  /// the one that has the key window.
  case touches([Touch], time: Double?, scene: String? = nil)
  /// Keys and buttons, as `UIPressesEvent.allPresses`.
  case presses([Press])
  /// Text for the first responder, as a keyboard enters it; a line break is the return key.
  case text(String)
  /// A shake, from beginning to end where `phase` is nil.
  case motion(phase: MotionPhase?)
  /// Asks for the elements on the screen, or on that of a scene in front; acknowledged with ``AckResult/elements(_:)``.
  case elements(scene: String? = nil)
  /// Asks for a picture of the screen, or of that of a scene in front; acknowledged with
  /// ``AckResult/drawn(picture:svg:)``. `seen`: the name of the picture that the asker has.
  case picture(seen: String?, scene: String? = nil)

  /// One finger.
  public struct Touch: Hashable, Sendable {
    /// `UITouch.Phase`.
    public enum Phase: String, Hashable, Sendable { case began, moved, stationary, ended, cancelled }

    /// Tells the fingers of one gesture apart.
    public var finger: Int
    public var phase: Phase
    /// In points, from the top left corner of the screen.
    public var x: Double
    public var y: Double
    /// How many times in a row the finger has tapped there, this time included.
    public var taps: Int

    public init(finger: Int = 0, _ phase: Phase, x: Double, y: Double, taps: Int = 1) {
      self.finger = finger
      self.phase = phase
      self.x = x
      self.y = y
      self.taps = taps
    }
  }

  /// One key or button.
  public struct Press: Hashable, Sendable {
    /// `UIPress.Phase`.
    public enum Phase: String, Hashable, Sendable { case began, changed, stationary, ended, cancelled }

    public var phase: Phase
    /// One of ``UserInput/keys``, or the one character that the key enters.
    public var key: String

    public init(_ phase: Phase, key: String) {
      self.phase = phase
      self.key = key
    }
  }

  public enum MotionPhase: String, Hashable, Sendable { case began, ended, cancelled }

  /// The keys and buttons with names.
  public static let keys = [
    "return", "delete", "tab", "escape", "space", "up", "down", "left", "right", "select", "menu", "playPause",
  ]
  /// As many fingers as two hands have.
  public static let mostFingers = 10
  /// The longest input event in bytes.
  public static let longest = 1 << 16
  /// The longest session that a scene is named by, in bytes.
  public static let longestSession = 200
  /// Farther out is no screen, in points.
  static let farthest = 100_000.0
}

/// The reason why an input event is not valid.
public struct UserInputError: Error, Hashable, CustomStringConvertible {
  public let description: String
}

extension UserInput {
  /// Reads an input event; nil for one that is not of these kinds.
  /// - Throws: ``UserInputError`` when its `type` is one of these and the rest does not fit.
  public init?(_ json: JSON) throws(UserInputError) {
    guard case .string(let type)? = json["type"] else { return nil }
    switch type {
    case "touches":
      let touches = try Self.list(json["touches"], named: "touches").map { json throws(UserInputError) in
        try Touch(json)
      }
      guard Set(touches.map(\.finger)).count == touches.count else {
        throw UserInputError(description: "each finger may stand in 'touches' once")
      }
      self = .touches(touches, time: try Self.time(json["time"]), scene: try Self.scene(json["scene"]))
    case "presses":
      self = .presses(
        try Self.list(json["presses"], named: "presses").map { json throws(UserInputError) in try Press(json) })
    case "text":
      guard case .string(let text)? = json["text"] else { throw UserInputError(description: "'text' must be a string") }
      self = .text(text)
    case "motion":
      let phase = json["phase"] ?? .null
      if phase == .null {
        self = .motion(phase: nil)
      } else if case .string(let word) = phase, let phase = MotionPhase(rawValue: word) {
        self = .motion(phase: phase)
      } else {
        throw UserInputError(description: "'phase' of a motion must be began, ended or cancelled")
      }
    case "elements": self = .elements(scene: try Self.scene(json["scene"]))
    case "picture":
      let scene = try Self.scene(json["scene"])
      switch json["seen"] ?? .null {
      case .null: self = .picture(seen: nil, scene: scene)
      case .string(let name) where name.utf8.count <= ScreenPicture.longestName:
        self = .picture(seen: name, scene: scene)
      default:
        throw UserInputError(
          description: "'seen' of a picture must be a string of \(ScreenPicture.longestName) bytes at most")
      }
    default: return nil
    }
  }

  /// As it is in an `input` event.
  public var json: JSON {
    switch self {
    case .touches(let touches, let time, let scene):
      return Self.object(
        ["type": "touches", "touches": .array(touches.map(\.json))], ["time": time.map(JSON.number)], scene)
    case .presses(let presses): return ["type": "presses", "presses": .array(presses.map(\.json))]
    case .text(let text): return ["type": "text", "text": .string(text)]
    case .motion(nil): return ["type": "motion"]
    case .motion(let phase?): return ["type": "motion", "phase": .string(phase.rawValue)]
    case .elements(let scene): return Self.object(["type": "elements"], [:], scene)
    case .picture(let seen, let scene):
      return Self.object(["type": "picture"], ["seen": seen.map(JSON.string)], scene)
    }
  }

  private static func object(_ members: [String: JSON], _ optional: [String: JSON?], _ scene: String?) -> JSON {
    var members = members.merging(optional.compactMapValues { $0 }) { member, _ in member }
    if let scene { members["scene"] = .string(scene) }
    return .object(members)
  }

  private static func scene(_ json: JSON?) throws(UserInputError) -> String? {
    switch json ?? .null {
    case .null: return nil
    case .string(let session) where session.utf8.count <= longestSession: return session
    case .bool, .integer, .number, .string, .array, .object:
      throw UserInputError(description: "'scene' must be a session of \(longestSession) bytes at most")
    }
  }

  private static func list(_ json: JSON?, named name: String) throws(UserInputError) -> [JSON] {
    guard case .array(let list)? = json, (1...mostFingers).contains(list.count) else {
      throw UserInputError(description: "'\(name)' must be a list of 1 to \(mostFingers) objects")
    }
    return list
  }

  private static func time(_ json: JSON?) throws(UserInputError) -> Double? {
    guard let json, json != .null else { return nil }
    guard let time = json.amount, (0...3600).contains(time) else {
      throw UserInputError(description: "'time' must be a number of seconds from 0 to 3600")
    }
    return time
  }
}

extension UserInput.Touch {
  fileprivate init(_ json: JSON) throws(UserInputError) {
    guard case .string(let word)? = json["phase"], let phase = Phase(rawValue: word) else {
      throw UserInputError(description: "'phase' of a touch must be began, moved, stationary, ended or cancelled")
    }
    guard let x = json["x"]?.amount, let y = json["y"]?.amount, abs(x) <= UserInput.farthest,
      abs(y) <= UserInput.farthest
    else { throw UserInputError(description: "'x' and 'y' of a touch must be points of the screen") }
    let finger = json["finger"] ?? 0
    let taps = json["taps"] ?? 1
    guard case .integer(let finger) = finger, (0...1000).contains(finger), case .integer(let taps) = taps,
      (1...100).contains(taps)
    else { throw UserInputError(description: "'finger' must be from 0 to 1000, 'taps' from 1 to 100") }
    self.init(finger: finger, phase, x: x, y: y, taps: taps)
  }

  fileprivate var json: JSON {
    [
      "finger": .integer(finger), "phase": .string(phase.rawValue), "x": .number(x), "y": .number(y),
      "taps": .integer(taps),
    ]
  }
}

extension UserInput.Press {
  fileprivate init(_ json: JSON) throws(UserInputError) {
    guard case .string(let word)? = json["phase"], let phase = Phase(rawValue: word) else {
      throw UserInputError(description: "'phase' of a press must be began, changed, stationary, ended or cancelled")
    }
    guard case .string(let key)? = json["key"], key.count == 1 || UserInput.keys.contains(key) else {
      throw UserInputError(
        description: "'key' of a press must be one character or \(UserInput.keys.joined(separator: ", "))")
    }
    self.init(phase, key: key)
  }

  fileprivate var json: JSON { ["phase": .string(phase.rawValue), "key": .string(key)] }
}

extension JSON {
  /// A number of either kind that is finite.
  var amount: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number) where number.isFinite: number
    case .null, .bool, .number, .string, .array, .object: nil
    }
  }
}
