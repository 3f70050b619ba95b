// The socket to roostd: its order, and everything that it is told.
import Glibc
import TransferProtocol
import WireJSON

/// When the daemon is gone, so is this process.
final class DaemonLink {
  /// Where the daemon puts it.
  static let descriptor: CInt = 3

  /// The order; nil when the daemon has closed its end, or speaks another language.
  func order() -> TransferOrder? {
    var lines = LineFramer(limit: TransferOrder.limit)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    do {
      while true {
        if let line = try lines.next() { return try TransferOrder(line: line) }
        let count = read(Self.descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return nil }
        buffer.withUnsafeBytes { lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    } catch {
      return nil
    }
  }

  func say(_ news: TransferNews) {
    var rest = news.line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(Self.descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { _exit(EXIT_SUCCESS) }
      rest = rest.dropFirst(count)
    }
  }

  /// Ends this process when the daemon has closed its end: it has nothing more to say.
  func endWithDaemon() {
    var end = pollfd(fd: Self.descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&end, 1, 0) > 0 { _exit(EXIT_SUCCESS) }
  }

  /// For good, with the reason.
  func end(_ ending: TransferNews.Ending) -> Never {
    say(.ended(ending))
    // Without exit handlers: what is in memory came from a server.
    _exit(ending.kind == .done ? EXIT_SUCCESS : EXIT_FAILURE)
  }
}
