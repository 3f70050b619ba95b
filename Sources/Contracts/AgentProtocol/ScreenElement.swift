// ScreenElement: one thing on an app's screen, as tests and people without eyes on it see it.

public import WireJSON

/// A view that the user can see, or do something to, in the order in which the screen is read.
public struct ScreenElement: Hashable, Sendable {
  /// A word as XCUIElement.ElementType has it, such as `button`.
  public var kind: String
  public var label: String?
  public var identifier: String?
  public var value: String?
  /// Such as `button`, `selected`, `notEnabled` and `focused`.
  public var traits: [String]
  /// In points, from the top left corner of the screen.
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(
    kind: String, label: String? = nil, identifier: String? = nil, value: String? = nil, traits: [String] = [],
    x: Double, y: Double, width: Double, height: Double
  ) {
    self.kind = kind
    self.label = label
    self.identifier = identifier
    self.value = value
    self.traits = traits
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// An app tells of no more.
  public static let most = 500
  /// The characters of a text that are told.
  public static let longestText = 200
  /// All that an app tells of the texts of its elements, in bytes.
  public static let mostText = 1 << 18

  /// Nil for what is no element.
  public init?(_ json: JSON) {
    guard case .string(let kind)? = json["kind"], case .array(let frame)? = json["frame"], frame.count == 4 else {
      return nil
    }
    let numbers = frame.compactMap(\.amount)
    guard numbers.count == 4 else { return nil }
    var traits: [String] = []
    if case .array(let list)? = json["traits"] { traits = list.prefix(32).compactMap(\.word) }
    self.init(
      kind: Self.cut(kind), label: json["label"]?.word, identifier: json["identifier"]?.word,
      value: json["value"]?.word, traits: traits, x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// Without the members that are nil.
  public var json: JSON {
    var members: [String: JSON] = [
      "kind": .string(Self.cut(kind)), "traits": .array(traits.map(JSON.string)),
      "frame": .array([x, y, width, height].map { .number($0.isFinite ? $0 : 0) }),
    ]
    if let label { members["label"] = .string(Self.cut(label)) }
    if let identifier { members["identifier"] = .string(Self.cut(identifier)) }
    if let value { members["value"] = .string(Self.cut(value)) }
    return .object(members)
  }

  /// The elements of an acknowledgement, as many as there may be.
  public static func list(_ json: JSON) -> [ScreenElement] {
    guard case .array(let list) = json else { return [] }
    return list.prefix(most).compactMap(ScreenElement.init)
  }

  /// The bytes that its texts take.
  public var textBytes: Int {
    [kind, label ?? "", identifier ?? "", value ?? ""].reduce(0) { $0 + Self.cut($1).utf8.count }
  }

  fileprivate static func cut(_ text: String) -> String { String(text.prefix(longestText)) }
}

extension JSON {
  fileprivate var word: String? { if case .string(let string) = self { ScreenElement.cut(string) } else { nil } }
}
