// Work that takes time or waits for a disk, done off the loop's thread.
import Dispatch
import Synchronization

/// Does one piece of work after the other, on a thread that is there as long as there is work. To hand some in never waits,
/// also where there can be no thread for it (``ThreadStarter``).
package nonisolated final class WorkQueue: Sendable {
  private struct Waiting {
    var work: [@Sendable () -> Void] = []
    /// Whether a thread has been asked for, and has not looked for the last time.
    var isAskedFor = false
  }

  private let starter: ThreadStarter
  private let waiting = Mutex(Waiting())
  /// Whoever does the work: the thread, or the caller of ``sync(_:)``.
  private let turn = DispatchSemaphore(value: 1)

  package init(on starter: ThreadStarter = .shared) { self.starter = starter }

  package func async(_ work: @escaping @Sendable () -> Void) {
    let isFirst = waiting.withLock { waiting in
      waiting.work.append(work)
      defer { waiting.isAskedFor = true }
      return !waiting.isAskedFor
    }
    if isFirst { starter.start { [self] in takeTurn {} } }
  }

  /// Does it when everything is done that was handed in before, and waits: for no thread, since the caller's does the rest.
  package func sync<Answer>(_ work: () -> Answer) -> Answer { takeTurn(work) }

  private func takeTurn<Answer>(_ last: () -> Answer) -> Answer {
    turn.wait()
    defer { turn.signal() }
    while true {
      var some = waiting.withLock { waiting in
        defer { waiting.work = [] }
        if waiting.work.isEmpty { waiting.isAskedFor = false }
        return waiting.work
      }
      guard !some.isEmpty else { return last() }
      // Each is let go of when it is done, with all that it holds: those behind it may take long.
      some.reverse()
      while let work = some.popLast() { work() }
    }
  }
}
