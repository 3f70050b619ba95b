// Prepares the places of a process: its FIFO and socket in the runtime directory, and its cgroup. Threads make those that others
// can keep the kernel from making.
import AppLink
import DaemonConfiguration
import Glibc
import LifecycleModel
import Linux
import Logging
import Processes
import Settings
import SystemPackage
import Systemd

extension Launcher {
  // MARK: Places in the runtime directory

  /// Things of a process that have a path there.
  enum PlaceKind: String, CaseIterable {
    /// Its FIFO of memory pressure.
    case pressure
    /// The socket for its words to a service manager.
    case notify
  }

  /// Of a process that runs as `user`: an app's own user has a folder, which nobody else can hold the lock of.
  private func place(_ kind: PlaceKind, of serial: ProcessSerial, for user: AppUser?) -> String {
    "\(folder(kind, of: ownUser(user)))/\(serial.number)"
  }

  private func folder(_ kind: PlaceKind, of user: AppUser?) -> String {
    Self.folder(kind, of: user, in: configuration.runtimeDirectory)
  }

  private nonisolated static func folder(_ kind: PlaceKind, of user: AppUser?, in runtime: String) -> String {
    "\(runtime)/\(kind.rawValue)" + (user.map { "/\($0.user)" } ?? "")
  }

  /// Nil where others have the same.
  private func ownUser(_ user: AppUser?) -> AppUser? { configuration.appUser == .own ? user : nil }

  /// The place of a process that an earlier daemon has started, perhaps one before users had folders.
  func earlierPlace(_ kind: PlaceKind, of serial: ProcessSerial, for user: AppUser?) -> String {
    let own = place(kind, of: serial, for: user)
    let shared = place(kind, of: serial, for: nil)
    return (try? FileStatus(of: own, followsLinks: false)) == nil
      && (try? FileStatus(of: shared, followsLinks: false)) != nil ? shared : own
  }

  /// Whether `user` has folders, or needs none.
  func hasFolders(_ user: AppUser?) -> Bool { ownUser(user).map { usersWithFolders.contains($0.user) } ?? true }

  /// Has them made on a thread: everybody may try to make something in the folders above, and holds their locks meanwhile.
  func makeFolders(of user: AppUser, then: @escaping @MainActor @Sendable () -> Void) {
    let told = AnswerOnLoop { [weak self] (isDone: Bool) in
      if isDone { self?.usersWithFolders.insert(user.user) }
      then()
    }
    ThreadStarter.shared.start {
      [deliver = runtime.deliver, log = runtime.log, path = configuration.runtimeDirectory] in
      do throws(Errno) {
        try Self.makeFolders(of: user, in: path)
        told.tell(true, by: deliver)
      } catch {
        log.warning("unable to make folders for user \(user.user) in \(path): \(error)")
        told.tell(false, by: deliver)
      }
    }
  }

  private nonisolated static func makeFolders(of user: AppUser, in runtime: String) throws(Errno) {
    for kind in PlaceKind.allCases {
      try Folder.makeIfMissing(folder(kind, of: nil, in: runtime), mode: 0o711)
      let own = folder(kind, of: user, in: runtime)
      try Folder.make(own)
      try Sys.chown(own, geteuid(), user.group)
      try Sys.chmod(own, 0o710)
    }
  }

  /// An app can do without.
  func pressureFIFO(of serial: ProcessSerial, for user: AppUser?) -> PressureFIFO? {
    do throws(Errno) {
      try makeSharedFolder(.pressure, for: user)
      return try PressureFIFO(place(.pressure, of: serial, for: user))
    } catch {
      forgetFolders(of: user)
      sayWithoutFIFO(user, error)
      return nil
    }
  }

  /// The one that an earlier daemon made, or a new one where it is gone.
  func adoptPressureFIFO(of serial: ProcessSerial, for user: AppUser?) -> PressureFIFO? {
    do throws(Errno) {
      return try PressureFIFO(adopting: earlierPlace(.pressure, of: serial, for: user))
    } catch {
      sayWithoutFIFO(user, error)
      return nil
    }
  }

  private func sayWithoutFIFO(_ user: AppUser?, _ error: Errno) {
    let folder = folder(.pressure, of: ownUser(user))
    runtime.log.warning("unable to make a FIFO in \(folder) for memory pressure: \(error); the app runs without it")
  }

  func notifySocket(of serial: ProcessSerial, for user: AppUser?) throws(SystemCallError) -> NotifySocket {
    do {
      try makeSharedFolder(.notify, for: user)
    } catch {
      throw SystemCallError(action: "make \(folder(.notify, of: nil)) for the apps' notifications", errno: error)
    }
    do {
      return try NotifySocket(place(.notify, of: serial, for: user), owner: user)
    } catch {
      forgetFolders(of: user)
      throw error
    }
  }

  /// Where apps have no users of their own.
  private func makeSharedFolder(_ kind: PlaceKind, for user: AppUser?) throws(Errno) {
    if ownUser(user) == nil { try Folder.makeIfMissing(folder(kind, of: nil), mode: 0o711) }
  }

  /// Somebody may have removed them.
  private func forgetFolders(of user: AppUser?) { if let user { usersWithFolders.remove(user.user) } }

  /// Of a process that an earlier daemon has started, perhaps by another configuration. Nil where it is the daemon's.
  func user(of pid: pid_t) -> AppUser? {
    guard let user = runtime.kernel.user(of: pid), user != geteuid() else { return nil }
    return AppUser(own: "\(user)", id: user)
  }

  // MARK: Cgroups

  func cgroupLimits(of app: AppID, _ user: AppUser?) -> CgroupLimits? {
    let memory = model.lifecycle.apps[app]?.description.memory ?? MemoryTraits()
    return cgroups?.limits(memory, tasks: configuration.appTasks, group: ownUser(user)?.group)
  }

  /// Whether a process of `app` has all that threads make for it: its user's folders, and a cgroup.
  func hasSurroundings(_ app: AppID) -> Bool {
    guard let settled = users.settled(app), hasFolders(settled.user) else { return false }
    guard let cgroups, let limits = cgroupLimits(of: app, settled.user) else { return true }
    return cgroups.hasSpare(of: app, limits)
  }

  /// Has it made. Where something cannot be, the launch says so.
  func makeSurroundings(of app: AppID, _ serial: ProcessSerial, then: @escaping @MainActor @Sendable () -> Void) {
    guard let settled = users.settled(app) else { return then() }
    guard hasFolders(settled.user) else {
      guard let user = settled.user else { return then() }
      return makeFolders(of: user) { [weak self] in self?.makeCgroup(of: app, serial, settled.user, then) }
    }
    makeCgroup(of: app, serial, settled.user, then)
  }

  private func makeCgroup(
    of app: AppID, _ serial: ProcessSerial, _ user: AppUser?, _ then: @escaping @MainActor @Sendable () -> Void
  ) {
    guard let cgroups, let limits = cgroupLimits(of: app, user), !cgroups.hasSpare(of: app, limits) else {
      return then()
    }
    // A process of the daemon's own user could write to the files of its cgroup, if nothing closes it in.
    cgroups.make(for: app, serial, limits, isReusable: user != nil || closesIn, then: then)
  }
}
