// The system calls by which an app that is stopped, and has no cgroup that is frozen as well, would continue itself (BG4).

extension Denial {
  /// For an app without a cgroup: timers and notices of queues that name a signal. SIGCONT of a timer continues a stopped
  /// process as anybody's does (prepare_signal() in the kernel's signal.c), and of an app's processes the daemon hears of
  /// its root's alone. The signal is in memory, where no filter can look; without one the timer sends SIGALRM, which
  /// waits (timer_create(2)).
  package nonisolated static let unsealed = ["timer_create", "mq_notify"].map { Denial($0) }
}
