// The modifiers of a build setting's reference: $(PRODUCT_NAME:rfc1034identifier).

package enum SettingModifier {
  /// Nil for one that is not known.
  package static func apply(_ modifier: String, to value: String) -> String? {
    switch modifier {
    case "rfc1034identifier":
      return String(value.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." ? $0 : "-" })
    case "c99extidentifier", "identifier":
      // By its scalars, of which a compiler takes each for itself.
      var name: [Unicode.Scalar] = value.unicodeScalars.map { $0.properties.isXIDContinue ? $0 : "_" }
      if let first = name.first, !first.properties.isXIDStart { name[0] = "_" }
      return String(String.UnicodeScalarView(name))
    case "lower": return value.lowercased()
    case "upper": return value.uppercased()
    case "quote", "standardizepath", "xmlescape": return value
    case "file": return lastName(value)
    case "dir": return String(value.dropLast(lastName(value).count))
    case "base":
      let name = lastName(value)
      return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    case "suffix":
      let name = lastName(value)
      return name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
    default:
      guard modifier.hasPrefix("default=") else { return nil }
      return value.isEmpty ? String(modifier.dropFirst("default=".count)) : value
    }
  }
}
