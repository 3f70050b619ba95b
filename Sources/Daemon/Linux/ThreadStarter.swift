// Makes the threads that work is done on, and does the work itself while there can be none.
import Dispatch
import Glibc
import Synchronization

/// Where no task is left, of a cgroup (`pids.max`), of a user (`RLIMIT_NPROC`) or of the machine, there is no new thread, for as
/// long as an app likes that shares the limit. libdispatch keeps whoever hands it work then, and tries again each second
/// (`_dispatch_temporary_resource_shortage()`), and no loop may wait for that. So one thread is made while there can be one:
/// it makes the others, and in their place does what cannot be done elsewhere. The others wait for more work for a moment. Work that may
/// wait for as long as somebody else likes, as for a file system that does not answer, would keep that thread from everybody, and is
/// not done without a thread of its own.
package nonisolated final class ThreadStarter: Sendable {
  package static let shared = ThreadStarter()

  private struct Order {
    let work: @Sendable () -> Void
    let refused: (@Sendable () -> Void)?
  }

  private struct Crew {
    /// For each there is one signal, to ``news`` or to ``more``.
    var waiting: [Order] = []
    /// The threads that nobody has called yet.
    var idle = 0
  }

  private let crew = Mutex(Crew())
  /// Calls the first thread.
  private let news = DispatchSemaphore(value: 0)
  /// Calls an idle one.
  private let more = DispatchSemaphore(value: 0)
  private let isServing = Atomic(false)
  private let make: @Sendable (@escaping @Sendable () -> Void) -> Bool

  /// - Parameter make: runs a thread, if there can be one.
  package init(make: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = runThread) {
    self.make = make
    isServing.store(runThreadWithoutSignals { [self] in serve() }, ordering: .sequentiallyConsistent)
  }

  /// Makes the first thread, before anybody can have used up the tasks.
  package static func prepare() { _ = shared }

  /// Has `work` done on another thread, and waits for none. Without the first thread the caller's does it.
  ///
  /// - Parameter refused: is called in the place of `work` that must have a thread of its own, where there can be none; it does not wait.
  package func start(_ work: @escaping @Sendable () -> Void, refused: (@Sendable () -> Void)? = nil) {
    guard isServing.load(ordering: .sequentiallyConsistent) else { return make(work) ? () : (refused ?? work)() }
    let isForIdle = crew.withLock { crew in
      crew.waiting.append(Order(work: work, refused: refused))
      guard crew.idle > 0 else { return false }
      crew.idle -= 1
      return true
    }
    (isForIdle ? more : news).signal()
  }

  private func next() -> Order { crew.withLock { $0.waiting.removeFirst() } }

  private func serve() {
    while true {
      news.wait()
      // The thread takes its work itself: work that it were made with would be kept, with all that it holds, as long as the thread is
      // there.
      let isMade = make { [self] in
        next().work()
        goOn()
      }
      if !isMade {
        let order = next()
        (order.refused ?? order.work)()
      }
    }
  }

  /// Does more work until there has been none for five seconds, as long as a thread of libdispatch waits: the end of an app
  /// and its next launch need two threads each.
  private func goOn() {
    while true {
      crew.withLock { $0.idle += 1 }
      if more.wait(timeout: .now() + .seconds(5)) == .timedOut {
        let isCalled = crew.withLock { crew in
          guard crew.idle > 0 else { return true }
          crew.idle -= 1
          return false
        }
        guard isCalled else { return }
        more.wait()
      }
      next().work()
    }
  }
}

private nonisolated final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// pthread_create(3); false where the kernel has no task or no memory for one.
@Sendable package nonisolated func runThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
  var thread = pthread_t()
  let work = Unmanaged.passRetained(Work(body))
  let isMade = pthread_create(&thread, &attributes, threadMain, work.toOpaque()) == 0
  if !isMade { work.release() }
  return isMade
}

/// The same, of a thread that takes none of the process's signals, which are for the loop; nor do those that it makes in its
/// turn: a thread takes its mask from the one that makes it.
nonisolated func runThreadWithoutSignals(_ body: @escaping @Sendable () -> Void) -> Bool {
  var (all, before) = (sigset_t(), sigset_t())
  sigfillset(&all)
  pthread_sigmask(SIG_SETMASK, &all, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  return runThread(body)
}

private nonisolated func threadMain(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let work else { return nil }
  Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
  return nil
}
