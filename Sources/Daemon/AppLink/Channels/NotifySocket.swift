// The socket for a program's messages to a service manager: NOTIFY_SOCKET (sd_notify(3)).
import Glibc
package import Linux
import SystemPackage
package import Systemd

/// A datagram socket in the runtime directory, there as long as its app's process.
@MainActor package final class NotifySocket {
  /// The kernel names the sender.
  package struct Message {
    let sender: pid_t
    package let text: String
  }

  package let path: String
  private let socket: UntrustedSocket
  private var isRemoved = false
  package var descriptor: CInt { socket.descriptor }

  /// Only the daemon's user may write to it, or with `owner` only that one: the app's.
  package init(_ path: String, owner: AppUser? = nil) throws(SystemCallError) {
    self.path = path
    // SOCK_NONBLOCK | SOCK_CLOEXEC (socket(2)), which Swift's Glibc has as an enumeration.
    do {
      socket = UntrustedSocket(try Sys.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | 0o4000 | 0o2000000, 0))
    } catch {
      throw Self.failure(path, error)
    }
    // Removes the socket that an earlier daemon left.
    try? Sys.unlink(path)
    do throws(Errno) {
      try Sys.setsockopt(socket.descriptor, SO_PASSCRED, 1)
      try UnixSocketAddress(path).bind(socket.descriptor)
      try Sys.chmod(path, 0o600)
      if let owner { try Sys.chown(path, owner.user, owner.group) }
    } catch {
      socket.close()
      throw Self.failure(path, error)
    }
  }

  private static func failure(_ path: String, _ errno: Errno) -> SystemCallError {
    SystemCallError(
      action: "make the socket \(path) for an app's notifications", errno: errno,
      cure: "check that --runtime-dir is writable and has space, and LimitNOFILE= of the daemon's unit")
  }

  /// The one that an earlier daemon made.
  package init(_ path: String, adopting descriptor: CInt) {
    self.path = path
    socket = UntrustedSocket(descriptor, mayHaveBeenWrittenTo: true)
  }

  deinit {
    socket.close()
    if !isRemoved { LateRemoval.unlink(path) }
  }

  /// Nil when there is none. A message longer than any of sd_notify(3) is cut.
  /// - Throws: `EPROTO` for a message with descriptors; nothing after it can be had.
  func next() throws(Errno) -> Message? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count: Int, sender: pid_t
    do throws(Errno) {
      (count, sender) = try socket.receive(into: &buffer)
    } catch {
      if error == .protocolError { throw error }
      return nil
    }
    return Message(sender: sender, text: String(decoding: buffer.prefix(count), as: UTF8.self))
  }

  /// Its app has ended.
  func remove() {
    isRemoved = true
    LateRemoval.unlink(path)
  }
}
