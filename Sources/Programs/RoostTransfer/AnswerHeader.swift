// The lines of a server's header: those that matter for a part, and all fields for the app.
import CCurl
import TransferProtocol

/// Of the last answer, where there were redirects before it.
struct AnswerHeader {
  /// In bytes, of all answers together.
  static let limit = 64 << 10

  private var size = 0
  private var tag: String?
  private var modified: String?
  private var date: String?
  /// The bytes that the server sends of the whole (RFC 9110, 14.4).
  private(set) var range: Range?
  /// The bytes of the whole, where the server has none of those that were asked for, as in `bytes */150`.
  private(set) var wholeWithoutRange: Int64?
  private(set) var fields = AnswerFields()

  struct Range: Equatable {
    let first: Int64
    /// After the last.
    let end: Int64
    /// Whether nothing comes after them, as far as the server tells how long the whole is.
    let isRest: Bool
    /// Whether it does.
    let namesWhole: Bool

    /// The value of the field, as in `bytes 100-149/150`.
    init?(_ value: String) {
      let parts = value.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
      let (bytes, whole) = (parts[1].prefix { $0 != "/" }, parts[1].drop { $0 != "/" }.dropFirst())
      let ends = bytes.split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count == 2, let first = Int64(ends[0]), let last = Int64(ends[1]), 0 <= first, first <= last,
        last < .max
      else { return nil }
      self.first = first
      end = last + 1
      namesWhole = whole != "*"
      isRest = !namesWhole || Int64(whole) == end
    }
  }

  /// By which the server can be asked for the rest of just this version (RFC 9110, 13.1.5). A date in whose second the file may have
  /// been written again does not do (8.8.2.2).
  var validator: String? { tag != nil || isOlderThanAnswer ? version : nil }

  private var isOlderThanAnswer: Bool {
    guard let modified, let date else { return false }
    let (written, sent) = (curl_getdate(modified, nil), curl_getdate(date, nil))
    return written >= 0 && written < sent
  }

  /// By which this version is told from another: a weak tag does not do.
  var version: String? {
    let known = tag.flatMap { $0.hasPrefix("\"") ? $0 : nil } ?? (tag == nil ? modified : nil)
    return known.flatMap { TransferNews.isValidator($0) ? $0 : nil }
  }

  /// - Returns: false when the header is too large.
  mutating func take(_ line: String, bytes: Int) -> Bool {
    size += bytes
    guard size <= Self.limit else { return false }
    if line.utf8.starts(with: "HTTP/".utf8) {
      (tag, modified, date, range, wholeWithoutRange, fields) = (nil, nil, nil, nil, nil, AnswerFields())
    }
    // By bytes: to find the end of a character of 64 KiB of combining marks takes seconds.
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var rest = line.utf8[line.utf8.index(after: colon)...].drop(while: isSpace).prefix {
      $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n")
    }
    while rest.last.map(isSpace) == true { rest.removeLast() }
    let (name, value) = (String(line[..<colon]), String(Substring(rest)))
    fields.add(name, value)
    guard (name + value).utf8.allSatisfy({ $0 < 0x80 }) else { return true }
    switch name.lowercased() {
    case "etag": tag = value
    case "last-modified": modified = value
    case "date": date = value
    case "content-range":
      range = Range(value)
      let none = "bytes */"
      wholeWithoutRange = value.lowercased().hasPrefix(none) ? Int64(value.dropFirst(none.count)) : nil
    case _: break
    }
    return true
  }
}
