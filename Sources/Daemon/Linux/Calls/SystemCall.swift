// The gate before every system call of the daemon's rooms, where a test can have the kernel refuse.
import Glibc
import Synchronization
package import SystemPackage

/// A call of section 2 of the manual, by its name there.
package nonisolated enum SystemCall: String, CaseIterable, Sendable {
  case accept, access, bind, capset, chmod, chown, clone3, close, connect, dup3, eventfd, execve, fallocate, fchmod,
    fchown,
    fchownat
  case fcntl, flock, fsmount, fstat, fstatfs, fsync, getcwd, getdents, getpgid, getsockname, getsockopt, getxattr,
    inotify_add_watch,
    inotify_init
  case ioctl, kill, landlock_add_rule, landlock_create_ruleset, landlock_restrict_self, listen, memfd_create, mkdir
  case madvise, mkdirat, mkfifo, mlockall, mmap, msgctl, open, openat, openat2, pidfd_open, pidfd_send_signal, pipe,
    poll, prctl,
    pread,
    prlimit
  case process_madvise, process_mrelease, read, readlink, realpath, recv, rename, renameat2, rmdir, sched_setaffinity,
    seccomp,
    send
  case semctl, setpriority, setresuid, setsockopt, shmctl, shutdown, socket, socketpair, splice, stat, statx, symlink,
    tgkill,
    timerfd_create,
    unlink, waitid, write

  /// The object of a call; with `nothing`, the call makes something that has no name yet, or is about this process.
  package enum Subject: Sendable {
    case path(String)
    case descriptor(CInt)
    case nothing
  }

  /// Asked before each call, on the thread that makes it: the error that the call is to fail with, nil to make it.
  package typealias Gate = @Sendable (SystemCall, Subject) -> Errno?

  /// A closure alone, in a generic type as `Mutex` is, would get a thunk around it at each look, and call and end through
  /// all of them in the end.
  private struct Gatekeeper: Sendable { let gate: Gate }

  private static let isGated = Atomic<Bool>(false)
  private static let gatekeeper = Mutex<Gatekeeper?>(nil)

  /// For tests alone: no input of the daemon leads here.
  package static func setGate(_ new: Gate?) {
    gatekeeper.withLock { $0 = new.map(Gatekeeper.init) }
    isGated.store(new != nil, ordering: .releasing)
  }

  /// One load of a byte, as long as there is no gate.
  @inline(__always) func refusal(_ subject: @autoclosure () -> Subject) -> Errno? {
    Self.isGated.load(ordering: .relaxed) ? askGate(subject()) : nil
  }

  @inline(never) private func askGate(_ subject: Subject) -> Errno? {
    let gatekeeper = Self.gatekeeper.withLock { $0 }
    return gatekeeper?.gate(self, subject)
  }
}

/// The calls. Each throws what errno(3) says, but never `EINTR`: the daemon's signals come by descriptor
/// (signalfd(2)), so a call that another one has cut short is simply made again.
package nonisolated enum Sys {
  /// For a call that the kernel does not cut short.
  @inline(__always) static func ask(
    _ call: SystemCall, _ subject: @autoclosure () -> SystemCall.Subject
  ) throws(Errno) {
    while let error = call.refusal(subject()) { if error != .interrupted { throw error } }
  }

  /// A call that returns -1 and sets errno(3) when it fails.
  @inline(__always) static func made<Result: SignedInteger>(
    _ call: SystemCall, _ subject: @autoclosure () -> SystemCall.Subject, _ body: () -> Result
  ) throws(Errno) -> Result {
    while true {
      var error = call.refusal(subject())
      if error == nil {
        let result = body()
        if result != -1 { return result }
        error = Errno(rawValue: errno)
      }
      if let error, error != .interrupted { throw error }
    }
  }

  /// A call that returns 0 or an errno.
  @inline(__always) static func succeeded(
    _ call: SystemCall, _ subject: @autoclosure () -> SystemCall.Subject, _ body: () -> CInt
  ) throws(Errno) {
    while true {
      let error = call.refusal(subject())?.rawValue ?? body()
      if error == 0 { return }
      if error != EINTR { throw Errno(rawValue: error) }
    }
  }
}
