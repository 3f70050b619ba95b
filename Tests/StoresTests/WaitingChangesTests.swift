// Changes that come faster than the disk takes them: none waits behind more than there are places.
import Foundation
import Synchronization
import Testing

@testable import Stores

@Suite(.timeLimit(.minutes(40))) struct WaitingChangesTests {
  /// Remembers what it was handed.
  private struct Recorder: StoredFile {
    struct Change: Sendable {
      let place: String?
      let number: Int
    }
    final class Commits: Sendable { let all = Mutex<[[Int]]>([]) }

    let commits: Commits
    static func place(of change: Change) -> String? { change.place }

    func take(_ changes: [Change]) -> Kept {
      commits.all.withLock { $0.append(changes.map(\.number)) }
      return .onDisk
    }

    func settle() -> Kept { .onDisk }

    func close() {}
  }

  @Test("Of the changes of one place that wait the newest alone is made; one without a place always; in order")
  func newest() {
    var waiting = WaitingChanges<Recorder>()
    let first = waiting.add(.init(place: "a", number: 1), then: nil)
    #expect(first)
    for (place, number) in [("b", 2), (nil, 3), ("a", 4), (nil, 5), ("b", 6)] as [(String?, Int)] {
      let isFirst = waiting.add(.init(place: place, number: number), then: nil)
      #expect(!isFirst)
    }
    #expect(waiting.take().changes.map(\.number) == [3, 4, 5, 6])
    let again = waiting.add(.init(place: "a", number: 7), then: nil)
    #expect(again)
    #expect(waiting.take().changes.map(\.number) == [7])
  }

  @Test("A hundred thousand changes of one app are one commit, and nobody waits behind them")
  func flood() {
    let thread = StoreThread { _ in }
    let commits = Recorder.Commits(), others = Recorder.Commits()
    let flooded = StoreWriter(Recorder(commits: commits), on: thread)
    let records = StoreWriter(Recorder(commits: others), on: thread)
    let gate = DispatchSemaphore(value: 0)
    thread.run { gate.wait() }
    for number in 1...100_000 { flooded.put(.init(place: "app", number: number), then: nil) }
    records.put(.init(place: nil, number: 1), then: nil)
    gate.signal()
    thread.wait {}
    #expect(commits.all.withLock { $0 } == [[100_000]])
    #expect(others.all.withLock { $0 } == [[1]])
  }

  @Test("Who asked where a change is hears it, also of one that a newer one has replaced")
  func told() {
    let told = Mutex(0)
    let thread = StoreThread { _ in told.withLock { $0 += 1 } }
    let writer = StoreWriter(Recorder(commits: Recorder.Commits()), on: thread)
    let gate = DispatchSemaphore(value: 0)
    thread.run { gate.wait() }
    for number in 1...3 { writer.put(.init(place: "app", number: number), then: { _ in }) }
    gate.signal()
    thread.wait {}
    #expect(told.withLock { $0 } == 3)
  }
}
