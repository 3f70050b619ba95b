// The cgroup that one process of an app and all that it starts live in (cgroups(7), Linux's cgroup-v2.rst).
package import Glibc
package import LifecycleModel
import Linux
package import SystemPackage

/// Nothing leaves it by forking, so an act on it is an act on all of the app at once.
@MainActor package final class AppCgroup {
  package let path: String
  /// Nil of one that is only looked at.
  let open: OpenCgroup?
  /// Nil of one that this daemon has not made.
  let making: Making?
  /// Whether `cgroup.kill` was used. Linux 6.18 compares the count of its uses in a new process's cgroup with that of the
  /// parent's, and kills all that are started in one with another count (`cgroup_css_set_fork()`, `cgroup_post_fork()`).
  private(set) var wasKilled = false
  /// Whether this daemon has frozen it last.
  private var mayBeFrozen = false
  private let kernel: Kernel

  /// The process that it was made for, by whose number it is called; nil as above.
  package var serial: ProcessSerial? { making?.serial }

  /// How it was made.
  struct Making: Sendable {
    let serial: ProcessSerial
    let limits: CgroupLimits
    /// Whether no process in it can change it, so that it is as good as new when it is empty.
    let isReusable: Bool
  }

  init(path: String, kernel: Kernel) {
    // A text that was put together keeps room for more.
    self.path = String(decoding: path.utf8, as: UTF8.self)
    (open, making) = (nil, nil)
    self.kernel = kernel
  }

  init(_ open: OpenCgroup, _ making: Making? = nil, kernel: Kernel) {
    path = open.path
    self.open = open
    self.making = making
    self.kernel = kernel
  }

  /// The kernel begins to freeze it, and says in cgroup.events when it is frozen.
  func freeze() throws(Errno) {
    try kernel.writeFile(path + "/cgroup.freeze", "1")
    mayBeFrozen = true
  }

  func thaw() throws(Errno) {
    try kernel.writeFile(path + "/cgroup.freeze", "0")
    mayBeFrozen = false
  }

  /// SIGKILL to every process in it; a fork that is in flight does not escape.
  func kill() throws(Errno) {
    wasKilled = true
    try kernel.writeFile(path + "/cgroup.kill", "1")
  }

  var eventsFile: String { path + "/cgroup.events" }

  /// Whether no process is in it, nor in the cgroups that the app has made in it, and whether it must be thawed before there is
  /// another; zombies count until they are reaped. To be asked when nobody watches, who would not be told then of what was seen here.
  var emptiness: (isEmpty: Bool, isFrozen: Bool) {
    do throws(Errno) {
      let events: [UInt8] = if let open { try open.readEvents() } else { try kernel.readFile(eventsFile) }
      return (events.hasLine("populated 0"), mayBeFrozen || events.hasLine("frozen 1"))
    } catch {
      return (error == .noSuchFileOrDirectory || error == .operationNotSupportedByDevice, true)
    }
  }

  /// Whether the kernel has stopped all of it.
  var isFrozen: Bool { ((try? kernel.readFile(eventsFile)) ?? []).hasLine("frozen 1") }

  /// Whether it is to be frozen, done or not.
  package var isToFreeze: Bool { ((try? kernel.readFile(path + "/cgroup.freeze")) ?? []).hasLine("1") }

  /// The pids in it and in the cgroups that the app has made in it; zombies are not listed.
  package func processes() throws(Errno) -> [pid_t] {
    var pids = try kernel.readFile(path + "/cgroup.procs").split(separator: UInt8(ascii: "\n"))
      .compactMap { pid_t(digits: $0) }
    guard hasFolders else { return pids }
    for folder in OpenCgroup.folders(in: path) {
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

  /// The processor time of all that has ever run in it, those that ended with nobody waiting for them included, which no process's
  /// figures have (cgroup-v2.rst, `cpu.stat`, which is there without the controller).
  package func processorTime() throws(Errno) -> Duration {
    let name = Array("usage_usec ".utf8)
    let lines = try kernel.readFile(path + "/cpu.stat").split(separator: UInt8(ascii: "\n"))
    guard let line = lines.first(where: { $0.starts(with: name) }), let used = Int64(digits: line.dropFirst(name.count))
    else { throw .invalidArgument }
    return .microseconds(used)
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
}

extension [UInt8] {
  nonisolated fileprivate func hasLine(_ line: String) -> Bool {
    split(separator: UInt8(ascii: "\n")).contains { $0.elementsEqual(line.utf8) }
  }
}
