// The members of an object as the reader finds them, before anybody asks for a type.

/// Most objects have a few members, and to look at each finds one sooner than its hash does. Somebody may send many.
struct JSONMembers: Sendable {
  /// Members that are looked at one after the other.
  private static let most = 16

  private var few: [(name: MemberName, value: JSONNode)] = []
  /// All of them, where they are more than a few.
  private var many: [MemberName: JSONNode] = [:]

  subscript(name: String) -> JSONNode? {
    let name = MemberName(stringValue: name)
    guard many.isEmpty else { return many[name] }
    for place in few.indices where few[place].name == name { return few[place].value }
    return nil
  }

  /// Of two members of one name the last counts, as with most readers (RFC 8259, section 4).
  mutating func take(_ name: String, _ value: JSONNode) {
    let name = MemberName(stringValue: name)
    if !many.isEmpty {
      many[name] = value
    } else if let place = few.firstIndex(where: { $0.name == name }) {
      few[place].value = value
    } else if few.count < Self.most {
      few.append((name, value))
    } else {
      many = Dictionary(uniqueKeysWithValues: few.map { ($0.name, $0.value) })
      many[name] = value
      few = []
    }
  }

  var names: [String] { (many.isEmpty ? few.map(\.name) : Array(many.keys)).map(\.stringValue) }

  /// In the order of the text, where they are a few.
  var all: [(String, JSONNode)] {
    many.isEmpty ? few.map { ($0.name.stringValue, $0.value) } : many.map { ($0.key.stringValue, $0.value) }
  }
}
