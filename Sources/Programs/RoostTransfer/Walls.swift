// The rights that roost-transfer keeps while it talks with a server: to connect, and to write the part that is open.
import CCurl
import Glibc
import HelperRights
import Linux

extension HelperRights {
  /// Nobody's, and not roost-push's: neither may signal the other. systemd reserves 65520 to 65533 for nobody
  /// (systemd.io/UIDS-GIDS).
  private static let unused: UInt32 = 65522

  /// - Parameter room: how large the part may become, in bytes.
  static func ofTransfer(room: Int64) -> HelperRights {
    HelperRights(
      owner: Owner(user: unused, group: unused),
      // The C library's for names and addresses (resolver(5), nsswitch.conf(5), gai.conf(5)) with the modules it loads for
      // them, and OpenSSL's for certificates.
      readable: [
        "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/hosts", "/etc/host.conf", "/etc/gai.conf", "/etc/services",
        "/etc/ld.so.cache", "/run/systemd/resolve", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ssl", "/etc/pki",
        "/usr/share/ca-certificates", "/usr/local/share/ca-certificates", "/dev/null", "/dev/urandom",
      ],
      limits: [
        .addressSpace: 256 << 20, .core: 0, .fileSize: UInt64(max(room, 0)), .openFiles: 64,
        // In seconds; a gigabyte by TLS takes some two.
        .processorTime: 600,
      ],
      calls: systemCalls, endsWithParent: true, mayHaveThreads: true)
  }

  private static let systemCalls: [CInt] = {
    var calls = [
      // The network.
      SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_sendto, SYS_recvfrom, SYS_sendmsg, SYS_recvmsg,
      SYS_sendmmsg, SYS_recvmmsg, SYS_shutdown, SYS_getsockname, SYS_getpeername, SYS_setsockopt, SYS_getsockopt,
      SYS_ppoll, SYS_pselect6,
      // The part.
      SYS_ftruncate,
      // The C library's, also for threads, and libcurl's.
      SYS_pipe2, SYS_eventfd2, SYS_statfs, SYS_fstatfs, SYS_clock_nanosleep, SYS_nanosleep,
      SYS_rseq,
    ]
    #if arch(x86_64)
      // Things that newer machines do without.
      calls += [SYS_poll, SYS_select, SYS_pipe, SYS_time, SYS_dup2]
    #endif
    return basicCalls + calls.map { CInt($0) }
  }()
}
