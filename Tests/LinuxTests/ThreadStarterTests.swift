// Work that may wait for as long as others like: it is done on a thread of its own, or not at all.
import Dispatch
import Linux
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(40))) struct ThreadStarterTests {
  @Test("Where there can be no thread, such work is refused, and the thread that does the work of others is theirs")
  func refused() {
    let starter = ThreadStarter { _ in false }
    let (refused, others) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isDone = Atomic(false)
    for _ in 0..<3 {
      starter.start {
        isDone.store(true, ordering: .sequentiallyConsistent)
      } refused: {
        refused.signal()
      }
      refused.wait()
    }
    starter.start { others.signal() }
    others.wait()
    let wasDone = isDone.load(ordering: .sequentiallyConsistent)
    #expect(!wasDone)
  }

  @Test("Where there can be a thread, it is done there, and nobody is told that it was refused")
  func done() {
    let starter = ThreadStarter()
    let done = DispatchSemaphore(value: 0)
    let isRefused = Atomic(false)
    starter.start {
      done.signal()
    } refused: {
      isRefused.store(true, ordering: .sequentiallyConsistent)
      done.signal()
    }
    done.wait()
    let wasRefused = isRefused.load(ordering: .sequentiallyConsistent)
    #expect(!wasRefused)
  }
}
