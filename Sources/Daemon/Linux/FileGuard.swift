// Lets go of the daemon's threads that wait for a lock of somebody's file or folder which a silent FUSE server keeps.
import CLinux
import Dispatch
package import Glibc
import Synchronization

/// To list a folder, to look up a name in it, and on XFS to read a file, the kernel takes a lock that everybody takes who may read there.
/// One who lists it into a page of a silent FUSE server's file keeps that lock, and one who then waits to write, though it is refused him
/// in the end, keeps out all who come later (rwsem, `iterate_dir()`). No signal ends such a wait; the end of the server's connection does.
/// So a thread looks after those that open, list and read what others may read too.
package nonisolated final class FileGuard: Sendable {
  package static let shared = FileGuard()
  /// The thread that the daemon's loop is on.
  package static let loop = getpid()

  /// Milliseconds between two looks.
  private static let pause = 100
  /// The looks in a row at which a thread may be waiting for a lock.
  private static let mostWaits = 5

  private struct Work {
    let number: UInt64
    var waits = 0
  }

  private struct Watch {
    var work: [pid_t: Work] = [:]
    /// Of the piece of work that was begun last.
    var number: UInt64 = 0
    var isReleasing = false
    /// Whether the thread looks; else it sleeps until it is called.
    var isAwake = false
  }

  private let watch = Mutex(Watch())
  /// Calls the thread.
  private let news = DispatchSemaphore(value: 0)
  /// Nobody signals it: to wait for it is to sleep.
  private let nothing = DispatchSemaphore(value: 0)
  private let isStuck: @Sendable (pid_t) -> Bool
  private let release: @Sendable () -> Void

  /// - Parameters:
  ///   - isStuck: whether a thread of this process waits for a lock of a file or folder.
  ///   - release: ends the connections to silent servers.
  package init(
    isStuck: @escaping @Sendable (pid_t) -> Bool = { waitsForFile("/proc/self/task/\($0)") },
    release: @escaping @Sendable () -> Void = { FuseConnections.abortSilent(mappedBy: []) }
  ) {
    self.isStuck = isStuck
    self.release = release
    // Without a thread such a wait lasts as long as the server likes.
    _ = runThreadWithoutSignals { [self] in serve() }
  }

  /// Makes the thread, before anybody can have used up the tasks.
  package static func prepare() { _ = shared }

  /// Does work with files and folders of others.
  ///
  /// - Parameter thread: the one that does it; nil: the caller's.
  package func work<Result, Failure>(
    on thread: pid_t? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let thread = thread ?? roost_thread()
    let isAsleep: Bool? = watch.withLock { watch in
      guard watch.work[thread] == nil else { return nil }
      watch.number += 1
      watch.work[thread] = Work(number: watch.number)
      defer { watch.isAwake = true }
      return !watch.isAwake
    }
    // Within another piece of work it is part of that.
    guard let isAsleep else { return try body() }
    if isAsleep { news.signal() }
    defer { watch.withLock { _ = $0.work.removeValue(forKey: thread) } }
    return try body()
  }

  private func serve() {
    while true {
      news.wait()
      repeat { _ = nothing.wait(timeout: .now() + .milliseconds(Self.pause)) } while look()
    }
  }

  /// False when nobody is at work.
  private func look() -> Bool {
    let threads = watch.withLock { watch in
      watch.isAwake = !watch.work.isEmpty
      return watch.work.mapValues(\.number)
    }
    for (thread, number) in threads {
      let isWaiting = isStuck(thread)
      let isOver = watch.withLock { watch in
        guard let work = watch.work[thread], work.number == number else { return false }
        watch.work[thread]?.waits = isWaiting ? work.waits + 1 : 0
        return work.waits + 1 >= Self.mostWaits && isWaiting
      }
      if isOver { letGo(thread) }
    }
    return !threads.isEmpty
  }

  /// A thread of its own does, as the kernel may keep it waiting too.
  private func letGo(_ thread: pid_t) {
    let isFirst = watch.withLock { watch in
      defer { watch.isReleasing = true }
      watch.work[thread]?.waits = 0
      return !watch.isReleasing
    }
    guard isFirst else { return }
    let hasBegun = runThreadWithoutSignals { [self] in
      release()
      watch.withLock { $0.isReleasing = false }
    }
    if !hasBegun { watch.withLock { $0.isReleasing = false } }
  }
}

/// Whether a thread waits for the lock of a file or folder, or for the server of a FUSE file system.
///
/// - Parameter folder: of a thread in /proc.
private nonisolated func waitsForFile(_ folder: String) -> Bool {
  guard kernelState(of: folder) == UInt8(ascii: "D") else { return false }
  let place = String(decoding: beginning(of: folder + "/wchan"), as: UTF8.self)
  let places = ["iterate_dir", "lookup", "walk_component", "path_openat", "filename", "ilock", "request_wait", "fuse_"]
  return places.contains(where: place.contains)
}
