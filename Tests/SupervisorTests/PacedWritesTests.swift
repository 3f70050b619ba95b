// Values that are written whole at each change: no owner has more written than its pace allows, and the newest is never left out.
import Testing

@testable import Supervisor

@Suite(.timeLimit(.minutes(40))) struct PacedWritesTests {
  private static let second: UInt64 = 1_000_000_000

  @Test(
    "A value is written at once, one that comes before its time waits, and the newest of those that wait is written then"
  )
  func newest() {
    var paced = PacedWrites<String, Int>(bytesPerSecond: 1000)
    let first = paced.take(1, bytes: 2000, of: "a", at: 0)
    #expect(first)
    #expect(paced.next == nil)
    for value in 2...3 {
      let isNow = paced.take(value, bytes: 1000, of: "a", at: 1)
      #expect(!isNow)
    }
    // Nobody waits for a neighbour.
    let neighbour = paced.take(7, bytes: 10, of: "b", at: 1)
    #expect(neighbour)
    #expect(paced.next == 2 * Self.second)
    #expect(paced.takeDue(2 * Self.second - 1).isEmpty)
    #expect(paced.takeDue(2 * Self.second).map(\.value) == [3])
    #expect(paced.next == nil)
    let soon = paced.take(4, bytes: 1, of: "a", at: 2 * Self.second)
    #expect(!soon)
    #expect(paced.takeAll(2 * Self.second).map(\.value) == [4])
  }

  @Test("One owner's that waits is taken by itself, the newest of it, and once")
  func oneOwner() {
    var paced = PacedWrites<String, Int>(bytesPerSecond: 1000)
    for owner in ["a", "b", "c"] { _ = paced.take(0, bytes: 2000, of: owner, at: 0) }
    for value in 1...3 { _ = paced.take(value, bytes: 1000, of: "a", at: 1) }
    _ = paced.take(4, bytes: 1000, of: "b", at: 1)
    #expect(paced.waiting.sorted() == ["a", "b"])
    let taken = [
      paced.takeWaiting(of: "a", at: 1), paced.takeWaiting(of: "a", at: 1), paced.takeWaiting(of: "c", at: 1),
    ]
    #expect(taken == [3, nil, nil])
    #expect(paced.waiting == ["b"])
  }

  @Test("One without a byte is written at once, and what waited is left out")
  func empty() {
    var paced = PacedWrites<String, Int>(bytesPerSecond: 1000)
    _ = paced.take(1, bytes: 2000, of: "a", at: 0)
    _ = paced.take(2, bytes: 2000, of: "a", at: 1)
    let isNow = paced.take(3, bytes: 0, of: "a", at: 2)
    #expect(isNow)
    #expect(paced.next == nil)
    #expect(paced.takeAll(3).isEmpty)
    let next = paced.take(4, bytes: 1, of: "a", at: 4)
    #expect(next)
  }

  @Test("However often all are written before their time, the next of an owner waits for no more than one pause")
  func noDebt() {
    var paced = PacedWrites<String, Int>(bytesPerSecond: 1000)
    _ = paced.take(0, bytes: 2000, of: "a", at: 0)
    for value in 1...10 {
      _ = paced.take(value, bytes: 2000, of: "a", at: 1)
      #expect(paced.takeAll(1).map(\.value) == [value])
    }
    let isNow = paced.take(11, bytes: 2000, of: "a", at: 1)
    #expect(!isNow)
    #expect(paced.next == 1 + 2 * Self.second)
  }

  @Test(
    "Whatever the order of changes, each owner's last is written, and in no time more than its pace and one value allow"
  )
  func any() {
    for _ in 0..<200 {
      let seed = UInt64.random(in: .min ... .max)
      var random = Seeded(state: seed)
      var paced = PacedWrites<Int, Int>(bytesPerSecond: 1000)
      var (now, last, written, bytes): (UInt64, [Int: Int], [Int: Int], [Int: Int]) = (0, [:], [:], [:])
      let sizes = (0..<400).map { _ in Int.random(in: 1...500, using: &random) }
      func write(_ owner: Int, _ value: Int) {
        written[owner] = value
        bytes[owner, default: 0] += sizes[value]
      }
      for value in sizes.indices {
        let owner = Int.random(in: 0..<3, using: &random)
        now += UInt64.random(in: 0...Self.second / 5, using: &random)
        for (owner, value) in paced.takeDue(now) { write(owner, value) }
        last[owner] = value
        if paced.take(value, bytes: sizes[value], of: owner, at: now) { write(owner, value) }
        for (owner, count) in bytes {
          #expect(count <= Int(now / (Self.second / 1000)) + 500, "owner \(owner), seed \(seed)")
        }
      }
      while let next = paced.next { for (owner, value) in paced.takeDue(next) { write(owner, value) } }
      #expect(written == last, "seed \(seed)")
    }
  }

  private struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }
}
