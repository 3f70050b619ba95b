// A cgroup as threads make, open and remove it: the loop never does.
import Glibc
import LifecycleModel
import Linux
package import SystemPackage

/// To make or remove a cgroup the kernel takes a lock that everybody shares who looks at a file of any cgroup (`kernfs_rwsem`),
/// and that of the folder above, which everybody takes who tries to make something in it, whether he may or not. Four hundred
/// threads that do nothing else kept a daemon waiting for three seconds each time.
///
/// As long as a file of it is open, the kernel has its name in memory and those above it: to open another one takes no lock of a
/// folder then.
package nonisolated final class OpenCgroup: Sendable {
  package let path: String
  /// Of `cgroup.events`, which is watched while the app is suspended.
  let events: CInt

  /// One that is there.
  package init(opening path: String) throws(Errno) {
    // A text that was put together keeps room for more.
    self.path = String(decoding: path.utf8, as: UTF8.self)
    events = try Sys.open(path + "/cgroup.events", O_RDONLY | O_CLOEXEC)
  }

  deinit { try? Sys.close(events) }

  /// - Throws: `ENODEV` when it has been removed.
  func readEvents() throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = try Sys.read(events, into: &bytes, at: 0)
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// A new one; one that is there already is as good.
  static func make(_ path: String, _ limits: CgroupLimits) throws(Errno) -> OpenCgroup {
    try Folder.make(path, mode: limits.group == nil ? 0o711 : 0o700)
    if let group = limits.group {
      try Sys.chown(path, geteuid(), group)
      try Sys.chmod(path, 0o710)
    }
    limits.write(to: path)
    // The kernel has the names of files in memory that were looked up once.
    for file in ["cgroup.procs", "cgroup.freeze", "cgroup.kill"] {
      try Sys.access("\(path)/\(file)", F_OK)
    }
    return try OpenCgroup(opening: path)
  }

  /// With the cgroups that an app has made in it. False while there are processes.
  package static func remove(_ path: String) -> Bool {
    if removeAlone(path) { return true }
    // With others below it, it is busy whether they are empty or not (rmdir(2)).
    let below = folders(in: path)
    for folder in below { _ = remove(folder) }
    return !below.isEmpty && removeAlone(path)
  }

  private static func removeAlone(_ path: String) -> Bool {
    do {
      try Sys.rmdir(path)
      return true
    } catch {
      return error == .noSuchFileOrDirectory
    }
  }

  static func folders(in path: String) -> [String] {
    ((try? Folder.folders(in: path)) ?? []).map { "\(path)/\($0)" }
  }
}

/// The bounds of a cgroup, as far as there are controllers for them, and who may look into it.
package nonisolated struct CgroupLimits: Hashable, Sendable {
  /// ME5: the kernel itself holds it to this; nil without the memory controller.
  var memory: MemoryTraits? = nil
  /// How many processes and threads may be in it; a fork of one more fails (EAGAIN), and clone3(2) into it as well. Nil without
  /// the controller pids.
  var tasks: Int? = nil
  /// The group that reads its files, which is that of the app's own user: nobody else can hold the lock of its folder then. Nil
  /// where everybody may.
  var group: gid_t? = nil

  /// A limit that cannot be set is looked after by the daemon anyway.
  func write(to cgroup: String) {
    if let memory {
      write("1", to: cgroup + "/memory.oom.group")
      if let soft = memory.softLimit { write("\(soft)", to: cgroup + "/memory.high") }
      if let hard = memory.hardLimit { write("\(hard)", to: cgroup + "/memory.max") }
    }
    if let tasks { write("\(tasks)", to: cgroup + "/pids.max") }
  }

  private func write(_ text: String, to path: String) {
    guard let file = try? Sys.open(path, O_WRONLY | O_CLOEXEC) else { return }
    defer { try? Sys.close(file) }
    _ = try? Sys.write(file, Array(text.utf8))
  }
}
