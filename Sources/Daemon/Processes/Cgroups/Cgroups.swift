// Creates the cgroups of apps, and removes them when the apps have ended.
import Glibc
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
  /// Those whose processes are on their way out.
  private var leaving: [String: CgroupEvents] = [:]

  /// Nil where there is no cgroup v2 with a freezer that the daemon may use: under systemd that is what a unit with
  /// Delegate= has, without it the daemon's own cgroup, if it may write there.
  package init?(runtimeDirectory: String, kernel: Kernel, loop: EventLoop, log: Logger) {
    guard let own = ControlGroup.own(kernel: kernel) else { return nil }
    let domain = own.domain
    isOurs = !domain.isDelegated
    if isOurs, (try? Sys.access("/run/systemd/system", F_OK)) != nil { return nil }
    folder = isOurs ? "\(own.path)/\(UnitName.folder(runtimeDirectory: runtimeDirectory))" : domain.path
    self.kernel = kernel
    self.loop = loop
    self.log = log
    do throws(Errno) {
      if isOurs { try kernel.makeDirectory(folder) }
      for file in ["cgroup.freeze", "cgroup.kill"] { try Sys.access("\(folder)/\(file)", W_OK) }
      // A process that lists a directory holds its lock while the kernel copies the names to its memory (getdents64(2)), and
      // keeps the daemon, which makes entries in it, waiting for as long as it likes.
      try? Sys.chmod(folder, 0o711)
    } catch {
      if isOurs { try? kernel.removeDirectory(folder) }
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

  /// The path of a process's cgroup, made or not.
  package func path(of app: AppID, _ serial: ProcessSerial) -> String { "\(folder)/\(UnitName.scope(app, serial))" }

  /// A new one; nil when it cannot be made, and the app does without.
  ///
  /// - Parameter tasks: how many processes and threads may be in it.
  package func make(for app: AppID, _ serial: ProcessSerial, _ memory: MemoryTraits, tasks: Int) -> AppCgroup? {
    let cgroup = AppCgroup(path: path(of: app, serial), kernel: kernel)
    do {
      try kernel.makeDirectory(cgroup.path)
      if controllers.contains(.memory) { cgroup.limit(memory) }
      if controllers.contains(.pids) { cgroup.limitTasks(to: tasks) }
      return cgroup
    } catch {
      log.warning("unable to make the cgroup \(cgroup.path): \(error); \(app) runs without it")
      return nil
    }
  }

  /// The one that an earlier daemon has made; nil where that did without.
  package func adopt(_ app: AppID, _ serial: ProcessSerial) -> AppCgroup? {
    let path = path(of: app, serial)
    return (try? Sys.access(path, F_OK)).map { AppCgroup(path: path, kernel: kernel) }
  }

  /// Ends what is left in it, and removes it as soon as it is empty.
  ///
  /// - Returns: whether nothing was left.
  @discardableResult
  package func release(_ cgroup: AppCgroup) -> Bool {
    if cgroup.remove() { return true }
    try? cgroup.kill()
    do {
      leaving[cgroup.path] = try CgroupEvents(of: cgroup, on: loop) { [unowned self] in
        if cgroup.remove() { leaving[cgroup.path] = nil }
      }
      // It may have become empty before anybody watched.
      if cgroup.remove() { leaving[cgroup.path] = nil }
    } catch {
      if !cgroup.remove() { log.warning("\(error); roostd leaves \(cgroup.path) behind") }
    }
    return false
  }

  /// Ends and removes what a daemon before this one left, but not those of `kept`.
  package func clear(except kept: Set<String> = []) {
    for path in AppCgroup.folders(in: folder) where !kept.contains(path) {
      guard let name = path.split(separator: "/").last, UnitName.isScope(String(name)) else { continue }
      release(AppCgroup(path: path, kernel: kernel))
    }
  }

  /// The daemon goes; a cgroup that is not empty stays for the next one.
  package func end() {
    leaving = [:]
    clear()
    if isOurs { try? kernel.removeDirectory(folder) }
  }
}
