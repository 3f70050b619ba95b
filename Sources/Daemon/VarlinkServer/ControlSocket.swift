// The control socket: one daemon serves it at a time, and only those may speak on it who may command the device.
import Glibc
import Linux
import SystemPackage
package import Systemd

/// The reason why a control socket cannot be served.
enum ControlSocketError: Error, CustomStringConvertible {
  case inUse(path: String, lock: String)
  case pathTooLong(String, limit: Int)
  case notASocket(String)
  case unreadableGroup(String, Errno)
  case notListening
  case unableToAccept(path: String, Errno)
  case system(action: String, Errno)

  var description: String {
    switch self {
    case .inUse(let path, let lock):
      "another roostd already serves \(path) (it holds \(lock)); stop it first, or give this one its own --runtime-dir"
    case .pathTooLong(let path, let limit):
      "unable to serve \(path): a socket's path may have \(limit) bytes at most (unix(7)); choose a shorter --runtime-dir"
    case .notASocket(let path):
      "unable to serve \(path): a file that is not a socket is there; remove it or choose another --runtime-dir"
    case .unreadableGroup(let group, let errno):
      "unable to open the control socket to group \(group): unable to look it up: \(errno); check nsswitch.conf(5) and the "
        + "services that it names"
    case .notListening:
      "unable to serve the socket that the service manager handed over as \"control\": it is not a "
        + "listening Unix stream socket; set ListenStream= to a path in the socket unit"
    case .unableToAccept(let path, let errno):
      "unable to accept clients on \(path): \(errno); they wait until roostd can: end apps and clients that are not "
        + "needed, or raise LimitNOFILE= of the daemon's unit"
    case .system(let action, let errno):
      "unable to \(action): \(errno); check that --runtime-dir is writable and has space, and LimitNOFILE= of the "
        + "daemon's unit"
    }
  }
}

/// A group that is configured, and that this machine does not have.
package nonisolated struct UnknownControlGroup: Error, Equatable, CustomStringConvertible {
  package let group: String

  package var description: String {
    "unable to open the control socket to group \(group): no such group; create it or change [control] group"
  }
}

/// Listens on `RUNTIME/control`, or on what the service manager listens on for us, until it is closed.
@MainActor package final class ControlSocket {
  package let path: String
  private let descriptor: CInt
  private var lock: LifetimeLock?
  private let group: gid_t?
  /// Whether the path is the service manager's, and so stays when we go.
  private let isInherited: Bool
  /// Whether the kernel lets no client send descriptors, from before its first byte.
  private let isRefusing: Bool
  private var source: IOSource?
  /// When clients that could not be accepted are tried again.
  private var retry: TimerSource?
  /// Whether the last client could not be accepted.
  private var isShort = false
  private var isOpen = true

  /// A path that a living daemon serves is refused; one left by a dead daemon is taken over.
  ///
  /// - Parameter inherited: a socket of systemd.socket(5), which is served instead. Its group may command the daemon
  ///   when its mode says so, unless `group` names another.
  /// - Parameter left: the socket of the program that this process was before, on which clients may be waiting already. It is closed
  ///   where clients find it no more.
  package init(runtimeDirectory: String, group: String?, inherited: CInt? = nil, left: CInt? = nil) throws {
    isInherited = inherited != nil
    path = try inherited.map(Self.path) ?? runtimeDirectory + "/control"
    self.group = try group.map(Self.groupID) ?? (isInherited ? Self.group(of: path) : nil)
    lock = try Self.takeLock(runtimeDirectory + "/lock", for: path)
    do {
      descriptor = try inherited ?? Self.open(path, group: self.group, left)
    } catch {
      lock = nil
      throw error
    }
    isRefusing = (try? Sys.refuseDescriptors(descriptor)) != nil
  }

  /// The descriptor that a program which replaces this one needs, so that clients wait for it and are not refused.
  package var handedOn: [String: CInt] { [isInherited ? "control" : Self.own: descriptor] }

  /// The name of a socket that is no service manager's.
  package static let own = "own-control"

  /// From now on `connected` is handed every client that may command the device; it owns the descriptor.
  ///
  /// - Parameters:
  ///   - pause: how long clients wait when none can be accepted.
  ///   - complain: is told once why none can, until one has been accepted again.
  package func listen(
    _ loop: EventLoop, pause: Duration = .seconds(1), complain: @escaping (any Error) -> Void,
    connected: @escaping (AcceptedClient) -> Void
  ) throws {
    retry = try loop.timer(priority: .request) { [unowned self] in listenAgain(after: pause) }
    try Self.trying("listen on \(path)") { () throws(Errno) in try Sys.listen(descriptor, SOMAXCONN) }
    source = try loop.watch(descriptor, for: .readable, priority: .request) { [unowned self] _ in
      do throws(Errno) {
        try accept(connected)
        isShort = false
      } catch {
        wait(pause, for: error, complain)
      }
    }
  }

  /// Takes no more connections, and leaves nothing of ours behind. A client that connects to an inherited one from now
  /// on waits for the next daemon. The lock is held as long as this object lives: apps of this daemon may still be ending, and
  /// their channels are in the same directory.
  package func stop() {
    guard isOpen else { return }
    isOpen = false
    source?.close()
    source = nil
    retry = nil
    if !isInherited { try? Sys.unlink(path) }
    try? Sys.close(descriptor)
  }

  // MARK: Accepting

  /// - Throws: why a client cannot be accepted who is still there.
  private func accept(_ connected: (AcceptedClient) -> Void) throws(Errno) {
    let client: CInt
    do {
      client = try Sys.accept(descriptor)
    } catch {
      switch error {
      // Nobody is there any more, or it is the network's own trouble (accept(2)).
      case .resourceTemporarilyUnavailable, .connectionAbort, .notPermitted, .protocolError, .networkDown: return
      default: throw error
      }
    }
    // Clients of an inherited socket may have written before anybody refused anything.
    let socket = UntrustedSocket(client, mayHaveBeenWrittenTo: isInherited || !isRefusing)
    do throws(Errno) {
      if let user = try userWhoMayCommand(client) {
        return connected(AcceptedClient(socket: socket, user: user))
      }
    } catch {
      // Of a client that cannot be told from others nobody is served.
    }
    socket.close()
  }

  /// A client that cannot be accepted stays in the queue, where it would wake the loop without end (accept(2), `EMFILE`).
  private func wait(_ pause: Duration, for error: Errno, _ complain: (any Error) -> Void) {
    source?.disable()
    tryAgain(after: pause)
    if !isShort { complain(ControlSocketError.unableToAccept(path: path, error)) }
    isShort = true
  }

  private func listenAgain(after pause: Duration) {
    do { try source?.enable() } catch { tryAgain(after: pause) }
  }

  private func tryAgain(after pause: Duration) {
    retry?.rearm(at: monotonicNow() + UInt64(max(0, pause / .nanoseconds(1))))
  }

  /// Root, the daemon's own user, and the configured group. The socket's mode says the same; the credentials hold even
  /// where a file system does not honour it.
  private func userWhoMayCommand(_ client: CInt) throws(Errno) -> uid_t? {
    // struct ucred of unix(7), which Swift's Glibc does not have.
    var peer: (pid: pid_t, uid: uid_t, gid: gid_t) = (0, uid_t.max, gid_t.max)
    try Sys.getsockopt(client, SO_PEERCRED, &peer, MemoryLayout.size(ofValue: peer))
    if peer.uid == 0 || peer.uid == geteuid() { return peer.uid }
    guard let group else { return nil }
    if peer.gid == group { return peer.uid }
    return try Sys.peerGroups(client).contains(group) ? peer.uid : nil
  }

  // MARK: Binding

  private static func takeLock(_ path: String, for socket: String) throws(ControlSocketError) -> LifetimeLock {
    do throws(LifetimeLock.Problem) {
      return try LifetimeLock(path)
    } catch {
      switch error {
      case .held: throw .inUse(path: socket, lock: path)
      case .open(let errno): throw .system(action: "open \(path)", errno)
      case .lock(let errno): throw .system(action: "lock \(path)", errno)
      }
    }
  }

  private static func open(_ path: String, group: gid_t?, _ left: CInt?) throws -> CInt {
    if let left {
      if isServed(path, by: left) {
        do {
          try show(path, to: group)
          return left
        } catch {
          try? Sys.close(left)
          throw error
        }
      }
      try? Sys.close(left)
    }
    return try bind(path, group: group)
  }

  /// Whether clients of `path` come to this socket.
  private static func isServed(_ path: String, by descriptor: CInt) -> Bool {
    isListeningUnixStream(descriptor) && (try? UnixSocketAddress(of: descriptor).path) == path
      && (try? FileStatus(of: path, followsLinks: false))?.kind == .socket
  }

  private static func bind(_ path: String, group: gid_t?) throws -> CInt {
    guard let address = try? UnixSocketAddress(path) else {
      throw ControlSocketError.pathTooLong(path, limit: UnixSocketAddress.longestPath)
    }
    if let status = try? FileStatus(of: path, followsLinks: false) {
      guard status.kind == .socket else { throw ControlSocketError.notASocket(path) }
      try? Sys.unlink(path)
    }
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = try trying("make a socket for \(path)") { () throws(Errno) in try Sys.socket(AF_UNIX, kind, 0) }
    do {
      // Made for its owner alone, as the daemon's umask says.
      try trying("bind \(path)") { () throws(Errno) in try address.bind(descriptor) }
      try show(path, to: group)
      return descriptor
    } catch {
      try? Sys.close(descriptor)
      throw error
    }
  }

  /// Widened only after its group is set.
  private static func show(_ path: String, to group: gid_t?) throws {
    try trying("close \(path) to others") { () throws(Errno) in try Sys.chmod(path, 0o600) }
    guard let group else { return }
    try trying("give \(path) to group \(group)") { () throws(Errno) in try Sys.chown(path, uid_t.max, group) }
    try trying("open \(path) to its group") { () throws(Errno) in try Sys.chmod(path, 0o660) }
  }

  /// The path that an inherited socket is bound to.
  private static func path(of inherited: CInt) throws -> String {
    guard isListeningUnixStream(inherited) else { throw ControlSocketError.notListening }
    try trying("serve the inherited control socket") { () throws(Errno) in
      try Sys.fcntl(inherited, F_SETFL, O_NONBLOCK)
    }
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

  @discardableResult
  private static func trying<Result>(_ action: String, _ body: () throws(Errno) -> Result) throws -> Result {
    do { return try body() } catch { throw ControlSocketError.system(action: action, error) }
  }

  /// Throws where somebody has to act before a socket can be opened to `group`. That nobody can tell may pass.
  package static func refuseUnknown(_ group: String?) throws(UnknownControlGroup) {
    guard let group else { return }
    do throws(Errno) {
      if try NamedAccounts.group(group) != nil { return }
    } catch {
      return
    }
    throw UnknownControlGroup(group: group)
  }

  private static func groupID(_ name: String) throws -> gid_t {
    let group: gid_t?
    do { group = try NamedAccounts.group(name) } catch { throw ControlSocketError.unreadableGroup(name, error) }
    guard let group else { throw UnknownControlGroup(group: name) }
    return group
  }
}
