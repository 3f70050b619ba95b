// The answer of a server before the file itself comes (RFC 9110, RFC 9112).

import Foundation

struct HTTPResponse {
  let status: Int
  private let fields: [String: String]

  /// - Parameter head: the status line and the fields, without the empty line that ends them.
  init(_ head: [String]) throws {
    let words = (head.first ?? "").split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
      throw HTTPError.nonsense("it began with '\((head.first ?? "").prefix(80))'")
    }
    self.status = status
    fields = Dictionary(
      head.dropFirst().compactMap { line in
        line.firstIndex(of: ":").map { colon in
          (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
      }, uniquingKeysWith: { _, last in last })
  }

  /// All of the file is there already.
  init(partial etag: String?) {
    status = 206
    fields = ["etag": etag ?? ""]
  }

  var isPartial: Bool { status == 206 }
  var isChunked: Bool { fields["transfer-encoding"]?.lowercased().hasSuffix("chunked") ?? false }
  /// Of the body; nil when its end is the connection's.
  var length: Int? { fields["content-length"].flatMap { Int($0) } }

  /// With this a later attempt may ask for the rest: a weak one names no exact bytes (RFC 9110, 13.1.5).
  var validator: String? { fields["etag"].flatMap { $0.isEmpty || $0.hasPrefix("W/") ? nil : $0 } }

  /// `bytes 500-999/1000`
  var firstByte: Int? { range?.first.flatMap { Int($0) } }
  /// `bytes */1000` has it as well.
  var wholeLength: Int? { range?.last.flatMap { Int($0) } }

  private var range: [Substring]? {
    guard let range = fields["content-range"], range.hasPrefix("bytes ") else { return nil }
    return range.dropFirst("bytes ".count).split { $0 == "-" || $0 == "/" }
  }
}
