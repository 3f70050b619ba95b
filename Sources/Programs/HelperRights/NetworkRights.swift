// The files and system calls that every helper keeps which talks with a server: those of names, addresses, TLS and sockets.
import CLinux

extension HelperRights {
  /// The C library's for names and addresses (resolver(5), nsswitch.conf(5), gai.conf(5)) with the modules it loads for
  /// them, and OpenSSL's for certificates.
  package static let networkFiles = [
    "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/hosts", "/etc/host.conf", "/etc/gai.conf", "/etc/services",
    "/etc/ld.so.cache", "/run/systemd/resolve", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ssl", "/etc/pki",
    "/usr/share/ca-certificates", "/usr/local/share/ca-certificates", "/dev/null", "/dev/urandom",
  ]

  /// Sockets, of the Internet and of netlink alone where the helper's user is also the daemon's, and pairs, by which threads of libcurl
  /// wake each other.
  package static let networkCalls: [CInt] = {
    var calls = [
      SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_sendto, SYS_recvfrom, SYS_sendmsg, SYS_recvmsg,
      SYS_sendmmsg, SYS_recvmmsg, SYS_shutdown, SYS_getsockname, SYS_getpeername, SYS_setsockopt, SYS_getsockopt,
      SYS_ppoll, SYS_pselect6,
      // The libraries' own.
      SYS_pipe2, SYS_eventfd2, SYS_statfs, SYS_fstatfs, SYS_clock_nanosleep, SYS_nanosleep,
    ]
    #if arch(x86_64)
      // Things that newer machines do without.
      calls += [SYS_poll, SYS_select, SYS_pipe, SYS_time, SYS_dup2]
    #endif
    return calls.map { CInt($0) }
  }()
}
