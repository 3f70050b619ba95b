// System calls about processes, most of them by pidfd.
import CLinux
import Glibc
package import SystemPackage

/// A child that has been reaped, as waitid(2) tells of it.
package nonisolated struct ReapedChild {
  /// CLD_EXITED, CLD_KILLED or CLD_DUMPED (sigaction(2)).
  package let code: CInt
  /// The exit code or the signal.
  package let status: CInt
  /// Nanoseconds, with the children it had waited for.
  package let cpuTime: UInt64

  fileprivate init(_ end: roost_exit) {
    code = end.code
    status = end.status
    cpuTime = end.cpu_time
  }
}

extension Sys {
  package static func openPidfd(_ pid: Int32) throws(Errno) -> CInt {
    var descriptor: CInt = -1
    try succeeded(.pidfd_open, .nothing) { roost_pidfd_open(pid, &descriptor) }
    return descriptor
  }

  package static func send(signal: CInt, to pidfd: CInt) throws(Errno) {
    try succeeded(.pidfd_send_signal, .descriptor(pidfd)) { roost_pidfd_send_signal(pidfd, signal, false) }
  }

  /// To every process of the group whose leader it is. EINVAL before Linux 6.9, ESRCH when it leads none.
  package static func send(signal: CInt, toGroupOf pidfd: CInt) throws(Errno) {
    try succeeded(.pidfd_send_signal, .descriptor(pidfd)) { roost_pidfd_send_signal(pidfd, signal, true) }
  }

  /// getpgid(2): the process group of a process.
  package static func processGroup(of pid: Int32) throws(Errno) -> Int32 {
    try made(.getpgid, .nothing) { Glibc.getpgid(pid) }
  }

  /// waitid(2) for the end of a child; nil while it lives.
  package static func reap(_ pidfd: CInt) throws(Errno) -> ReapedChild? {
    var end = roost_exit()
    var isAlive = false
    try succeeded(.waitid, .descriptor(pidfd)) {
      let error = roost_reap(pidfd, &end)
      isAlive = error == ESRCH
      return isAlive ? 0 : error
    }
    return isAlive ? nil : ReapedChild(end)
  }

  /// Gives a thread the best nice value, and all processors (setpriority(2), sched_setaffinity(2)).
  static func hasten(_ thread: Int32) throws(Errno) {
    try succeeded(.sched_setaffinity, .nothing) { roost_allow_all_processors(thread) }
    _ = try made(.setpriority, .nothing) { Glibc.setpriority(__priority_which_t(0), id_t(thread), -20) }
  }

  /// From now on ``interrupt(_:)`` has an effect.
  static func catchInterrupts() { _ = roost_catch_interrupts() }

  /// Ends the sleep of one of our threads that may be interrupted (tgkill(2)).
  static func interrupt(_ thread: Int32) throws(Errno) {
    try succeeded(.tgkill, .nothing) { roost_interrupt(thread) }
  }

  /// SIGKILL by pid, for a child that has not been reaped (kill(2)).
  package static func kill(_ child: Int32) throws(Errno) {
    _ = try made(.kill, .nothing) { Glibc.kill(child, SIGKILL) }
  }

  /// waitid(2) for the end of a child by its pid; nothing while it lives.
  package static func reapChild(_ child: Int32) throws(Errno) {
    var end = siginfo_t()
    _ = try made(.waitid, .nothing) { waitid(P_PID, id_t(child), &end, WEXITED | WNOHANG) }
  }

  /// How a process ended that is nobody's child here (PIDFD_GET_INFO, Linux 6.15). Its use of processor and memory is
  /// gone with it.
  ///
  /// - Throws: `ESRCH` while it has not been reaped, `ENOTTY` or `EINVAL` where the kernel cannot tell.
  package static func end(of pidfd: CInt) throws(Errno) -> ReapedChild {
    var end = roost_exit()
    try succeeded(.ioctl, .descriptor(pidfd)) { roost_pidfd_exit(pidfd, &end) }
    return ReapedChild(end)
  }

  /// waitid(2) for the next stop or continue of `child`, with nil of any; nil when there is none. Reaps nothing.
  package static func nextStop(of child: Int32?) throws(Errno) -> (pid: Int32, isStopped: Bool)? {
    var pid: Int32 = 0
    var isStopped = false
    var isNone = false
    try succeeded(.waitid, .nothing) {
      let error = roost_next_stop(child ?? 0, &pid, &isStopped)
      isNone = error == ESRCH
      return isNone ? 0 : error
    }
    return isNone ? nil : (pid, isStopped)
  }

  /// waitid(2), which leaves the news of the stop for ``nextStop(of:)``. The kernel has it when the last of the threads has
  /// stopped (do_signal_stop() of its signal.c).
  package static func hasStopped(_ pidfd: CInt) throws(Errno) -> Bool { try isThereNews(of: WSTOPPED, pidfd) }

  /// The same of its continuation, of which there is news until the next stop.
  package static func hasContinued(_ pidfd: CInt) throws(Errno) -> Bool { try isThereNews(of: WCONTINUED, pidfd) }

  private static func isThereNews(of change: CInt, _ pidfd: CInt) throws(Errno) -> Bool {
    var news = siginfo_t()
    // P_PIDFD of <linux/wait.h>.
    _ = try made(.waitid, .descriptor(pidfd)) {
      waitid(idtype_t(3), id_t(pidfd), &news, change | WNOHANG | WNOWAIT)
    }
    // Zero where there is no news.
    return news.si_signo == SIGCHLD
  }

  /// process_mrelease(2)
  package static func releaseMemory(_ pidfd: CInt) throws(Errno) {
    try succeeded(.process_mrelease, .descriptor(pidfd)) { roost_process_mrelease(pidfd) }
  }

  /// process_madvise(2) with MADV_PAGEOUT; returns how many bytes it got to.
  package static func pageOut(_ pidfd: CInt, _ ranges: some Collection<Range<UInt>>) throws(Errno) -> Int {
    let vectors = ranges.map {
      iovec(iov_base: UnsafeMutableRawPointer(bitPattern: $0.lowerBound), iov_len: $0.count)
    }
    var advised = 0
    try succeeded(.process_madvise, .descriptor(pidfd)) {
      roost_process_pageout(pidfd, vectors, vectors.count, &advised)
    }
    return advised
  }

  /// prctl(2), PR_SET_CHILD_SUBREAPER
  package static func becomeSubreaper() throws(Errno) { try succeeded(.prctl, .nothing) { roost_become_subreaper() } }

  /// Becomes another program, with the descriptors that are not closed by it (execve(2)). Returns when it cannot.
  package static func become(
    _ path: String, _ arguments: inout [UnsafeMutablePointer<CChar>?],
    _ environment: inout [UnsafeMutablePointer<CChar>?]
  ) -> Errno {
    do throws(Errno) {
      _ = try made(.execve, .path(path)) { execve(path, &arguments, &environment) }
      return .noSuchProcess
    } catch {
      return error
    }
  }

  /// Starts a program that inherits every descriptor, and no blocked signal (posix_spawn(3)): a daemon that has become another program
  /// begins with those that its loop had blocked.
  package static func startInheriting(
    _ path: String, _ arguments: inout [UnsafeMutablePointer<CChar>?],
    _ environment: inout [UnsafeMutablePointer<CChar>?]
  ) throws(Errno) {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var pid: Int32 = 0
    try succeeded(.clone3, .path(path)) { posix_spawn(&pid, path, nil, &attributes, &arguments, &environment) }
  }

  // MARK: Limits

  /// Of open files (getrlimit(2)).
  static func fileLimit() throws(Errno) -> rlimit {
    var limit = rlimit()
    _ = try made(.prlimit, .nothing) { getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) }
    return limit
  }

  static func setFileLimit(_ limit: rlimit) throws(Errno) {
    _ = try made(.prlimit, .nothing) {
      withUnsafePointer(to: limit) { setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), $0) }
    }
  }

  /// madvise(2), MADV_DONTNEED
  static func giveBack(_ range: Range<UInt>) throws(Errno) {
    _ = try made(.madvise, .nothing) {
      madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
    }
  }

  /// Keeps in memory each page that this process has, and each that it will have once it touches it (mlockall(2),
  /// MCL_ONFAULT).
  static func lockMemory() throws(Errno) {
    _ = try made(.mlockall, .nothing) { mlockall(CInt(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT)) }
  }

  // MARK: Landlock (landlock(7))

  /// The version of the kernel's interface.
  package static func landlockVersion() throws(Errno) -> Int {
    var version: CInt = 0
    try succeeded(.landlock_create_ruleset, .nothing) { roost_landlock_version(&version) }
    return Int(version)
  }

  /// A ruleset that handles these rights and scopes, and allows nothing yet.
  package static func makeRuleset(
    _ access: UInt64, network: UInt64 = 0, scopes: UInt64
  ) throws(Errno) -> CInt {
    var ruleset: CInt = -1
    try succeeded(.landlock_create_ruleset, .nothing) { roost_landlock_create(access, network, scopes, &ruleset) }
    return ruleset
  }

  /// Allows these rights beneath an open directory, or to an open file.
  package static func allow(_ access: UInt64, to file: CInt, in ruleset: CInt) throws(Errno) {
    try succeeded(.landlock_add_rule, .descriptor(file)) { roost_landlock_allow(ruleset, file, access) }
  }

  /// Allows these rights on a port; 0 stands for one that the kernel chooses.
  package static func allow(_ access: UInt64, onPort port: UInt16, in ruleset: CInt) throws(Errno) {
    try succeeded(.landlock_add_rule, .nothing) { roost_landlock_allow_port(ruleset, port, access) }
  }

  /// Whether system calls can be filtered (seccomp(2)).
  /// - Throws: `ENOSYS`, `EINVAL` or `EOPNOTSUPP` where the kernel cannot.
  package static func findSeccomp() throws(Errno) { try succeeded(.seccomp, .nothing) { roost_seccomp_available() } }
}
