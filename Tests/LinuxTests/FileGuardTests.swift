// A thread that waits for somebody's file is let go, and one that is late for other reasons leaves everybody's servers alone.
import Foundation
import Synchronization
import Testing

@testable import Linux

@Suite(.timeLimit(.minutes(40))) struct FileGuardTests {
  @Test("A thread that waits is let go, on the loop and beside it, also when it begins within other work")
  func stuck() {
    let released = DispatchSemaphore(value: 0)
    let watchman = FileGuard(isStuck: { _ in true }, release: { released.signal() })
    for thread in [FileGuard.loop, nil] {
      let isFree = watchman.work(on: thread) { watchman.work(on: thread) { released.wait(timeout: .now() + 600) } }
      #expect(isFree == .success)
    }
  }

  @Test("Only five looks in a row at which one piece of work waits count")
  func patient() {
    let looks = Mutex(0)
    let looked = DispatchSemaphore(value: 0)
    let isReleased = Mutex(false)
    let watchman = FileGuard(
      isStuck: { _ in
        looked.signal()
        // All but each fifth.
        return looks.withLock { looks in
          looks += 1
          return looks % 5 != 0
        }
      }, release: { isReleased.withLock { $0 = true } })
    watchman.work { for _ in 0..<12 { looked.wait() } }
    // Of the next, the first looks find the last ones' end.
    for _ in 0..<4 { watchman.work { looked.wait() } }
    #expect(!isReleased.withLock { $0 })
  }
}
