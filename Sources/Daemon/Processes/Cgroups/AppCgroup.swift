// The cgroup that one process of an app and all that it starts live in (cgroups(7), Linux's cgroup-v2.rst).
package import Glibc
import LifecycleModel
import Linux
package import SystemPackage

/// Nothing leaves it by forking, so an act on it is an act on all of the app at once.
@MainActor package final class AppCgroup {
  package let path: String
  private let kernel: Kernel

  init(path: String, kernel: Kernel) {
    // A text that was put together keeps room for more.
    self.path = String(decoding: path.utf8, as: UTF8.self)
    self.kernel = kernel
  }

  /// ME5: the kernel itself holds it to this, where it has the memory controller.
  func limit(_ memory: MemoryTraits) {
    // A limit that cannot be set is looked after by the daemon anyway.
    try? kernel.writeFile(path + "/memory.oom.group", "1")
    if let soft = memory.softLimit { try? kernel.writeFile(path + "/memory.high", "\(soft)") }
    if let hard = memory.hardLimit { try? kernel.writeFile(path + "/memory.max", "\(hard)") }
  }

  /// How many processes and threads may be in it; a fork of one more fails (EAGAIN), and clone3(2) into it as well.
  func limitTasks(to count: Int) {
    try? kernel.writeFile(path + "/pids.max", "\(count)")
  }

  /// The kernel begins to freeze it, and says in cgroup.events when it is frozen.
  func freeze() throws(Errno) { try kernel.writeFile(path + "/cgroup.freeze", "1") }

  func thaw() throws(Errno) { try kernel.writeFile(path + "/cgroup.freeze", "0") }

  /// SIGKILL to every process in it; a fork that is in flight does not escape.
  func kill() throws(Errno) { try kernel.writeFile(path + "/cgroup.kill", "1") }

  var eventsFile: String { path + "/cgroup.events" }

  /// Whether the kernel has stopped all of it.
  var isFrozen: Bool { ((try? kernel.readFile(eventsFile)) ?? []).hasLine("frozen 1") }

  /// Whether it is to be frozen, done or not.
  package var isToFreeze: Bool { ((try? kernel.readFile(path + "/cgroup.freeze")) ?? []).hasLine("1") }

  /// The pids in it and in the cgroups that the app has made in it; zombies are not listed.
  package func processes() throws(Errno) -> [pid_t] {
    var pids = try kernel.readFile(path + "/cgroup.procs").split(separator: UInt8(ascii: "\n"))
      .compactMap { pid_t(digits: $0) }
    guard hasFolders else { return pids }
    for folder in Self.folders(in: path) {
      do {
        pids += try AppCgroup(path: folder, kernel: kernel).processes()
      } catch .notSupportedOnSocket {
        // A threaded one, whose processes are listed above it (cgroups(7)).
        continue
      } catch let error where error == .noSuchFileOrDirectory || error == .operationNotSupportedByDevice {
        // It is gone by now.
        continue
      }
    }
    return pids
  }

  /// Takes hold of those of `listed` that are still there.
  func hold(_ listed: some Sequence<pid_t>) throws(Errno) -> [Pidfd] {
    var opened: [Pidfd] = []
    for pid in listed {
      do {
        opened.append(try kernel.openPidfd(pid))
      } catch let error where error.isProcessGone {
        continue
      }
    }
    // Only a list that is younger than the pidfd says that it is one of the app's, if it is there at all.
    let confirmed = Set(try processes())
    return opened.filter { confirmed.contains($0.pid) }
  }

  /// The kernel counts the folders of a cgroup among the links to it, as any file system for Unix does (kernfs).
  private var hasFolders: Bool {
    (try? FileStatus(of: path)).map { $0.links > 2 } ?? true
  }

  /// With the cgroups that the app has made in it. False while there are processes.
  func remove() -> Bool {
    if removeAlone() { return true }
    // With others below it, it is busy whether they are empty or not (rmdir(2)).
    let folders = Self.folders(in: path)
    for folder in folders { _ = AppCgroup(path: folder, kernel: kernel).remove() }
    return !folders.isEmpty && removeAlone()
  }

  private func removeAlone() -> Bool {
    do {
      try kernel.removeDirectory(path)
      return true
    } catch {
      return error == .noSuchFileOrDirectory
    }
  }

  static func folders(in path: String) -> [String] {
    ((try? Folder.folders(in: path)) ?? []).map { "\(path)/\($0)" }
  }
}

extension [UInt8] {
  nonisolated fileprivate func hasLine(_ line: String) -> Bool {
    split(separator: UInt8(ascii: "\n")).contains { $0.elementsEqual(line.utf8) }
  }
}
