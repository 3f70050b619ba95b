// Leaves a procfs for the daemon where its unit, in which it may mount none, finds it.
import Linux
package import SystemPackage
import Systemd

/// The work of a process of the unit that has the right to mount, before the daemon starts (systemd.service(5), `ExecStartPre=+`).
package nonisolated enum StoredProc {
  package nonisolated enum Problem: Error, CustomStringConvertible {
    case mount(Errno)
    case noServiceManager

    package var description: String {
      switch self {
      case .mount(let errno): "unable to mount a procfs for the daemon: \(errno)"
      case .noServiceManager:
        "no service manager takes a procfs for the daemon: only the unit roostd.service calls this, with NotifyAccess=exec"
      }
    }
  }

  /// Long enough for a service manager that starts a machine.
  private static let patience = Duration.seconds(5)

  /// In the place of the one that was left for the daemon before; that one stays where there can be no new one.
  package static func leave() throws {
    let folder: CInt
    do throws(Errno) {
      folder = try PrivateProc.mounted()
    } catch {
      throw Problem.mount(error)
    }
    defer { try? Sys.close(folder) }
    DescriptorStore.drop(PrivateProc.name)
    guard try DescriptorStore.keep(folder, as: PrivateProc.name), try DescriptorStore.awaitReading(for: patience) else {
      throw Problem.noServiceManager
    }
  }
}
