// Work off the loop's thread, also where the kernel has no task for another one.
import Dispatch
import Linux
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(40))) struct WorkQueueTests {
  private final class Seen: Sendable {
    let numbers = Mutex<[Int]>([])
    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    var all: [Int] { numbers.withLock(\.self) }
  }

  static let starters: [@Sendable () -> ThreadStarter] = [
    { ThreadStarter() }, { ThreadStarter { _ in false } },
  ]

  @Test("Work is done one after the other, and what waits for it comes last", arguments: [0, 1])
  func order(_ starter: Int) {
    let queue = WorkQueue(on: Self.starters[starter]())
    let seen = Seen()
    for number in 0..<1000 { queue.async { seen.add(number) } }
    let count = queue.sync { seen.all.count }
    #expect(count == 1000)
    #expect(seen.all == Array(0..<1000))
  }

  @Test("Where there can be no thread, whoever hands work in waits for nothing, and other queues go on at their end")
  func withoutThreads() {
    let starter = ThreadStarter { _ in false }
    let (first, second) = (WorkQueue(on: starter), WorkQueue(on: starter))
    let (gate, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let seen = Seen()
    first.async {
      begun.signal()
      gate.wait()
      seen.add(1)
    }
    begun.wait()
    // The only thread there is waits in the first.
    second.async { seen.add(2) }
    second.sync { seen.add(3) }
    #expect(seen.all == [2, 3])
    gate.signal()
    first.sync { seen.add(4) }
    #expect(seen.all == [2, 3, 1, 4])
  }

  /// The numbers in the order in which they are seen, of work that is handed in while the thread is busy with something else.
  private func done(_ handIn: (WorkQueue, Seen) -> Void) -> [Int] {
    let queue = WorkQueue(on: ThreadStarter())
    let (gate, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let seen = Seen()
    queue.async {
      begun.signal()
      gate.wait()
    }
    begun.wait()
    handIn(queue, seen)
    gate.signal()
    queue.sync {}
    return seen.all
  }

  @Test("Work that is patient is done when the other is, in its order")
  func patient() {
    let numbers = done { queue, seen in
      for number in 4...6 { queue.async(isPatient: true) { seen.add(number) } }
      for number in 1...3 { queue.async { seen.add(number) } }
    }
    #expect(numbers == Array(1...6))
  }

  @Test("Of work that comes after a patient piece so much is done before that one, and all that came before it")
  func patientHasATurn() {
    let (first, second) = (-1, -2)
    let most = WorkQueue.mostBefore
    let numbers = done { queue, seen in
      for number in 0..<20 { queue.async { seen.add(number) } }
      for number in [first, second] { queue.async(isPatient: true) { seen.add(number) } }
      for number in 20..<100 { queue.async { seen.add(number) } }
    }
    #expect(numbers.count == 102)
    #expect(numbers.firstIndex(of: first) == 20 + most)
    #expect(numbers.firstIndex(of: second) == 20 + 2 * most + 1)
  }

  @Test("A queue that goes away while it has work does that")
  func goesAway() {
    let done = DispatchSemaphore(value: 0)
    WorkQueue(on: ThreadStarter()).async { done.signal() }
    WorkQueue().async { done.signal() }
    done.wait()
    done.wait()
  }

  /// Notes a number when it is freed.
  private final class Held: Sendable {
    let number: Int
    let seen: Seen
    let news: DispatchSemaphore?

    init(_ number: Int, _ seen: Seen, _ news: DispatchSemaphore? = nil) {
      self.number = number
      self.seen = seen
      self.news = news
    }

    deinit {
      seen.add(number)
      news?.signal()
    }
  }

  @Test("Work that is done is let go of, with all that it holds, before the work behind it is done")
  func letsGo() {
    let numbers = done { queue, seen in
      // Taken together, when the thread has done the first.
      queue.async { [held = Held(1, seen)] in withExtendedLifetime(held) {} }
      queue.async { seen.add(2) }
    }
    #expect(numbers == [1, 2])
  }

  @Test("A thread that waits for more work holds nothing of the work that it was made for")
  func waitsWithEmptyHands() {
    let seen = Seen()
    let news = DispatchSemaphore(value: 0)
    let starter = ThreadStarter { body in
      runThread {
        body()
        seen.add(2)
        news.signal()
      }
    }
    starter.start { [held = Held(1, seen, news)] in withExtendedLifetime(held) {} }
    // The first of the two: what it held is freed, and the thread ends, five seconds later.
    news.wait()
    #expect(seen.all.first == 1)
  }
}
