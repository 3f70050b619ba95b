// The mounts of apps whose user others have too: the daemon's, or one for all of them (LA7).
import Bundles
import DaemonConfiguration
import Glibc
import Linux
import Processes
import SystemPackage

/// Keeps the user namespace that they are made in.
final class SharedUserMounts {
  private struct Owner: Equatable {
    let user: uid_t
    let group: gid_t
  }

  private let configuration: Configuration
  private var namespace: (owner: Owner, namespace: UserNamespace)?

  init(_ configuration: Configuration) { self.configuration = configuration }

  /// - Parameter user: the one that apps run as; nil for the daemon's.
  /// - Throws: why the machine lets `user` have no mounts of their own.
  func enter(as user: AppUser?) throws(Errno) -> UserNamespace {
    let owner = Owner(user: user?.user ?? geteuid(), group: user?.group ?? getegid())
    if let namespace, namespace.owner == owner { return namespace.namespace }
    let made = try UserNamespace(user: owner.user, group: owner.group)
    namespace = (owner, made)
    return made
  }

  /// What an app sees, who runs as `user`: in the runtime directories neither the sockets by which the daemon and the user's
  /// service manager are told to do something, nor those of anybody else; but where a program of the session talks to
  /// others by the session's bus, all that is there.
  func view(for user: AppUser?, hasSessionBus: Bool) -> AppView {
    let runtime = configuration.runtimeDirectory
    let kept = Launcher.PlaceKind.allCases.map { "\(runtime)/\($0.rawValue)" }
    guard !hasSessionBus else { return AppView(folder: runtime + "/view", covering: [runtime], keeping: kept) }
    let sessions = Self.sessionFolders(of: user)
    return AppView(
      folder: runtime + "/view", covering: [runtime] + sessions, keeping: kept + sessions.flatMap(Self.shown))
  }

  /// XDG_RUNTIME_DIR of that user (pam_systemd(8)).
  private static func sessionFolders(of user: AppUser?) -> [String] {
    let id = user?.user ?? geteuid()
    let own = id == geteuid() ? getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } : nil
    return ["/run/user/\(id)"] + (own.map { [$0] } ?? [])
  }

  /// The sockets of a display and of sound.
  private static func shown(in folder: String) -> [String] {
    let names = (try? Folder.names(in: folder)) ?? []
    return names.filter { name in name == "pulse" || ["wayland-", "pipewire-"].contains { name.hasPrefix($0) } }
      .map { "\(folder)/\($0)" }
  }
}
