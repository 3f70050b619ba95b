// The cgroups of apps: has them made, keeps some for the next processes, and has them removed.
package import Glibc
package import LifecycleModel
import Linux
package import Logging
import SystemPackage
package import Systemd

/// The part of the cgroup tree that is the daemon's own.
@MainActor package final class Cgroups {
  private let folder: String
  /// Whether the folder was made for us, and goes with us.
  private let isOurs: Bool
  /// Those that apps' cgroups have.
  private var controllers: Set<Controller> = []
  private let kernel: Kernel
  private let loop: EventLoop
  private let log: Logger
  private let deliver: Deliver
  /// Makes and removes them, one after the other.
  private let queue = WorkQueue()
  /// Those whose processes are on their way out, by path, and those who wait to make one of the same path.
  private var leaving: [String: (events: CgroupEvents, then: [@MainActor @Sendable () -> Void])] = [:]
  /// The empty ones of apps, each for the next process of its app. To make one and to remove it takes a fifth of a launch.
  private var spares: [(app: AppID, cgroup: AppCgroup)] = []
  /// The apps for which one that was killed is made anew, and those who wait for it.
  private var renewals: [AppID: [@MainActor @Sendable () -> Void]] = [:]
  /// The cgroups that are kept, of the apps that ended last.
  private static let mostSpares = 32

  /// Nil where there is no cgroup v2 with a freezer that the daemon may use: under systemd that is what a unit with
  /// Delegate= has, without it the daemon's own cgroup, if it may write there.
  package init?(
    runtimeDirectory: String, kernel: Kernel, loop: EventLoop, log: Logger, deliver: @escaping Deliver
  ) {
    guard let own = ControlGroup.own(kernel: kernel) else { return nil }
    let domain = own.domain
    isOurs = !domain.isDelegated
    if isOurs, (try? Sys.access("/run/systemd/system", F_OK)) != nil { return nil }
    folder = isOurs ? "\(own.path)/\(UnitName.folder(runtimeDirectory: runtimeDirectory))" : domain.path
    self.kernel = kernel
    self.loop = loop
    self.log = log
    self.deliver = deliver
    do throws(Errno) {
      if isOurs { try Folder.make(folder, mode: 0o711) }
      for file in ["cgroup.freeze", "cgroup.kill"] { try Sys.access("\(folder)/\(file)", W_OK) }
      // A process that lists a directory holds its lock while the kernel copies the names to its memory (getdents64(2)), and
      // keeps the daemon, which makes entries in it, waiting for as long as it likes.
      try? Sys.chmod(folder, 0o711)
    } catch {
      if isOurs { try? Sys.rmdir(folder) }
      log.info("roostd gives apps no cgroups of their own: \(folder): \(error)")
      return nil
    }
    for controller in Controller.allCases {
      if folder == own.path { disable(controller) } else { enable(controller) }
    }
    controllers = Set(Controller.allCases.filter { isListed($0, in: "cgroup.subtree_control") })
  }

  /// A controller that the daemon makes use of.
  private enum Controller: String, CaseIterable { case pids, memory }

  /// Only where the daemon itself does not live in the folder, as with DelegateSubgroup= (systemd.resource-control(5)).
  /// Otherwise the kernel refuses memory, since only a leaf may have processes then. It accepts pids, and takes the folder
  /// for the root of a threaded subtree from then on: no process can be started in a cgroup below (EOPNOTSUPP; "Threads"
  /// of the kernel's cgroup-v2 guide).
  private func enable(_ controller: Controller) {
    guard isListed(controller, in: "cgroup.controllers") else { return }
    try? kernel.writeFile(folder + "/cgroup.subtree_control", "+\(controller.rawValue)")
  }

  /// A cgroup outlives the daemon while apps of it live, so another version may have enabled what keeps apps out.
  private func disable(_ controller: Controller) {
    guard isListed(controller, in: "cgroup.subtree_control") else { return }
    try? kernel.writeFile(folder + "/cgroup.subtree_control", "-\(controller.rawValue)")
  }

  private func isListed(_ controller: Controller, in file: String) -> Bool {
    let names = (try? kernel.readFile("\(folder)/\(file)")) ?? []
    return names.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      .contains { $0.elementsEqual(controller.rawValue.utf8) }
  }

  /// Whether the kernel limits the number of an app's processes here.
  package var countsTasks: Bool { controllers.contains(.pids) }

  /// Where a process of the daemon's own user could move itself out of its cgroup: to any other that is this user's, by writing to files
  /// of that one.
  package var tree: String {
    // The usual mount (cgroups(7)).
    let whole = "/sys/fs/cgroup"
    return folder.hasPrefix(whole + "/") ? whole : folder
  }

  /// The path of a process's cgroup, made or not.
  package func path(of app: AppID, _ serial: ProcessSerial) -> String { "\(folder)/\(UnitName.scope(app, serial))" }

  /// The limits of an app's cgroup, as far as there are controllers for them.
  ///
  /// - Parameters:
  ///   - tasks: how many processes and threads may be in it.
  ///   - group: of the app's own user; nil where it has none.
  package func limits(_ memory: MemoryTraits, tasks: Int, group: gid_t?) -> CgroupLimits {
    CgroupLimits(
      memory: controllers.contains(.memory) ? memory : nil, tasks: controllers.contains(.pids) ? tasks : nil,
      group: group)
  }

  /// Whether there is an empty one for the next process of `app`.
  package func hasSpare(of app: AppID, _ limits: CgroupLimits) -> Bool {
    spares.contains { $0.app == app && $0.cgroup.making?.limits == limits }
  }

  /// That one; nil where there is none, and the app does without.
  package func takeSpare(of app: AppID, _ limits: CgroupLimits) -> AppCgroup? {
    guard let index = spares.firstIndex(where: { $0.app == app }) else { return nil }
    let cgroup = spares.remove(at: index).cgroup
    if cgroup.making?.limits == limits { return cgroup }
    discard(cgroup)
    return nil
  }

  /// Has a spare one made on a thread.
  ///
  /// - Parameters:
  ///   - serial: of the process that it is for.
  ///   - isReusable: whether the processes of `app` cannot change it.
  ///   - then: is called when it is there, or cannot be made.
  package func make(
    for app: AppID, _ serial: ProcessSerial, _ limits: CgroupLimits, isReusable: Bool,
    then: @escaping @MainActor @Sendable () -> Void
  ) {
    // That one may have been made for other limits, or fail.
    let afterRenewal: @MainActor @Sendable () -> Void = { [weak self] in
      guard let self, !hasSpare(of: app, limits) else { return then() }
      make(for: app, serial, limits, isReusable: isReusable, then: then)
    }
    if renewals[app]?.append(afterRenewal) != nil { return }
    let path = path(of: app, serial)
    // It was made for this process, whose app has got another user since. In the queue its removal comes before the new one.
    if let index = spares.firstIndex(where: { $0.app == app && $0.cgroup.path == path }) {
      discard(spares.remove(at: index).cgroup)
    }
    // A daemon that knows nothing of the one before gives numbers that had processes, which it has killed. The kernel kills each
    // process that is started in a cgroup that was killed (`kill_seq`).
    if leaving[path]?.then.append(afterRenewal) != nil { return }
    let told = AnswerOnLoop { [weak self] (made: Result<OpenCgroup, Errno>) in
      self?.took(made, path, app, AppCgroup.Making(serial: serial, limits: limits, isReusable: isReusable))
      then()
    }
    queue.async { [deliver] in
      told.tell(Result { () throws(Errno) in try OpenCgroup.make(path, limits) }, by: deliver)
    }
  }

  private func took(
    _ made: Result<OpenCgroup, Errno>, _ path: String, _ app: AppID, _ making: AppCgroup.Making
  ) {
    switch made {
    case .success(let directory): put(AppCgroup(directory, making, kernel: kernel), app)
    case .failure(let error):
      log.warning("unable to make the cgroup \(path): \(error); \(app) runs without it")
    }
  }

  private func put(_ cgroup: AppCgroup, _ app: AppID) {
    if let index = spares.firstIndex(where: { $0.app == app }) { discard(spares.remove(at: index).cgroup) }
    spares.append((app, cgroup))
    if spares.count > Self.mostSpares { discard(spares.removeFirst().cgroup) }
  }

  private func discard(_ cgroup: AppCgroup) {
    queue.async { [path = cgroup.path, log] in
      if !OpenCgroup.remove(path) { log.warning("roostd leaves \(path) behind") }
    }
  }

  /// The one of a process that an earlier daemon has started, made for that of `serial`; nil where that did without.
  package func adopt(_ app: AppID, _ serial: ProcessSerial) -> AppCgroup? {
    (try? OpenCgroup(opening: path(of: app, serial))).map { AppCgroup($0, kernel: kernel) }
  }

  /// The one that an earlier daemon has made for a process elsewhere than this one would, which may be frozen. To be asked while the
  /// process is held by its pidfd.
  ///
  /// - Parameter serial: of the process that it was made for.
  package static func left(to pid: pid_t, of app: AppID, _ serial: ProcessSerial, kernel: Kernel) -> AppCgroup? {
    let name = UnitName.scope(app, serial)
    guard let membership = try? kernel.readFile("/proc/\(pid)/cgroup"),
      // Most have none, and the mounts of a machine may be a long text.
      String(decoding: membership, as: UTF8.self).split(whereSeparator: { $0 == "/" || $0 == "\n" })
        .contains(where: { $0 == name }),
      let mounts = try? kernel.readFile("/proc/self/mountinfo"),
      let group = ControlGroup(membership: membership, mounts: mounts)
    else { return nil }
    let parts = group.path.split(separator: "/")
    // The app may have made others in it, and moved there; one that is not below the mount has `..` in its path (cgroup_namespaces(7)).
    guard let place = parts.firstIndex(where: { $0 == name }), !parts.contains(where: { $0 == ".." }),
      let open = try? OpenCgroup(opening: "/" + parts[...place].joined(separator: "/"))
    else { return nil }
    return AppCgroup(open, kernel: kernel)
  }

  /// Ends what is left in it. As soon as it is empty it is kept for the next process of `app`, or removed.
  ///
  /// - Parameters:
  ///   - app: nil when it is not to be kept.
  ///   - mayBeKilled: whether somebody else may have used `cgroup.kill`.
  /// - Returns: whether nothing was left.
  @discardableResult
  package func release(_ cgroup: AppCgroup, of app: AppID?, mayBeKilled: Bool = false) -> Bool {
    let now = cgroup.emptiness
    if now.isEmpty {
      let isAsNew = !mayBeKilled && !cgroup.wasKilled && (!now.isFrozen || (try? cgroup.thaw()) != nil)
      retire(cgroup, app, isAsNew: isAsNew)
      return true
    }
    try? cgroup.kill()
    do {
      let events = try CgroupEvents(of: cgroup, on: loop) { [unowned self] in retireIfEmpty(cgroup, app) }
      leaving[cgroup.path] = (events, [])
      // It may have become empty before anybody watched.
      retireIfEmpty(cgroup, app)
    } catch {
      log.warning("\(error)")
      discard(cgroup)
    }
    return false
  }

  private func retireIfEmpty(_ cgroup: AppCgroup, _ app: AppID?) {
    guard cgroup.emptiness.isEmpty, let left = leaving.removeValue(forKey: cgroup.path) else { return }
    retire(cgroup, app, isAsNew: false)
    for then in left.then { then() }
  }

  private func retire(_ cgroup: AppCgroup, _ app: AppID?, isAsNew: Bool) {
    guard let app, let making = cgroup.making, making.isReusable else { return discard(cgroup) }
    if isAsNew { put(cgroup, app) } else { renew(cgroup, app, making) }
  }

  /// Of many that are killed, the first only: another one would have to go for each.
  private func renew(_ cgroup: AppCgroup, _ app: AppID, _ making: AppCgroup.Making) {
    guard spares.count + renewals.count < Self.mostSpares, renewals[app] == nil, !hasSpare(of: app, making.limits)
    else {
      return discard(cgroup)
    }
    renewals[app] = []
    let path = cgroup.path
    let told = AnswerOnLoop { [weak self] (made: Result<OpenCgroup, Errno>) in
      self?.took(made, path, app, making)
      for then in self?.renewals.removeValue(forKey: app) ?? [] { then() }
    }
    queue.async { [deliver] in
      _ = OpenCgroup.remove(path)
      told.tell(Result { () throws(Errno) in try OpenCgroup.make(path, making.limits) }, by: deliver)
    }
  }

  /// Ends and removes what a daemon before this one left, but not those of `kept`.
  package func clear(except kept: Set<String> = []) {
    for path in OpenCgroup.folders(in: folder) where !kept.contains(path) {
      guard let name = path.split(separator: "/").last, UnitName.isScope(String(name)) else { continue }
      release(AppCgroup(path: path, kernel: kernel), of: nil)
    }
  }

  /// The daemon goes; a cgroup that is not empty stays for the next one.
  package func end() {
    (leaving, spares) = ([:], [])
    clear()
    queue.sync {}
    if isOurs { try? Sys.rmdir(folder) }
  }
}
