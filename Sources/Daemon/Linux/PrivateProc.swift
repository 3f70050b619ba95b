// The daemon's own instance of procfs, whose folders nobody else can hold.
import CLinux
import Glibc
import Synchronization
package import SystemPackage

/// The kernel has a lock for each folder, and who lists one keeps it for as long as the page takes to which the names are
/// copied: if that is of a FUSE file, as long as its server likes. In `/proc` any user can do that, and everybody waits who
/// looks up a process that is not cached. Each mount of procfs has folders, and so locks, of its own.
package nonisolated enum PrivateProc {
  /// Its name among the descriptors that a process is started with.
  package static let name = "proc"
  /// `PROC_SUPER_MAGIC` of statfs(2), which Swift does not import.
  private static let kind: UInt64 = 0x9fa0
  /// -1 without one.
  private static let folder = Atomic<CInt>(-1)

  /// Has all paths below `/proc` looked up there from now on: in the one that somebody with the right to mount has left, or one
  /// of its own where the daemon has that right (CAP_SYS_ADMIN). In its unit it has not, and `/proc` is that of its apps.
  ///
  /// - Parameter left: the caller's no longer; closed where it cannot serve.
  package static func prepare(_ left: CInt? = nil) {
    if let left {
      if serves(left) { return folder.store(left, ordering: .releasing) }
      try? Sys.close(left)
    }
    guard let own = try? mounted() else { return }
    folder.store(own, ordering: .releasing)
  }

  /// A new one; the caller closes it.
  package static func mounted() throws(Errno) -> CInt { try Sys.mountPrivately("proc") }

  /// Whether no app can hold the folders in which the daemon looks.
  package static var isThere: Bool { folder.load(ordering: .acquiring) >= 0 }

  /// For a program that this process becomes, which may not be able to mount one.
  package static var handedOn: [String: CInt] {
    let own = folder.load(ordering: .acquiring)
    return own < 0 ? [:] : [name: own]
  }

  /// Whether that is the root folder of a procfs, and one that shows processes by the numbers they have here
  /// (pid_namespaces(7)): its link `self` is in no other folder.
  static func serves(_ descriptor: CInt) -> Bool {
    guard (try? Sys.fileSystemKind(descriptor)) == kind, (try? FileStatus(of: descriptor))?.kind == .folder else {
      return false
    }
    var target = [CChar](repeating: 0, count: 16)
    let length = try? target.withUnsafeMutableBufferPointer { buffer throws(Errno) in
      try Sys.readlinkat(descriptor, "self", into: buffer)
    }
    let shown = length.map { String(decoding: target.prefix($0).map(UInt8.init(bitPattern:)), as: UTF8.self) }
    return shown == "\(getpid())"
  }

  /// The folder in which the kernel is to look for `path`, and the path from there.
  @inline(__always) static func place<Result>(
    of path: String, _ body: (CInt, UnsafePointer<CChar>) -> Result
  ) -> Result {
    path.withCString { whole in
      let own = folder.load(ordering: .acquiring)
      guard own >= 0, strncmp(whole, "/proc", 5) == 0 else { return body(AT_FDCWD, whole) }
      if whole[5] == 0 { return body(own, ".") }
      return whole[5] == CChar(UInt8(ascii: "/")) && whole[6] != 0 ? body(own, whole + 6) : body(AT_FDCWD, whole)
    }
  }
}
