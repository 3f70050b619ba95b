// Looks for the locks of open files, on a thread: the kernel tells of all that a file has, and an app may have made a million.
import Glibc
import Linux
import Synchronization
import SystemPackage
import Systemd

/// /proc/PID/fdinfo lists the locks of an open file, a line each that begins with `lock:`. One look at /proc/locks would
/// do for all files, but has to shut out everybody who locks: on a busy machine the kernel lets the daemon wait for that
/// for tens of milliseconds (locks_start() in fs/locks.c waits for a grace period of RCU).
@MainActor final class LockLook {
  struct File: Sendable {
    let pid: pid_t
    let descriptor: CInt
    let path: String
  }

  /// Nanoseconds after which a file counts as locked that is still looked at: it has hundreds of thousands of them.
  private static let patience: UInt64 = 2_000_000_000

  /// What the thread knows. The thread may be the last to let go of it: a class of the loop would never be freed then (``AnswerOnLoop``).
  private nonisolated final class Search: Sendable {
    struct State {
      var locks: Set<String> = []
      var current: String?
    }

    let state = Mutex(State())
    let files: [File]

    init(_ files: [File]) { self.files = files }

    /// One lock is reason enough to end an app; the others are looked for as long as that takes no time.
    func run() {
      let end = monotonicNow() + 2_000_000
      for file in files {
        state.withLock { $0.current = file.path }
        let isLocked = file.isLocked
        let isEnough = state.withLock { state in
          if isLocked { state.locks.insert(file.path) }
          return !state.locks.isEmpty && monotonicNow() >= end
        }
        if isEnough { break }
      }
      state.withLock { $0.current = nil }
    }
  }

  private let search: Search
  private var then: ((Set<String>) -> Void)?
  private var wake: WakeSource?
  private var timer: TimerSource?

  /// - Parameter then: is called once, with the paths of those that are locked.
  init(
    at files: [File], on loop: EventLoop, starter: ThreadStarter = .shared, then: @escaping (Set<String>) -> Void
  ) {
    search = Search(files)
    self.then = then
    do {
      let wake = try loop.wakeSource(priority: .request) { [weak self] in self?.settle() }
      let timer = try loop.timer { [weak self] in self?.settle() }
      timer.rearm(at: monotonicNow() + Self.patience)
      (self.wake, self.timer) = (wake, timer)
      starter.start { [search, waker = wake.waker] in
        search.run()
        waker.wake()
      }
    } catch {
      // Without memory for that the loop looks itself.
      search.run()
      settle()
    }
  }

  private func settle() {
    guard let then else { return }
    self.then = nil
    wake?.close()
    timer?.close()
    let state = search.state.withLock(\.self)
    then(state.locks.union(state.current.map { [$0] } ?? []))
  }

  isolated deinit {
    wake?.close()
    timer?.close()
  }
}

extension LockLook.File {
  /// The locks stand near the beginning of what the kernel tells.
  fileprivate nonisolated var isLocked: Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    guard let file = try? Sys.open("/proc/\(pid)/fdinfo/\(descriptor)", O_RDONLY | O_CLOEXEC) else { return false }
    defer { try? Sys.close(file) }
    guard let count = try? Sys.read(file, into: &bytes), Self.hasLock(bytes[..<count]) else { return false }
    // Its process may have ended meanwhile, and another one have the pid.
    return HeldThings.target(of: descriptor, in: pid) == path
  }

  private nonisolated static func hasLock(_ info: ArraySlice<UInt8>) -> Bool {
    var rest = info
    while !rest.isEmpty {
      if rest.starts(with: "lock:".utf8) { return true }
      rest = rest.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    }
    return false
  }
}
