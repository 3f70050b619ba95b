// The head of an HTTP request, of which the console takes GET alone and no body (RFC 9112).

/// A request line and its fields.
package struct RequestHead: Hashable, Sendable {
  /// Bytes of a whole head; browsers' are below 2 KiB.
  package static let longest = 8 << 10

  package let path: String
  /// By name in lower case; of a field that comes twice the last.
  private let fields: [String: String]

  package subscript(field: String) -> String? { fields[field] }

  /// - Parameter bytes: a whole head, its empty line included.
  package init(_ bytes: [UInt8]) throws(RequestProblem) {
    // Each byte is a letter (ISO 8859-1), none of them a mark that Swift would put in order by the square of their number.
    let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    let request = (lines.popFirst() ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard request.count == 3, request[2] == "HTTP/1.1" else { throw .malformed }
    guard request[0] == "GET" else { throw .notGET }
    path = String(request[1])
    var fields: [String: String] = [:]
    for line in lines where !line.isEmpty {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { throw .malformed }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      fields[line[..<colon].lowercased()] = String(value)
    }
    self.fields = fields
  }

  /// The length of the head at the beginning of `bytes`; nil while it is not whole.
  ///
  /// - Parameter searched: as many bytes have no end: a head that comes byte by byte is searched once, and not once a byte.
  package static func length(in bytes: [UInt8], searched: Int = 0) -> Int? {
    let first = max(4, searched + 1)
    guard bytes.count >= first else { return nil }
    for end in first...bytes.count where bytes[(end - 4)..<end].elementsEqual("\r\n\r\n".utf8) { return end }
    return nil
  }
}

/// The reason why a request is not answered with a file.
package enum RequestProblem: Error, Hashable, Sendable { case malformed, notGET }
