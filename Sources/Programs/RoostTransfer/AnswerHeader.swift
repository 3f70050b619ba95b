// The lines of a server's header: those that matter for a part, and all fields for the app.
import TransferProtocol

/// Of the last answer, where there were redirects before it.
struct AnswerHeader {
  /// In bytes, of all answers together.
  static let limit = 64 << 10

  private var size = 0
  private var tag: String?
  private var modified: String?
  /// The first byte of the rest that the server sends (RFC 9110, 14.4).
  private(set) var start: Int64?
  private(set) var fields = AnswerFields()

  /// By which the server can be asked for the rest of just this version (RFC 9110, 13.1.5): a weak tag does not do.
  var validator: String? {
    let known = tag.flatMap { $0.hasPrefix("\"") ? $0 : nil } ?? (tag == nil ? modified : nil)
    return known.flatMap { $0.utf8.count <= TransferNews.validatorLimit ? $0 : nil }
  }

  /// - Returns: false when the header is too large.
  mutating func take(_ line: String, bytes: Int) -> Bool {
    size += bytes
    guard size <= Self.limit else { return false }
    if line.hasPrefix("HTTP/") { (tag, modified, start, fields) = (nil, nil, nil, AnswerFields()) }
    guard let colon = line.firstIndex(of: ":") else { return true }
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    var rest = line[line.index(after: colon)...].drop(while: isSpace).prefix {
      $0 != "\r\n" && $0 != "\n" && $0 != "\r"
    }
    while rest.last.map(isSpace) == true { rest.removeLast() }
    let value = String(rest)
    fields.add(String(line[..<colon]), value)
    switch line[..<colon].lowercased() {
    case "etag": tag = value
    case "last-modified": modified = value
    case "content-range": start = value.split(separator: " ").last.flatMap { Int64($0.prefix { $0.isNumber }) }
    case _: break
    }
    return true
  }
}
