// The journal's socket, in its own protocol (systemd's JOURNAL_NATIVE_PROTOCOL).

import Glibc
import Synchronization

final class Journal: Sendable {
  static let shared = Journal()

  private let path: String
  /// -1 where there is no journal, or it is not to be reached from here: nobody is asked twice.
  private let socket: Mutex<CInt>

  init(path: String = "/run/systemd/journal/socket") {
    self.path = path
    socket = Mutex(Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
  }

  deinit {
    let last = socket.withLock { $0 }
    if last >= 0 { close(last) }
  }

  /// Waits for nobody: a journal that is behind misses the entry.
  func send(_ fields: [(name: String, value: String)]) {
    let bytes = Self.datagram(fields)
    socket.withLock { socket in
      guard socket >= 0, !send(bytes, by: socket), ![EAGAIN, ENOBUFS, EINTR].contains(errno) else { return }
      close(socket)
      socket = -1
    }
  }

  private func send(_ bytes: [UInt8], by socket: CInt) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
      place.count > path.utf8.count
        && {
          place.copyBytes(from: path.utf8)
          return true
        }()
    }
    guard fits else { return false }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bytes.withUnsafeBytes {
          sendto(
            socket, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL), pointer,
            socklen_t(MemoryLayout<sockaddr_un>.size)) >= 0
        }
      }
    }
  }

  /// A value with a line break in it goes with its length before it.
  static func datagram(_ fields: [(name: String, value: String)]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (name, value) in fields {
      bytes += name.utf8
      if value.utf8.contains(10) {
        bytes.append(10)
        withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { bytes += $0 }
      } else {
        bytes.append(UInt8(ascii: "="))
      }
      bytes += value.utf8
      bytes.append(10)
    }
    return bytes
  }
}
