// The reasons not to decode a property list.

enum PropertyListProblem: Error {
  /// The older format, or no list at all.
  case format
  /// Foundation multiplies counts of a binary list before it compares them, and ends the process.
  case counts
  case zeros
  case values
  case containers
  case depth
  case bytes
  case bytesBeyondASCII
  case marks

  /// To be read after a colon.
  var sentence: String {
    switch self {
    case .format: "it is neither XML nor binary (`plutil -convert xml1` makes XML of it)"
    case .counts: "it counts bytes or values beyond its end"
    case .zeros: "it has zero bytes, as UTF-16 has, and is to be UTF-8"
    case .values: "it has more than \(PropertyListBounds.mostValues) values"
    case .containers: "it has more than \(PropertyListBounds.mostContainers) arrays and dictionaries"
    case .depth: "its arrays and dictionaries are more than \(PropertyListBounds.deepest) deep, or contain each other"
    case .bytes: "its texts and data are more than \(PropertyListBounds.mostBytes >> 10) KiB"
    case .bytesBeyondASCII: "more than \(PropertyListBounds.mostBytesBeyondASCII >> 10) KiB of its text is not ASCII"
    case .marks: "it has more than thirty combining marks in a row, or more than 200 escapes such as &#x301;"
    }
  }
}
