// A daemon whose word is enough to replace and to remove files: that of root, or of the user who asks.
import ControlAPI
import Glibc

/// Any user may have a daemon of their own, and a root who names its socket would have that user choose which folders go.
struct OwnDaemon: DaemonConnection {
  let socket: String?
  let json: Bool

  init(_ connection: some DaemonConnection) { (socket, json) = (connection.socket, connection.json) }

  func connect() throws(CommandFailure) -> ControlClient {
    let client = try reach()
    guard let user = Self.user(of: client) else { throw unable("see whose daemon answers at \(path)", errno) }
    guard user == 0 || user == geteuid() else {
      throw .refused(
        """
        the daemon at \(path) is that of the user \(user), who would choose which of your files are replaced and removed; \
        run roostctl as that user, or name the socket of root's daemon or of your own with --socket
        """)
    }
    return client
  }

  /// Of the process that listens, when it began to (`SO_PEERCRED`, unix(7)).
  private static func user(of client: ControlClient) -> uid_t? {
    // struct ucred of unix(7), which Swift's Glibc does not have.
    var peer: (pid: pid_t, uid: uid_t, gid: gid_t) = (0, uid_t.max, gid_t.max)
    var size = socklen_t(MemoryLayout.size(ofValue: peer))
    guard getsockopt(client.fileDescriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else { return nil }
    return peer.uid
  }
}
