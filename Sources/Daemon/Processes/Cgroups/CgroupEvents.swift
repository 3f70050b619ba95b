// The news of a cgroup: cgroup.events, which the kernel makes ready with EPOLLPRI whenever it changes.
import Glibc
import Linux
import SystemPackage
import Systemd

/// Says that something in the file has changed; only a look tells the change.
final class CgroupEvents {
  private let descriptor: CInt
  /// Nil where it belongs to this watch alone.
  private let open: OpenCgroup?
  private var source: IOSource?

  init(of cgroup: AppCgroup, on loop: EventLoop, changed: @escaping () -> Void) throws(SystemCallError) {
    open = cgroup.open
    do throws(Errno) {
      descriptor = if let open { open.events } else { try Sys.open(cgroup.eventsFile, O_RDONLY | O_CLOEXEC) }
    } catch {
      throw SystemCallError(action: "open \(cgroup.eventsFile)", errno: error)
    }
    // A file that has not been read counts as changed (kernfs_generic_poll()).
    read()
    source = try loop.watch(descriptor, for: .urgent, priority: .exit) { [unowned self] _ in
      read()
      changed()
    }
  }

  isolated deinit {
    source?.close()
    if open == nil { try? Sys.close(descriptor) }
  }

  /// Fails once the cgroup is gone, and is ready for ever.
  private func read() {
    var buffer = [UInt8](repeating: 0, count: 256)
    if (try? Sys.read(descriptor, into: &buffer, at: 0)) == nil { source?.close() }
  }
}
