// A helper's end of the socket to roostd: lines both ways. When the daemon is gone, so is the helper.
import Glibc
import WireJSON

/// Waits for the daemon as long as it takes.
package final class DaemonLink {
  /// Where the daemon puts the socket.
  package static let descriptor: CInt = 3
  private var lines: LineFramer

  /// - Parameter lineLimit: the most bytes of a line of the daemon's.
  package init(lineLimit: Int) { lines = LineFramer(limit: lineLimit) }

  /// The next line, without its newline; nil when the daemon has closed its end, or speaks another language.
  package func next<Line>(_ reading: ([UInt8]) throws -> Line) -> Line? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    do {
      while true {
        if let line = try lines.next() { return try reading(line) }
        let count = read(Self.descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return nil }
        buffer.withUnsafeBytes { lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    } catch {
      return nil
    }
  }

  /// - Parameter line: with its newline.
  package func say(_ line: [UInt8]) {
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(Self.descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { _exit(EXIT_SUCCESS) }
      rest = rest.dropFirst(count)
    }
  }
}
