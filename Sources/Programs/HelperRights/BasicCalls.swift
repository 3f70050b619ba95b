// The system calls that every helper keeps: those of a program of one thread that reads files and writes what it has read.
import CLinux

extension HelperRights {
  package static let basicCalls: [CInt] = {
    var calls = [
      // Reading and writing what is open, and opening what Landlock lets it.
      SYS_read, SYS_readv, SYS_pread64, SYS_write, SYS_writev, SYS_close, SYS_openat, SYS_lseek, SYS_fstat,
      SYS_newfstatat, SYS_statx, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_getdents64, SYS_fcntl, SYS_ioctl,
      SYS_dup, SYS_getcwd,
      // Memory.
      SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_brk,
      // Itself.
      SYS_exit, SYS_exit_group, SYS_getpid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
      SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_futex, SYS_set_robust_list,
      SYS_sched_yield, SYS_sched_getaffinity, SYS_restart_syscall, SYS_membarrier,
      // The machine.
      SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_getrandom, SYS_uname, SYS_sysinfo,
    ]
    #if arch(x86_64)
      // Things that newer machines do without.
      calls += [SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink]
    #endif
    return calls.map { CInt($0) }
  }()
}
