// The activities that go to roostd. It drops one that is larger than it keeps, and ends an app whose line is longer or
// nests deeper than lines of the channel may (roost-agent(7)), so neither is sent.

import WireJSON

extension NSUserActivity {
  /// In bytes of JSON. Each value has two at least, so that a line never has too many values.
  private static let longest = 32_768
  /// Two less than a line: the activity is a member of a member of it.
  private static let deepest = JSONLimits.peer.depth - 2

  /// For a sentence about one that is not sent.
  static var bounds: String { "as JSON it may have \(longest) bytes, and nest \(deepest) deep" }

  /// Nil where it is too large or too deep.
  var sent: JSON? {
    let json = json
    guard json.depth <= Self.deepest, json.text.utf8.count <= Self.longest else { return Optional.none }
    return json
  }
}

extension JSON {
  /// Arrays and objects around the innermost value.
  fileprivate var depth: Int {
    switch self {
    case .null, .bool, .integer, .number, .string: 0
    case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.dictionary.values.map(\.depth).max() ?? 0)
    }
  }
}
