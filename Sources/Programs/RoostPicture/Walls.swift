// The rights that roost-picture keeps while it draws what an app has made: to read fonts, and to write what is open.
import CRsvg
import HelperRights
import Linux

extension HelperRights {
  /// Nobody's, and no other helper's: none may signal the other. systemd reserves 65520 to 65533 for nobody
  /// (systemd.io/UIDS-GIDS).
  private static let unused: UInt32 = 65523

  static let ofPainter = HelperRights(
    owner: Owner(user: unused, group: unused),
    // The libraries' own files, and fonts with their caches (fonts-conf(5)).
    readable: [
      "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/fonts", "/var/cache/fontconfig", "/dev/null",
      "/dev/urandom",
    ],
    limits: [
      .addressSpace: Limits.memory, .core: 0, .openFiles: 256,
      // It opens none to write, and may have been given one to print to.
      .fileSize: UInt64(Drawing.pixelLimit * 5),
      .processorTime: UInt64(Limits.seconds) + 1,
    ],
    // fstatfs(2) tells fontconfig whether it may map its caches, and pango reads its configuration on a thread (rseq(2)).
    calls: basicCalls + [CInt(SYS_fstatfs), CInt(SYS_statfs), CInt(SYS_rseq)], mayHaveThreads: true)
}
