// A browser's end of a connection to the console, byte by byte, so that a test can do what no browser does.
import Foundation
import Glibc

final class BrowserEnd {
  /// Seconds in which the console has to say or do what a test waits for.
  static let patience = 120
  let descriptor: Int32
  private var bytes: [UInt8] = []

  /// - Parameter receives: bytes that the kernel keeps for a test that does not read.
  init(port: UInt16, receives: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if var receives {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receives, socklen_t(MemoryLayout<Int32>.size))
    }
    bePatient()
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let status = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
  }

  init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    bePatient()
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
  }

  deinit { close(descriptor) }

  /// The port of this end of a connection; nil for another descriptor.
  static func port(of descriptor: Int32) -> UInt16? {
    var name = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return status == 0 && name.sin_family == sa_family_t(AF_INET) ? UInt16(bigEndian: name.sin_port) : nil
  }

  private func bePatient() {
    var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  /// False when the console has closed the connection.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool { Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Waits until the console has ended or reset the connection, without reading from it; false if it does not.
  func isEnded() -> Bool {
    // POLLRDHUP of poll(2), which Swift's module of the C library leaves out.
    var entry = pollfd(fd: descriptor, events: Int16(0x2000), revents: 0)
    return poll(&entry, 1, Int32(Self.patience * 1000)) > 0
  }

  /// All until the console closes the connection; nil if it does not.
  func rest() -> [UInt8]? {
    while true {
      switch more() {
      case .some(let count) where count > 0: continue
      case .some(0): return bytes
      // A connection that is ended while bytes are on their way to it is reset.
      default: return errno == ECONNRESET ? bytes : nil
      }
    }
  }

  /// The head of an answer and what has come behind it.
  func answer() throws -> String {
    guard let rest = rest() else { throw POSIXError(.ETIMEDOUT) }
    return String(decoding: rest, as: UTF8.self)
  }

  /// Asks for the switch to WebSocket; false when it is refused.
  func open(_ path: String, host: String, origin: String?) throws -> Bool {
    send(
      "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        + (origin.map { "Origin: \($0)\r\n" } ?? "") + "\r\n")
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.firstRange(of: "\r\n\r\n") {
        bytes.removeFirst(text[..<end.upperBound].utf8.count)
        // The answer to this key is RFC 6455's own example, section 1.3.
        return text.hasPrefix("HTTP/1.1 101 ") && text.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
      }
      guard (more() ?? 0) > 0 else { return false }
    }
  }

  /// A message as a browser sends it.
  @discardableResult
  func say(_ text: String) -> Bool {
    let payload = Array(text.utf8)
    let length: [UInt8] = [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
    return send([0x81] + length + [0, 0, 0, 0] + payload)
  }

  /// The next message of the console; nil when it has closed the connection.
  func message() -> String? {
    while true {
      if bytes.count >= 2 {
        let short = Int(bytes[1])
        let extra = short < 126 ? 0 : short == 126 ? 2 : 8
        if bytes.count >= 2 + extra {
          let length = extra == 0 ? short : bytes[2..<(2 + extra)].reduce(0) { $0 << 8 | Int($1) }
          if bytes.count >= 2 + extra + length {
            let payload = bytes[(2 + extra)..<(2 + extra + length)]
            let text =
              bytes[0] == 0x88
              ? "close \(payload.reduce(0) { $0 << 8 | Int($1) })" : String(decoding: payload, as: UTF8.self)
            bytes.removeFirst(2 + extra + length)
            return text
          }
        }
      }
      guard (more() ?? 0) > 0 else { return nil }
    }
  }

  /// The first message that has `part` in it.
  func message(with part: String) -> String? {
    while let message = message() { if message.contains(part) { return message } }
    return nil
  }

  private func more() -> Int? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count >= 0 else { return nil }
    bytes += buffer[..<count]
    return count
  }
}
