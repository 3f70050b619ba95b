// The scheme of a URL, by which the app that opens it is found (LA6).

/// A scheme as it is compared: in lower case (RFC 3986, 3.1).
public struct URLScheme: Hashable, Sendable {
  public let name: String

  /// The scheme that `url` begins with; nil when it has none, or holds what no URL does.
  public init?(of url: String) {
    let colon = url.utf8.firstIndex(of: UInt8(ascii: ":"))
    guard let colon, url.utf8.index(after: colon) < url.endIndex else { return nil }
    guard url.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control && $0 != " " }) else { return nil }
    self.init(String(url[..<colon]))
  }

  /// A scheme as an app declares it: `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`.
  public init?(_ name: String) {
    let scalars = name.lowercased().unicodeScalars
    guard let first = scalars.first, ("a"..."z").contains(first) else { return nil }
    let isScheme = scalars.allSatisfy {
      ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "+" || $0 == "-" || $0 == "."
    }
    guard isScheme else { return nil }
    self.name = String(scalars)
  }
}
