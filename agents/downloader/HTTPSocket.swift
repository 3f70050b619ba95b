// A connection to a web server: lines, then a body of a known length, in chunks, or to the end (RFC 9112, 6).

import Foundation

/// Used by one thread, which waits in it; closed with its last reference.
final class HTTPSocket {
  let descriptor: CInt
  private var buffer: [UInt8] = []

  /// More than any server's head; the rest of what is no head is not read.
  private static let headLimit = 64 << 10

  init(host: String, port: Int) throws {
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let failed = getaddrinfo(host, "\(port)", &hints, &list)
    guard failed == 0 else { throw HTTPError.unreachable(host, why: String(cString: gai_strerror(failed))) }
    defer { freeaddrinfo(list) }
    var why = ENOENT
    for address in sequence(first: list?.pointee, next: { $0?.ai_next?.pointee }) {
      guard let address else { break }
      let opened = socket(address.ai_family, address.ai_socktype | CInt(SOCK_CLOEXEC.rawValue), address.ai_protocol)
      if opened >= 0, connect(opened, address.ai_addr, address.ai_addrlen) == 0 {
        descriptor = opened
        return
      }
      why = errno
      if opened >= 0 { close(opened) }
    }
    throw HTTPError.unreachable(host, why: String(cString: strerror(why)))
  }

  deinit { close(descriptor) }

  func write(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      // A server that has gone is an error here, and not a signal (send(2)).
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw HTTPError.endedEarly }
    }
  }

  /// The lines before the first empty one.
  func readHead() throws -> [String] {
    var lines: [String] = []
    var size = 0
    while true {
      let line = try readLine()
      if line.isEmpty { return lines }
      lines.append(line)
      size += line.utf8.count
      if size > Self.headLimit { throw HTTPError.nonsense("its head has no end") }
    }
  }

  /// Returns when all of it has come.
  func readBody(_ response: HTTPResponse, receive: (Data) throws -> Void) throws {
    if response.isChunked {
      while true {
        // A size in hexadecimal, and perhaps more after a semicolon.
        let line = try readLine()
        guard let size = Int(line.prefix { $0.isHexDigit }, radix: 16) else {
          throw HTTPError.nonsense("a chunk began with '\(line.prefix(80))'")
        }
        if size == 0 { return }
        try read(size, receive)
        _ = try readLine()
      }
    } else if let length = response.length {
      try read(length, receive)
    } else {
      while try fill() {
        try receive(Data(buffer))
        buffer = []
      }
    }
  }

  private func read(_ count: Int, _ receive: (Data) throws -> Void) throws {
    var rest = count
    while rest > 0 {
      if buffer.isEmpty, try !fill() { throw HTTPError.endedEarly }
      let piece = buffer.prefix(rest)
      try receive(Data(piece))
      buffer.removeFirst(piece.count)
      rest -= piece.count
    }
  }

  private func readLine() throws -> String {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeFirst(end + 1)
        return line.hasSuffix("\r") ? String(line.dropLast()) : line
      }
      if buffer.count > Self.headLimit { throw HTTPError.nonsense("a line has no end") }
      if try !fill() { throw HTTPError.endedEarly }
    }
  }

  /// Waits for more; false at the end.
  private func fill() throws -> Bool {
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = recv(descriptor, &piece, piece.count, 0)
      if count > 0 { buffer += piece[..<count] }
      if count >= 0 { return count > 0 }
      if errno != EINTR { throw HTTPError.endedEarly }
    }
  }
}
