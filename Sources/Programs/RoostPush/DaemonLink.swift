// The socket to roostd: its order, its consent to each message, and what it is told.
import Glibc
import PushProtocol
import WireJSON

/// Waits for the daemon as long as it takes. When the daemon is gone, so is this process.
final class DaemonLink {
  /// Where the daemon puts it.
  static let descriptor: CInt = 3
  private var lines = LineFramer(limit: PushCommand.limit)

  /// The next line; nil when the daemon has closed its end, or speaks another language.
  func next() -> PushCommand? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    do {
      while true {
        if let line = try lines.next() { return try PushCommand(line: line) }
        let count = read(Self.descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return nil }
        buffer.withUnsafeBytes { lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    } catch {
      return nil
    }
  }

  func say(_ news: PushNews) {
    var rest = news.line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(Self.descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { _exit(EXIT_SUCCESS) }
      rest = rest.dropFirst(count)
    }
  }

  /// Hands a message over, and returns when the daemon has taken it. A daemon that ends before leaves it with the broker,
  /// to which nothing is said any more.
  func hand(over message: PushMessage) {
    say(.message(message))
    guard next() == .taken else { _exit(EXIT_SUCCESS) }
  }

  /// For good, with the reason.
  func end(_ end: PushEnd) -> Never {
    say(.ended(end))
    exit(EXIT_FAILURE)
  }
}
