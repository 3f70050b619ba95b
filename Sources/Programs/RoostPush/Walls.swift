// The rights that roost-push keeps while it talks with a broker: to connect, and to read what that takes.
import CMosquitto
import Glibc
import HelperRights
import Linux
import PushProtocol
import SystemPackage

extension HelperRights {
  /// Nobody's: no other process has it, and no file belongs to it. systemd reserves 65520 to 65533 for nobody
  /// (systemd.io/UIDS-GIDS); other processes run as the user nobody.
  private static let unused: UInt32 = 65521

  /// Between what it is told and what it hears.
  static let ofBrokerLink = HelperRights(
    owner: Owner(user: unused, group: unused),
    readable: networkFiles,
    limits: [
      .addressSpace: 96 << 20, .core: 0, .fileSize: 0, .openFiles: 64, .processes: 0,
      // In seconds, for as long as it lives; a hundred thousand pushes take some ten.
      .processorTime: 600,
    ],
    calls: systemCalls, endsWithParent: true)

  private static let systemCalls: [CInt] = {
    #if arch(x86_64)
      // libmosquitto's; newer machines do without.
      basicCalls + networkCalls + [CInt(SYS_epoll_wait)]
    #else
      basicCalls + networkCalls
    #endif
  }()
}

/// A file in memory with the certificates of the order, which libmosquitto opens by its path: its owner could read the
/// one that they are from, and this process cannot.
func fileOfAuthorities(_ text: String) throws(PushEnd) -> String {
  do throws(Errno) {
    let file = try Sys.memoryFile("authorities")
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count { written += try Sys.write(file, bytes, from: written) }
    return "/proc/self/fd/\(file)"
  } catch {
    throw PushEnd(.system, errno: error.rawValue)
  }
}
