// The way to the value that a text ends at, for the error of one that cannot be encoded.

extension JSONText {
  /// The keys and places that lead to the value that comes next, outermost first. They are read from the text itself: an
  /// encoder that kept them beside it would pay for them at each key, and hardly ever needs them.
  var path: [any CodingKey] {
    var steps: [Step?] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "{"): steps.append(nil)
      case UInt8(ascii: "["): steps.append(Step(intValue: 0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): steps.removeLast()
      case UInt8(ascii: ","): steps[steps.count - 1] = steps.last??.intValue.map { Step(intValue: $0 + 1) }
      case UInt8(ascii: "\""):
        let string = Self.takeString(&rest)
        if rest.first == UInt8(ascii: ":") { steps[steps.count - 1] = Step(stringValue: string) }
      default: break
      }
    }
    // An object of which no key is written yet has no step of its own.
    return steps.compactMap { $0 }
  }

  /// The rest of a string whose first quotation mark has been taken.
  private static func takeString(_ rest: inout ArraySlice<UInt8>) -> String {
    var quoted = [UInt8(ascii: "\"")]
    while let byte = rest.popFirst() {
      quoted.append(byte)
      if byte == UInt8(ascii: "\"") { break }
      // Whatever is escaped, be it a quotation mark or a backslash.
      if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() { quoted.append(escaped) }
    }
    return (try? WireDecoder.decode(String.self, from: quoted)) ?? ""
  }
}

/// A key of an object, or a place in an array.
private struct Step: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}
