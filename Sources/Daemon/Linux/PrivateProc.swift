// The daemon's own instance of procfs, whose folders nobody else can hold.
import CLinux
import Glibc
import Synchronization
import SystemPackage

/// The kernel has a lock for each folder, and who lists one keeps it for as long as the page takes to which the names are
/// copied: if that is of a FUSE file, as long as its server likes. In `/proc` any user can do that, and everybody waits who
/// looks up a process that is not cached. Each mount of procfs has folders, and so locks, of its own.
package nonisolated enum PrivateProc {
  /// -1 without one.
  private static let folder = Atomic<CInt>(-1)

  /// Has all paths below `/proc` looked up there from now on, where the daemon may mount (CAP_SYS_ADMIN). Its unit may not, and
  /// has another `/proc` than the machine's users anyway (ProtectProc= of systemd.exec(5)).
  package static func prepare() {
    guard let mounted = try? Sys.mountPrivately("proc") else { return }
    folder.store(mounted, ordering: .releasing)
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
