// The members of a JSON object of no fixed shape.

/// Members by their names, which are compared by their bytes: names that Unicode calls equivalent are two.
public struct JSONObject: Hashable, Sendable {
  private var members: [MemberName: JSON]

  public init() { members = [:] }

  public init(_ members: [String: JSON]) {
    self.init(members.lazy.map { ($0.key, $0.value) })
  }

  /// Of two members of one name the last counts.
  init(_ members: some Sequence<(String, JSON)>) {
    self.members = Dictionary(members.map { (MemberName(stringValue: $0.0), $0.1) }) { _, last in last }
  }

  public subscript(name: String) -> JSON? {
    get { members[MemberName(stringValue: name)] }
    set { members[MemberName(stringValue: name)] = newValue }
  }

  public var isEmpty: Bool { members.isEmpty }

  var unordered: [MemberName: JSON] { members }

  /// By the bytes of their names.
  var inOrder: [(name: String, value: JSON)] {
    members.sorted { $0.key < $1.key }.map { ($0.key.stringValue, $0.value) }
  }

  /// For an app and for roostctl: the daemon must not compare long names of others as Unicode has it. Of names that are
  /// equivalent one is left.
  public var dictionary: [String: JSON] {
    Dictionary(members.map { ($0.key.stringValue, $0.value) }) { _, last in last }
  }

  /// By their bytes.
  public var names: [String] { members.keys.sorted().map(\.stringValue) }
}

extension JSONObject: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    for (name, value) in members.sorted(by: { $0.key < $1.key }) { try container.encode(value, forKey: name) }
  }
}
