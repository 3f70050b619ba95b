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
    // The C library's for names and addresses (resolver(5), nsswitch.conf(5), gai.conf(5)) with the modules it loads for
    // them, and OpenSSL's for certificates.
    readable: [
      "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/hosts", "/etc/host.conf", "/etc/gai.conf", "/etc/services",
      "/etc/ld.so.cache", "/run/systemd/resolve", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ssl", "/etc/pki",
      "/usr/share/ca-certificates", "/usr/local/share/ca-certificates", "/dev/null", "/dev/urandom",
    ],
    limits: [
      .addressSpace: 96 << 20, .core: 0, .fileSize: 0, .openFiles: 64, .processes: 0,
      // In seconds, for as long as it lives; a hundred thousand pushes take some ten.
      .processorTime: 600,
    ],
    calls: systemCalls, endsWithParent: true)

  private static let systemCalls: [CInt] = {
    var calls = [
      // The network.
      SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_sendto, SYS_recvfrom, SYS_sendmsg, SYS_recvmsg,
      SYS_sendmmsg, SYS_recvmmsg, SYS_shutdown, SYS_getsockname, SYS_getpeername, SYS_setsockopt, SYS_getsockopt,
      SYS_ppoll, SYS_pselect6,
      // The C library's and libmosquitto's.
      SYS_pipe2, SYS_eventfd2, SYS_statfs, SYS_fstatfs, SYS_clock_nanosleep, SYS_nanosleep,
    ]
    #if arch(x86_64)
      // Things that newer machines do without.
      calls += [SYS_poll, SYS_select, SYS_pipe, SYS_time, SYS_epoll_wait, SYS_dup2]
    #endif
    return basicCalls + calls.map { CInt($0) }
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
