// The answers of the console to requests: its files, refusals, and the switch to WebSocket. Every one has the same walls.
import Crypto

/// A file of the page.
package struct PageFile: Sendable {
  /// Such as `text/html; charset=utf-8`.
  let type: String
  let content: [UInt8]

  package init(type: String, _ content: [UInt8]) {
    self.type = type
    self.content = content
  }
}

enum Answer {
  case file(PageFile)
  case refusal(Refusal)
  /// RFC 6455, section 4.2.2.
  case webSocket(key: String)

  enum Refusal: String {
    case malformed = "400 Bad Request"
    case forbidden = "403 Forbidden"
    case notFound = "404 Not Found"
    case notGET = "405 Method Not Allowed"
    case tooLong = "431 Request Header Fields Too Large"
    case full = "503 Service Unavailable"

    var sentence: String {
      switch self {
      case .malformed: "The request cannot be read.\n"
      case .forbidden:
        "The address lacks its token, or the page is another site's; open the address as it was printed.\n"
      case .notFound: "There is no such file.\n"
      case .notGET: "The console answers GET alone.\n"
      case .tooLong: "The request is too long.\n"
      case .full: "As many pages are open as may be; close one.\n"
      }
    }
  }

  /// Nothing but the console's own files runs or is loaded; pictures are blobs in an image, where no script runs. Not
  /// every browser takes 'self' for a WebSocket too.
  private static func policy(_ host: String?) -> String {
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
      + "connect-src 'self'\(host.map { " ws://\($0)" } ?? ""); base-uri 'none'; form-action 'none'; "
      + "frame-ancestors 'none'; require-trusted-types-for 'script'"
  }

  /// - Parameter host: the console's own, as the browser named it; nil where it is another's.
  func bytes(host: String?) -> [UInt8] {
    switch self {
    case .file(let file): Self.head("200 OK", file.type, file.content.count, host) + file.content
    case .refusal(let refusal):
      Self.head(refusal.rawValue, "text/plain; charset=utf-8", refusal.sentence.utf8.count, host)
        + refusal.sentence.utf8
    case .webSocket(let key):
      Array(
        """
        HTTP/1.1 101 Switching Protocols\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Accept: \(Self.accept(key))\r
        \r

        """.utf8)
    }
  }

  private static func head(_ status: String, _ type: String, _ length: Int, _ host: String?) -> [UInt8] {
    Array(
      """
      HTTP/1.1 \(status)\r
      Content-Type: \(type)\r
      Content-Length: \(length)\r
      Content-Security-Policy: \(policy(host))\r
      X-Content-Type-Options: nosniff\r
      Referrer-Policy: no-referrer\r
      Cross-Origin-Opener-Policy: same-origin\r
      Cross-Origin-Resource-Policy: same-origin\r
      Cache-Control: no-store\r
      Connection: close\r
      \r

      """.utf8)
  }

  /// Proves that the server knows the protocol; it keeps nothing secret, so that SHA-1 does.
  static func accept(_ key: String) -> String {
    base64(Insecure.SHA1.hash(data: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
  }

  /// RFC 4648, section 4.
  private static func base64(_ bytes: some Sequence<UInt8>) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let bytes = Array(bytes)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = 0
      for index in 0..<3 { bits = bits << 8 | (index < group.count ? Int(group[start + index]) : 0) }
      for index in 0..<4 {
        text.append(index <= group.count ? alphabet[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
