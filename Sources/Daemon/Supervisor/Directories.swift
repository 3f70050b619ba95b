// The daemon's directories: its own alone, and as open as its apps and clients need them (docs/security.md).
import DaemonConfiguration
import Glibc
import Linux
import Logging
import Settings

struct Directories {
  private let runtime: String
  private let state: String
  private let stateMode: UInt32

  /// - Parameter haveOtherUsers: whether apps run that have other users than the daemon, whatever the configuration says by now.
  init(_ configuration: Configuration, haveOtherUsers: @autoclosure () -> Bool = false) {
    runtime = configuration.runtimeDirectory
    state = configuration.stateDirectory
    // Apps of other users pass through to their containers, and clients to a control socket that is in there.
    let hasOtherUsers = geteuid() == 0 && (configuration.appUser != .root || haveOtherUsers())
    stateMode = hasOtherUsers || "\(runtime)/".hasPrefix("\(state)/") ? 0o711 : 0o700
  }

  /// Makes them. The runtime directory lets everybody pass: its socket has rights of its own.
  ///
  /// - Throws: why one is not used that somebody else could change.
  func prepare() throws(OwnFolder.Problem) {
    // A user who may list it could keep the daemon from making entries in it (see ``Cgroups``).
    try OwnFolder.prepare(runtime, mode: 0o711)
    try OwnFolder.prepare(state, mode: stateMode)
    try OwnFolder.prepare(Self.containers, in: state, mode: stateMode)
    try OwnFolder.refuseLinks(in: state)
  }

  /// The lock of the state, for as long as the daemon lives: a second one would run the same apps in the same containers, and each would
  /// write over the other's records.
  func lockState() throws(StateLockError) -> LifetimeLock {
    do throws(LifetimeLock.Problem) {
      return try LifetimeLock(state + "/" + StateLockError.file)
    } catch {
      throw StateLockError(directory: state, problem: error)
    }
  }

  /// Closes what an earlier version has left open to others. To be called when no other daemon serves them, and before a database is
  /// opened.
  func close(_ log: Logger) {
    do {
      // The databases; all else has always been made for the daemon alone.
      try OwnFolder.close(state, mode: stateMode) { $0.contains(".sqlite") }
      try OwnFolder.close("\(state)/\(Self.containers)", mode: stateMode) { _ in false }
    } catch {
      log.warning("\(error); other users of this machine may read what roostd keeps there")
    }
  }

  /// Gives the state directory its mode again: systemd sets that of StateDirectoryMode= before each command of the unit, also before
  /// the one that reloads (systemd.exec(5)), and a start keeps it open for apps of the daemon before. The databases stay as they are: to
  /// open and close a file of one that is open would take its locks away (fcntl(2), "Advisory record locking").
  func restoreStateMode(_ log: Logger) {
    do {
      try OwnFolder.close(state, mode: stateMode) { _ in false }
      try OwnFolder.close("\(state)/\(Self.containers)", mode: stateMode) { _ in false }
    } catch {
      log.warning("\(error); apps that have users of their own may not get to their containers")
    }
  }

  private static let containers = "containers"
}

/// The reason why a daemon does not use a state directory that it may use.
struct StateLockError: Error, CustomStringConvertible {
  /// Not the name of the control socket's, for one directory may be both.
  static let file = "state.lock"

  let directory: String
  let problem: LifetimeLock.Problem

  var description: String {
    switch problem {
    case .held:
      "another roostd keeps its state in \(directory) (it holds \(directory)/\(Self.file)); stop it first, or give this one its own --state-dir"
    case .open(let errno), .lock(let errno):
      "unable to lock \(directory)/\(Self.file): \(errno); check that --state-dir is writable and has space"
    }
  }
}
