// The mounts of apps whose user others have too: the daemon's, or one for all of them (LA7).
import DaemonConfiguration
import Glibc
import Linux
import Processes
import SystemPackage

/// Keeps the user namespaces that they are made in: one for each user that `roostd.toml` has named.
final class SharedUserMounts {
  private struct Owner: Hashable {
    let user: uid_t
    let group: gid_t
  }

  private let own = Owner(user: geteuid(), group: getegid())
  private let runtime: AppView.Directory
  private let state: AppView.Directory
  private let kept: [PrivateMounts.Place]
  private var namespaces: [Owner: UserNamespace] = [:]
  /// Whether it has been said that there can be none.
  var isGapSaid = false

  /// The directories of `configuration` are there.
  init(_ configuration: Configuration) {
    let (runtime, state) = (configuration.runtimeDirectory, configuration.stateDirectory)
    let real = realPath(runtime) ?? runtime
    self.runtime = AppView.Directory(runtime, real: real)
    self.state = AppView.Directory(state, real: realPath(state) ?? state)
    kept = Launcher.PlaceKind.allCases.map { PrivateMounts.Place("\(real)/\($0.rawValue)", isFolder: true) }
  }

  /// - Parameter user: the one that apps run as; nil for the daemon's.
  /// - Throws: why the machine lets `user` have no mounts of their own.
  func enter(as user: AppUser?) throws(Errno) -> UserNamespace {
    let owner = user.map { Owner(user: $0.user, group: $0.group) } ?? own
    if let namespace = namespaces[owner] { return namespace }
    let made = try UserNamespace(user: owner.user, group: owner.group)
    namespaces[owner] = made
    return made
  }

  /// An app who runs as `user` sees in the runtime directories neither the sockets by which the daemon and the user's service
  /// manager are told to do something, nor those of anybody else; but one that talks to others by the session's bus sees all
  /// of its session.
  ///
  /// - Parameter left: is told how many places are left out.
  func mounts(
    for user: AppUser?, hasSessionBus: Bool, _ sandbox: Sandbox, left: (Int) -> Void
  ) throws(Errno) -> PrivateMounts {
    let id = user?.user ?? own.user
    let sessions = hasSessionBus ? [] : try sessionFolders(of: id)
    let shown = sessions.isEmpty ? [] : runtimeFolders(of: id).flatMap(Self.shown)
    return AppView(state: state, covering: [runtime] + sessions, keeping: kept + shown).mounts(
      for: sandbox, in: try enter(as: user), left: left)
  }

  /// XDG_RUNTIME_DIR of that user (pam_systemd(8)).
  private func runtimeFolders(of user: uid_t) -> Set<String> {
    let named = user == own.user ? getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } : nil
    return Set(["\(Self.sessions)/\(user)", named].compactMap { $0 })
  }

  /// Those that are covered: one that is not there yet is when its session begins, so that the folder of all is covered.
  private func sessionFolders(of user: uid_t) throws(Errno) -> [AppView.Directory] {
    var folders: [AppView.Directory] = []
    for path in runtimeFolders(of: user).map({ $0.hasPrefix(Self.sessions + "/") ? Self.sessions : $0 }) {
      do {
        guard try FileStatus(of: path).kind == .folder else { continue }
        folders.append(AppView.Directory(path, real: try Sys.realpath(path)))
      } catch {
        // One that the daemon does not get to is closed to an app of the same user as well.
        if ![.noSuchFileOrDirectory, .notDirectory, .permissionDenied].contains(error) { throw error }
      }
    }
    return folders
  }

  private static let sessions = "/run/user"

  /// The sockets of a display and of sound.
  private static func shown(in folder: String) -> [PrivateMounts.Place] {
    var shown: [PrivateMounts.Place] = []
    try? Folder.forEach(in: folder) { name, isFolder in
      let name = String(decoding: name, as: UTF8.self)
      if name == "pulse" || name.hasPrefix("wayland-") || name.hasPrefix("pipewire-") {
        shown.append(PrivateMounts.Place("\(folder)/\(name)", isFolder: isFolder))
      }
    }
    return shown
  }
}
