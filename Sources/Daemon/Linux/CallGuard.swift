// Ends a process that keeps the daemon's loop inside a system call about it.
import Dispatch
package import Glibc
import Synchronization
import SystemPackage

/// For some calls about an app the kernel takes a lock that the app may hold: that of a pipe, while bytes are copied from or
/// to its memory (`anon_pipe_write()`), and that of its memory, while it forks (mmap_lock). None of these calls has a time
/// limit, and O_NONBLOCK is not about locks. An app of 300 threads that keep each other from running held the loop for 40 s.
/// SIGKILL lets go of such locks, and where the app waits for a FUSE server below one, the end of that connection does
/// (``FuseConnections``). So a thread of its own looks after the loop's, as long as there are such calls.
///
/// Some calls also make the last use of a process's memory, when that ends meanwhile, and so close what it had mapped: a socket
/// whose other end reads nothing keeps its closer waiting for as long as its owner has said (`SO_LINGER`, socket(7)). A signal
/// ends that.
///
/// A thread that waits for a processor, a disk or memory is nobody's fault, and is told apart by where in the kernel it
/// waits (proc_pid_wchan(5)).
package nonisolated final class CallGuard: Sendable {
  package static let shared = CallGuard()

  /// The processes that may be in the way.
  package struct Suspect: Sendable {
    let pidfd: CInt
    let cgroup: String?
    let app: pid_t
    let user: uid_t?

    /// - Parameters:
    ///   - pidfd: of one of the app's processes, open as long as there are calls about it.
    ///   - cgroup: the directory of one that has all of the app in it.
    ///   - app: the pid of the app's root, for which all of its processes keep the loop waiting.
    ///   - user: all of whose processes are ended with it, where nobody knows which are the app's.
    package init(pidfd: CInt, cgroup: String?, app: pid_t, user: uid_t? = nil) {
      self.pidfd = pidfd
      self.cgroup = cgroup
      self.app = app
      self.user = user
    }
  }

  /// Milliseconds between two looks, on average.
  package static let patience = 100
  /// The looks at which the loop may be waiting for one app, in one call or in many short ones, of so many in a row: half a second
  /// of ten.
  private static let (mostWaits, row) = (5, 100)
  /// The same for all apps together. Of those that have conspired to take turns each is ended at the next look that finds it.
  private static let mostWaitsOfAll = 10
  /// The looks that a killed app has to let go: a second.
  private static let mostWaitsAfterEnd = 10

  /// Whom a call is about.
  fileprivate enum Subject {
    case suspect(Suspect)
    /// A process of any app, or of none.
    case process(pid_t)
  }

  fileprivate struct Watch {
    /// Of the call that is under way.
    var subject: Subject?
    /// The apps that live, by their roots.
    var apps: [pid_t: Suspect] = [:]
    /// Of the call that is under way, or was last.
    var number: UInt64 = 0
    /// The app that was ended for it.
    var ended: Suspect?
    /// The looks since then at which it still waited.
    var waitsAfterEnd = 0
    /// Whether a thread is about to end the connections to FUSE servers for which the app may wait.
    var isReleasing = false
    /// By the app for which the loop was waiting.
    var waits: [pid_t: Waits] = [:]
    /// For any of them.
    var waitsOfAll = Waits()
    /// Whether the thread looks; else it sleeps until it is called.
    var isAwake = false
  }

  fileprivate struct Waits {
    /// The looks since the first of them.
    var age = 0
    var count = 0
  }

  private let watch = Mutex(Watch())
  /// Calls the thread.
  private let news = DispatchSemaphore(value: 0)
  /// Nobody signals it: to wait for it is to sleep.
  private let nothing = DispatchSemaphore(value: 0)
  private let patience: Int
  private let isStuck: @Sendable () -> Bool
  private let interrupt: @Sendable () -> Void

  /// - Parameters:
  ///   - isStuck: whether the loop's thread waits for what an app may keep from it.
  ///   - interrupt: ends its sleep, where a signal does.
  package init(
    patience: Int = patience, isStuck: @escaping @Sendable () -> Bool = { waitsForApp() },
    interrupt: @escaping @Sendable () -> Void = { try? Sys.interrupt(getpid()) }
  ) {
    self.patience = patience
    self.isStuck = isStuck
    self.interrupt = interrupt
    Sys.catchInterrupts()
    // Without a thread nobody is ended, as before there was one.
    _ = runThreadWithoutSignals { [self] in serve() }
  }

  /// Makes the thread, before anybody can have used up the tasks.
  package static func prepare() { _ = shared }

  /// A process of this app may keep a call waiting that names the process alone.
  package func add(_ app: Suspect) { watch.withLock { $0.apps[app.app] = app } }

  /// Not another app that has its pid by now.
  package func remove(_ app: Suspect) {
    watch.withLock { if $0.apps[app.app]?.pidfd == app.pidfd { $0.apps[app.app] = nil } }
  }

  /// Makes a call about `suspect`. Only the loop's thread does, and one call at a time, or one within another.
  ///
  /// - Parameter ended: is called when the process was ended because it kept the call from returning.
  package func call<Result, Failure>(
    about suspect: Suspect?, _ body: () throws(Failure) -> Result, ended: () -> Void
  ) throws(Failure) -> Result {
    guard let suspect else { return try body() }
    return try call(.suspect(suspect), body) { _ in ended() }
  }

  /// Makes a call about a process, which may be an app's: for most of what /proc tells of one that is between two programs
  /// (execve(2)) the kernel waits until that has given back its memory.
  ///
  /// - Parameter ended: is told the root of the app that was ended because it kept the call from returning.
  package func call<Result, Failure>(
    reading process: pid_t, _ body: () throws(Failure) -> Result, ended: (pid_t) -> Void
  ) throws(Failure) -> Result {
    // Within another call it is that one's.
    guard watch.withLock({ $0.subject == nil }) else { return try body() }
    return try call(.process(process), body, ended: ended)
  }

  private func call<Result, Failure>(
    _ subject: Subject, _ body: () throws(Failure) -> Result, ended: (pid_t) -> Void
  ) throws(Failure) -> Result {
    let (before, isAsleep) = watch.withLock { watch in
      defer { (watch.subject, watch.isAwake) = (subject, true) }
      watch.number += 1
      (watch.ended, watch.waitsAfterEnd) = (nil, 0)
      return (watch.subject, !watch.isAwake)
    }
    if isAsleep { news.signal() }
    defer {
      let app = watch.withLock { watch in
        defer { (watch.subject, watch.ended) = (before, nil) }
        return watch.ended?.app
      }
      if let app { ended(app) }
    }
    return try body()
  }

  private func serve() {
    var pauses = Pauses()
    while true {
      news.wait()
      var last: UInt64 = 0
      repeat { _ = nothing.wait(timeout: .now() + .milliseconds(pauses.next(around: patience))) } while look(&last)
    }
  }

  /// An app sees this thread wake (proc_pid_status(5)), and must not know when the next look is. To ask the kernel for a number
  /// each time would be a system call for each.
  private struct Pauses {
    private var state = UInt64.random(in: .min ... .max)

    /// SplitMix64.
    mutating func next(around middle: Int) -> Int {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return 1 + Int((mixed ^ (mixed >> 31)) % UInt64(2 * middle - 1))
    }
  }

  /// False when there was nothing to look at since the last look.
  private func look(_ last: inout UInt64) -> Bool {
    watch.withLock { watch in
      defer { last = watch.number }
      for app in watch.waits.keys { watch.waits[app]?.age += 1 }
      watch.waits = watch.waits.filter { $0.value.age < Self.row }
      watch.waitsOfAll.age += 1
      if watch.waitsOfAll.age >= Self.row { watch.waitsOfAll = Waits() }
      guard let subject = watch.subject else {
        watch.isAwake = watch.number != last || !watch.waits.isEmpty || watch.waitsOfAll.count > 0
        return watch.isAwake
      }
      guard isStuck() else { return true }
      interrupt()
      if let ended = watch.ended {
        watch.waitsAfterEnd += 1
        if watch.waitsAfterEnd % Self.mostWaitsAfterEnd == 0 { release(ended, &watch) }
        return true
      }
      guard let suspect = watch.suspect(of: subject) else { return true }
      watch.waits[suspect.app, default: Waits()].count += 1
      watch.waitsOfAll.count += 1
      let most = watch.waitsOfAll.count > Self.mostWaitsOfAll ? 1 : Self.mostWaits
      if watch.waits[suspect.app]?.count ?? 0 >= most {
        // The call cannot return while the lock is held, so the descriptor is still the process's.
        watch.ended = suspect
        watch.waits[suspect.app] = nil
        suspect.end()
        // Of those that take turns each would have its second.
        if most == 1 { release(suspect, &watch) }
      }
      return true
    }
  }

  /// A thread of its own does, as the kernel may keep it waiting too.
  private func release(_ ended: Suspect, _ watch: inout Watch) {
    guard !watch.isReleasing else { return }
    watch.isReleasing = runThreadWithoutSignals { [self] in
      FuseConnections.abortSilent(mappedBy: ended.processes)
      self.watch.withLock { $0.isReleasing = false }
    }
  }
}

extension CallGuard.Watch {
  /// The app that has the process in it. /proc/PID/stat would tell its parent too, and wait as the loop does.
  fileprivate func suspect(of subject: CallGuard.Subject) -> CallGuard.Suspect? {
    switch subject {
    case .suspect(let suspect): return suspect
    case .process(let process):
      var pid = process
      for _ in 0..<4096 {
        if let app = apps[pid] { return app }
        guard pid > 1, let parent = statusNumber("PPid:", of: pid) else { return nil }
        pid = pid_t(parent)
      }
      return nil
    }
  }
}

/// Whether a thread waits for a lock that an app may hold, for the other end of an app's connection, or for the server
/// of a FUSE file system, of which an app may have a file open.
///
/// - Parameter folder: of a thread in /proc; the loop is on the first.
nonisolated func waitsForApp(_ folder: String = "/proc/self/task/\(getpid())") -> Bool {
  // request_wait_answer(), which may be part of its caller: in state S until a signal comes, and then in D.
  let fuse = ["request_wait", "fuse_"]
  let places: [String]
  switch kernelState(of: folder) {
  case UInt8(ascii: "D"):
    places = ["pipe", "splice", "fifo", "mmap", "vma", "m_start", "remote_vm", "mm_access", "do_task_stat"] + fuse
  // sk_stream_wait_close()
  case UInt8(ascii: "S"): places = ["wait_woken", "sk_stream"] + fuse
  default: return false
  }
  let place = String(decoding: beginning(of: folder + "/wchan"), as: UTF8.self)
  return places.contains(where: place.contains)
}

/// Such as D, of a thread that hears no signal (proc_pid_stat(5)).
///
/// - Parameter folder: of a thread in /proc.
nonisolated func kernelState(of folder: String) -> UInt8? {
  // Behind the name in parentheses, which may have any.
  let status = beginning(of: folder + "/stat")
  return status.lastIndex(of: UInt8(ascii: ")")).flatMap { status[$0...].dropFirst(2).first }
}

/// Nothing where it cannot be read.
nonisolated func beginning(of path: String) -> ArraySlice<UInt8> {
  var bytes = [UInt8](repeating: 0, count: 512)
  guard let file = try? Sys.open(path, O_RDONLY | O_CLOEXEC) else { return [] }
  defer { try? Sys.close(file) }
  let count = (try? Sys.read(file, into: &bytes)) ?? 0
  return bytes[..<count]
}
