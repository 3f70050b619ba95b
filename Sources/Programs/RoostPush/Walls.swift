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
      // Reading and writing what is open, and opening what Landlock lets it.
      SYS_read, SYS_readv, SYS_pread64, SYS_write, SYS_writev, SYS_close, SYS_openat, SYS_lseek, SYS_fstat,
      SYS_newfstatat, SYS_statx, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_getdents64, SYS_fcntl, SYS_ioctl,
      SYS_dup, SYS_pipe2, SYS_eventfd2, SYS_getcwd, SYS_statfs, SYS_fstatfs,
      // The network.
      SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_sendto, SYS_recvfrom, SYS_sendmsg, SYS_recvmsg,
      SYS_sendmmsg, SYS_recvmmsg, SYS_shutdown, SYS_getsockname, SYS_getpeername, SYS_setsockopt, SYS_getsockopt,
      SYS_ppoll, SYS_pselect6,
      // Memory.
      SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_brk,
      // Itself.
      SYS_exit, SYS_exit_group, SYS_getpid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_tgkill,
      SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_futex, SYS_set_robust_list,
      SYS_sched_yield, SYS_sched_getaffinity, SYS_prlimit64, SYS_restart_syscall, SYS_membarrier,
      // The machine.
      SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrandom,
      SYS_uname, SYS_sysinfo,
    ]
    #if arch(x86_64)
      // What newer machines do without.
      calls += [
        SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_poll, SYS_select, SYS_pipe, SYS_time,
        SYS_epoll_wait, SYS_dup2,
      ]
    #endif
    return calls.map { CInt($0) }
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
