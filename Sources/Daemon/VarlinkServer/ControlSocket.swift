// The control socket: one daemon serves it at a time, and only those may speak on it who may command the device.
import Glibc
import Linux
import SystemPackage
package import Systemd

/// Why a control socket cannot be served.
enum ControlSocketError: Error, CustomStringConvertible {
  case inUse(path: String, lock: String)
  case pathTooLong(String, limit: Int)
  case notASocket(String)
  case unknownGroup(String)
  case notListening
  case system(action: String, Errno)

  var description: String {
    switch self {
    case .inUse(let path, let lock):
      "another roostd already serves \(path) (it holds \(lock)); stop it first, or give this one its own --runtime-dir"
    case .pathTooLong(let path, let limit):
      "unable to serve \(path): a socket's path may have \(limit) bytes at most (unix(7)); choose a shorter --runtime-dir"
    case .notASocket(let path):
      "unable to serve \(path): a file that is not a socket is there; remove it or choose another --runtime-dir"
    case .unknownGroup(let group):
      "unable to open the control socket to group \(group): no such group; create it or change [control] group"
    case .notListening:
      "unable to serve the socket that the service manager handed over as \"control\": it is not a "
        + "listening Unix stream socket; set ListenStream= to a path in the socket unit"
    case .system(let action, let errno):
      "unable to \(action): \(errno)"
    }
  }
}

/// Listens on `RUNTIME/control`, or on what the service manager listens on for us, until it is closed.
@MainActor package final class ControlSocket {
  package let path: String
  private let descriptor: CInt
  private let lock: CInt
  private let group: gid_t?
  /// Whose the path is: it stays when we go if it is the service manager's.
  private let isInherited: Bool
  private var source: IOSource?

  /// A path that a living daemon serves is refused; one left by a dead daemon is taken over. Who lives is told by a
  /// lock that the kernel drops with its holder (flock(2)), so that no pid file can lie.
  ///
  /// - Parameter inherited: a socket of systemd.socket(5), which is served instead. Its group may command the daemon
  ///   when its mode says so, unless `group` names another.
  package init(runtimeDirectory: String, group: String?, inherited: CInt? = nil) throws {
    isInherited = inherited != nil
    path = try inherited.map(Self.path) ?? runtimeDirectory + "/control"
    self.group = try group.map(Self.groupID) ?? (isInherited ? Self.group(of: path) : nil)
    lock = try Self.takeLock(runtimeDirectory + "/lock", for: path)
    do {
      descriptor = try inherited ?? Self.bind(path, group: self.group)
    } catch {
      close(lock)
      throw error
    }
  }

  /// What a program that replaces this one needs, to serve an inherited socket.
  package var handedOn: [String: CInt] { isInherited ? ["control": descriptor] : [:] }

  /// From now on `connected` is handed every client that may command the device; it owns the descriptor.
  package func listen(_ loop: EventLoop, connected: @escaping (CInt) -> Void) throws {
    try Self.check(Glibc.listen(descriptor, SOMAXCONN), "listen on \(path)")
    source = try loop.watch(descriptor, for: .readable, priority: .request) { [unowned self] _ in accept(connected) }
  }

  /// Takes no more connections, and leaves nothing of ours behind. Who connects to an inherited one from now on waits
  /// for the next daemon.
  package func stop() {
    guard let source else { return }
    source.close()
    self.source = nil
    if !isInherited { unlink(path) }
    close(descriptor)
    close(lock)
  }

  // MARK: Accepting

  private func accept(_ connected: (CInt) -> Void) {
    let client = Glibc.accept(descriptor, nil, nil)
    guard client >= 0 else { return }
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    _ = fcntl(client, F_SETFL, O_NONBLOCK)
    if mayCommand(client) { connected(client) } else { close(client) }
  }

  /// Root, the daemon's own user, and the configured group. The socket's mode says the same; the credentials hold even
  /// where a file system does not honour it.
  private func mayCommand(_ client: CInt) -> Bool {
    // struct ucred of unix(7), which Swift's Glibc does not have.
    var peer: (pid: pid_t, uid: uid_t, gid: gid_t) = (0, uid_t.max, gid_t.max)
    var size = socklen_t(MemoryLayout.size(ofValue: peer))
    guard getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else { return false }
    if peer.uid == 0 || peer.uid == geteuid() { return true }
    guard let group else { return false }
    if peer.gid == group { return true }
    var groups = [gid_t](repeating: 0, count: 64)
    var bytes = socklen_t(groups.count * MemoryLayout<gid_t>.size)
    guard getsockopt(client, SOL_SOCKET, SO_PEERGROUPS, &groups, &bytes) == 0 else { return false }
    return groups.prefix(Int(bytes) / MemoryLayout<gid_t>.size).contains(group)
  }

  // MARK: Binding

  private static func takeLock(_ lock: String, for path: String) throws -> CInt {
    let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ControlSocketError.system(action: "open \(lock)", Errno(rawValue: errno)) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw ControlSocketError.inUse(path: path, lock: lock)
    }
    return descriptor
  }

  private static func bind(_ path: String, group: gid_t?) throws -> CInt {
    guard let address = try? UnixSocketAddress(path) else {
      throw ControlSocketError.pathTooLong(path, limit: UnixSocketAddress.longestPath)
    }
    if let status = try? FileStatus(of: path, followsLinks: false) {
      guard status.kind == .socket else { throw ControlSocketError.notASocket(path) }
      unlink(path)
    }
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw ControlSocketError.system(action: "make a socket", Errno(rawValue: errno)) }
    do {
      // Made for its owner alone; widened only after its group is set.
      let mask = umask(0o177)
      defer { umask(mask) }
      do {
        try address.bind(descriptor)
      } catch {
        throw ControlSocketError.system(action: "bind \(path)", error)
      }
      if let group {
        try check(chown(path, uid_t.max, group), "give \(path) to group \(group)")
        try check(chmod(path, 0o660), "open \(path) to its group")
      }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Where an inherited socket is bound.
  private static func path(of inherited: CInt) throws -> String {
    guard isListeningUnixStream(inherited) else { throw ControlSocketError.notListening }
    _ = fcntl(inherited, F_SETFL, O_NONBLOCK)
    do {
      return try UnixSocketAddress(of: inherited).path
    } catch {
      throw ControlSocketError.system(action: "learn where the inherited control socket is", error)
    }
  }

  /// The group that the mode of the socket lets in (SocketGroup= and SocketMode= of systemd.socket(5)).
  private static func group(of path: String) -> gid_t? {
    guard let status = try? FileStatus(of: path), status.permissions & 0o060 == 0o060 else { return nil }
    return status.group
  }

  private static func check(_ result: CInt, _ action: String) throws {
    if result != 0 { throw ControlSocketError.system(action: action, Errno(rawValue: errno)) }
  }

  private static func groupID(_ name: String) throws -> gid_t {
    guard let entry = getgrnam(name) else { throw ControlSocketError.unknownGroup(name) }
    return entry.pointee.gr_gid
  }
}
