// A stream socket at a path, for tests of those who connect to one.
import Glibc
import Testing

/// A socket of the Unix family that listens, and accepts when it is told to; its last reference removes it.
package final class StreamListener {
  package let path: String
  private let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)

  /// - Parameter backlog: connections that may wait, and one more (listen(2)).
  package init(_ path: String, backlog: CInt) throws {
    self.path = path
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let isBound = withUnsafePointer(to: &address) { [listener] in
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(listener, backlog) == 0
      }
    }
    try #require(isBound)
  }

  deinit {
    close(listener)
    unlink(path)
  }

  /// All that the connection which has waited longest has sent, as one text; it is closed then.
  package func takeText() throws -> String {
    let connection = accept(listener, nil, nil)
    try #require(connection >= 0)
    defer { close(connection) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(connection, &bytes, bytes.count, CInt(MSG_DONTWAIT))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
