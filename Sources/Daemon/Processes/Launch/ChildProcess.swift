// A child of the daemon: the root process of an app, or an orphan that one left behind.
package import Glibc
package import LifecycleModel
package import Linux
package import SystemPackage

/// A child process from its launch until it has been reaped. Only its owner reaps it, so until then its pid is its own.
/// One that an earlier daemon started has another parent now, which does so.
@MainActor package final class ChildProcess {
  package let pidfd: Pidfd
  package let kernel: Kernel
  /// Whether an earlier daemon started it, so that it may be somebody else's child, and those below it as well.
  package let isAdopted: Bool

  package var pid: pid_t { pidfd.pid }

  /// Starts a process and returns once it runs its executable.
  package static func launch(_ request: LaunchRequest, kernel: Kernel) throws(LaunchError) -> ChildProcess {
    ChildProcess(try kernel.spawn(request), kernel: kernel)
  }

  package init(_ pidfd: Pidfd, kernel: Kernel, isAdopted: Bool = false) {
    self.pidfd = pidfd
    self.kernel = kernel
    self.isAdopted = isAdopted
  }

  /// Tells its end, once: reaping frees its pid. Nil while it lives.
  ///
  /// - Throws: `ECHILD` when it has been reaped before.
  package func reap() throws(Errno) -> ProcessEnd? {
    do {
      return try kernel.reap(pidfd)
    } catch .noChildProcess where isAdopted {
      return try kernel.endWithoutReaping(pidfd)
    }
  }

  /// Tells its end as well when it cannot be reaped yet. A process that somebody traces stays a zombie until the tracer has
  /// waited for it or has gone (ptrace(2), wait_consider_task() in the kernel's exit.c): it runs no more all the same, and
  /// the daemon's sweep for orphans takes it from there.
  package func end() throws(Errno) -> ProcessEnd? {
    if let end = try reap() { return end }
    return try kernel.endWithoutReaping(pidfd)
  }

  /// - Throws: `ESRCH` when it has been reaped.
  package func signal(_ signal: CInt) throws(Errno) { try kernel.send(signal, to: pidfd) }

  /// When it started, in clock ticks since boot (proc(5), field 22 of stat): with the pid, what tells a process from a
  /// later one of the same pid when no pidfd has survived.
  package func startTime() throws(Errno) -> UInt64 {
    try ProcessStatus(pid: pid, kernel: kernel).startTime
  }
}

/// The end of a process, as far as the kernel tells.
package nonisolated struct ProcessEnd: Equatable {
  package var status: ExitStatus
  /// Nanoseconds of user and system time, with those of the children it had waited for (getrusage(2)).
  package var cpuTime: UInt64

  /// Whether it ended by itself.
  package var hasExited: Bool {
    switch status {
    case .exited: true
    case .signaled, .unknown: false
    }
  }

  /// It is gone, and nothing tells how.
  package static let unknown = ProcessEnd(status: .unknown, cpuTime: 0)
}

extension ProcessEnd {
  package init(_ end: ReapedChild) {
    switch end.code {
    case CInt(CLD_EXITED): status = .exited(code: end.status)
    // CLD_KILLED or CLD_DUMPED; waitid(2) names no other for an end.
    default: status = .signaled(end.status)
    }
    cpuTime = end.cpuTime
  }
}
