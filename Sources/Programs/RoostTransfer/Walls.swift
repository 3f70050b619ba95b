// The rights that roost-transfer keeps while it talks with a server: to connect, and to write the part that is open.
import CCurl
import Glibc
import HelperRights
import Linux

extension HelperRights {
  /// Nobody's, and not roost-push's: neither may signal the other. systemd reserves 65520 to 65533 for nobody
  /// (systemd.io/UIDS-GIDS).
  private static let unused: UInt32 = 65522

  /// Each helper has two while it looks up a name.
  private static let mostThreads: UInt64 = 1024

  /// - Parameter room: how large the part may become, in bytes.
  static func ofTransfer(room: Int64) -> HelperRights {
    var rights = HelperRights(
      owner: Owner(user: unused, group: unused),
      readable: networkFiles,
      limits: [
        .addressSpace: 256 << 20, .core: 0, .fileSize: UInt64(max(room, 0)), .openFiles: 64,
        // In seconds; a gigabyte by TLS takes some two.
        .processorTime: 600,
      ],
      calls: systemCalls, endsWithParent: true, mayHaveThreads: true)
    // Of all apps' helpers together: threads count for their user (getrlimit(2)), which is another one than the daemon's only for root.
    if geteuid() == 0 { rights.limits[.processes] = mostThreads }
    return rights
  }

  /// Besides the network: the part is cut, and libcurl has threads (rseq(2)).
  private static let systemCalls = basicCalls + networkCalls + [CInt(SYS_ftruncate), CInt(SYS_rseq)]
}
