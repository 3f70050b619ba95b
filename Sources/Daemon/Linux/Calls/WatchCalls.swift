// System calls that wait for something: eventfd, inotify, timers; and the clocks, which cannot fail.
import CLinux
import Glibc
package import SystemPackage

extension Sys {
  /// Nanoseconds of one of the kernel's clocks (clock_gettime(2)), which fails only for a clock that does not exist: so
  /// nothing is asked before it.
  package static func time(of clock: CInt) -> Int64 { roost_clock(clock) }

  /// Closed by programs that are started, and never blocks (eventfd(2)).
  package static func eventfd() throws(Errno) -> CInt {
    try made(.eventfd, .nothing) { CLinux.eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK)) }
  }

  /// A timer that only a change of CLOCK_REALTIME ends: a read then fails with `ECANCELED` (timerfd_create(2),
  /// TFD_TIMER_CANCEL_ON_SET).
  static func clockSetTimer() throws(Errno) -> CInt {
    var timer: CInt = -1
    try succeeded(.timerfd_create, .nothing) { roost_clock_set_timer(&timer) }
    return timer
  }

  /// Of each of `descriptors`, whether it is readable now (poll(2)).
  package static func areReadable(_ descriptors: [CInt]) throws(Errno) -> [Bool] {
    var asked = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = try made(.poll, .nothing) { Glibc.poll(&asked, nfds_t(asked.count), 0) }
    return asked.map { $0.revents != 0 }
  }

  /// Whether a file of /proc has changed since this was asked last (poll(2), `POLLPRI`).
  package static func hasUrgentNews(_ file: CInt) throws(Errno) -> Bool {
    var asked = pollfd(fd: file, events: Int16(POLLPRI), revents: 0)
    return try made(.poll, .descriptor(file)) { Glibc.poll(&asked, 1, 0) } > 0
  }

  // MARK: inotify(7)

  /// Closed by programs that are started, and never blocks.
  package static func inotify() throws(Errno) -> CInt {
    try made(.inotify_init, .nothing) { inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK)) }
  }

  package static func addWatch(_ inotify: CInt, _ path: String, _ events: UInt32) throws(Errno) -> CInt {
    try made(.inotify_add_watch, .path(path)) { inotify_add_watch(inotify, path, events) }
  }

  /// One that is gone with its folder is no failure, and there is no other.
  package static func removeWatch(_ inotify: CInt, _ watch: CInt) { inotify_rm_watch(inotify, watch) }
}
