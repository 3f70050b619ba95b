// The members of a JSON object of no fixed shape.

/// Members by their names, which are compared unit by unit (RFC 8259, section 8.3). A `Dictionary` by `String` compares what
/// Unicode calls equivalent, which takes seconds for a megabyte of names that somebody has chosen for that.
public struct JSONObject: Hashable, Sendable {
  private var members: [MemberName: JSON]

  public init() { members = [:] }

  public init(_ members: [String: JSON]) {
    self.init(members.lazy.map { ($0.key, $0.value) })
  }

  /// Of two members of one name the last counts.
  init(_ members: some Sequence<(String, JSON)>) {
    self.members = Dictionary(members.map { (MemberName(text: $0.0), $0.1) }) { _, last in last }
  }

  public subscript(name: String) -> JSON? {
    get { members[MemberName(text: name)] }
    set { members[MemberName(text: name)] = newValue }
  }

  public var isEmpty: Bool { members.isEmpty }

  /// By the bytes of their names.
  var inOrder: [(name: String, value: JSON)] {
    members.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
  }

  /// For those whom nobody keeps waiting on purpose. Of names that Unicode calls equivalent one is left.
  public var dictionary: [String: JSON] {
    Dictionary(members.map { ($0.key.text, $0.value) }) { _, last in last }
  }

  /// In no order.
  public var names: [String] { members.keys.map(\.text) }
}

extension JSONObject: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    for (name, value) in inOrder { try container.encode(value, forKey: MemberName(text: name)) }
  }
}

/// A name that is compared by its bytes.
struct MemberName: Hashable, Comparable, Sendable, CodingKey {
  let text: String

  init(text: String) { self.text = text }

  static func == (left: MemberName, right: MemberName) -> Bool {
    left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
  }

  static func < (left: MemberName, right: MemberName) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  // MARK: CodingKey

  var stringValue: String { text }
  var intValue: Int? { nil }
  init(stringValue: String) { text = stringValue }
  init?(intValue: Int) { nil }
}
