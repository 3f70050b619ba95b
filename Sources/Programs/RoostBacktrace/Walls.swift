// The rights that roost-backtrace keeps while it reads what may be made to harm it: those of the process, and fewer.
import CElfutils
import Glibc
import HelperRights
import Linux
import Reports

extension HelperRights {
  /// From the moment when all is open that only a tracer may open.
  static func ofReader(of subject: Subject) -> HelperRights {
    HelperRights(
      owner: subject.owner, readable: files(of: subject),
      limits: [
        .addressSpace: 512 << 20, .core: 0, .openFiles: 1024, .processes: 0,
        // It opens none to write, and may have been given one to print to.
        .fileSize: UInt64(Backtrace.outputLimit) + 1,
        .processorTime: UInt64(Backtrace.timeLimit),
      ],
      calls: systemCalls)
  }

  /// The files that it has mapped, the folder of its program, and where debug symbols of them are.
  private static func files(of subject: Subject) -> [String] {
    let mapped = Set(subject.mapped.map(\.name).filter { $0.hasPrefix("/") && !$0.hasSuffix(Subject.deleted) })
    let files = mapped.sorted().prefix(fileLimit)
    let folders = Set(files.map(folder(of:)))
    return ["/usr", "/lib", "/lib64", folder(of: subject.executablePath)] + files + folders.map { $0 + "/.debug" }
  }

  /// Each costs an open file and a rule.
  private static let fileLimit = 4096

  private static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  private static let systemCalls: [CInt] = {
    var calls = [
      SYS_read, SYS_readv, SYS_pread64, SYS_write, SYS_writev, SYS_close, SYS_openat, SYS_lseek, SYS_fstat,
      SYS_newfstatat, SYS_statx, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_getdents64, SYS_fcntl, SYS_ioctl,
      SYS_dup, SYS_getcwd,
      SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_brk,
      // To let go of the process.
      SYS_ptrace,
      SYS_exit, SYS_exit_group, SYS_getpid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_tgkill,
      SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_futex, SYS_set_robust_list,
      SYS_sched_yield, SYS_sched_getaffinity, SYS_prlimit64, SYS_restart_syscall, SYS_membarrier,
      SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_getrandom, SYS_uname, SYS_sysinfo,
    ]
    #if arch(x86_64)
      // What newer machines do without.
      calls += [SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink]
    #endif
    return calls.map { CInt($0) }
  }()
}
