// Work of some milliseconds: some at once, the rest when others have had the loop.
import Glibc
import TestLoop
import Testing

@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct SpacedWorkTests {
  @Test("Of work that is due at one moment a piece is done at once, the others in order when others have had the loop")
  func spacedWork() throws {
    let loop = try EventLoop()
    let work = SpacedWork(on: loop)
    var done: [(number: Int, end: UInt64)] = []
    var began: [UInt64] = []
    func piece(_ number: Int) {
      began.append(monotonicNow())
      usleep(2000)
      // However long the test is kept from the processor, they come while the first is under way.
      if number == 0 { for other in 1..<4 { work.take { piece(other) } } }
      done.append((number, monotonicNow()))
    }
    work.take { piece(0) }
    #expect(done.map(\.number) == [0] && !work.isFree)
    try loop.run { done.count == 4 }
    #expect(done.map(\.number) == [0, 1, 2, 3])
    for index in 1..<4 {
      let pause = began[index] - done[index - 1].end
      #expect(pause >= done[index - 1].end - began[index - 1], "the loop was others' for \(pause) ns")
    }
    try loop.run { work.isFree }
    work.take { done.append((4, 0)) }
    #expect(done.count == 5)
  }

  @Test("Pieces that take little together are done at once, also within one another, and in order once they take more")
  func crowds() throws {
    let loop = try EventLoop()
    let work = SpacedWork(on: loop, atOnce: 5_000_000_000)
    var done: [Int] = []
    work.take {
      work.take { done.append(0) }
      done.append(1)
    }
    #expect(done == [0, 1])
    let short = SpacedWork(on: loop, atOnce: 4_000_000)
    var began: [UInt64] = []
    var end: UInt64 = 0
    func piece(_ number: Int) {
      began.append(monotonicNow())
      done.append(number)
    }
    short.take {
      piece(2)
      usleep(50_000)
      end = monotonicNow()
    }
    for number in 3..<5 { short.take { piece(number) } }
    try loop.run { done.count == 5 }
    #expect(done == Array(0..<5))
    let pause = began[1] - end
    #expect(pause + 4_000_000 >= end - began[0], "the loop was others' for \(pause) ns")
  }

  @Test(
    "Kinds of work that have their time together take turns by the time that each has had, and leave half of the loop to others"
  )
  func lanes() throws {
    let loop = try EventLoop()
    let looks = SpacedWork(on: loop)
    let thaws = SpacedWork(besides: looks, atOnce: 0)
    var done: [String] = []
    var (began, end): ([UInt64], [UInt64]) = ([], [])
    func piece(_ name: String) {
      began.append(monotonicNow())
      done.append(name)
      usleep(4000)
      end.append(monotonicNow())
    }
    looks.take {
      piece("look 0")
      // However long the test is kept from the processor, they come while the first is under way.
      for number in 1..<4 { looks.take { piece("look \(number)") } }
      for number in 0..<2 { thaws.take { piece("thaw \(number)") } }
    }
    #expect(done == ["look 0"] && !thaws.isFree)
    try loop.run { done.count == 6 }
    #expect(done.filter { $0.hasPrefix("look") } == (0..<4).map { "look \($0)" }, "\(done)")
    #expect(done.filter { $0.hasPrefix("thaw") } == (0..<2).map { "thaw \($0)" }, "\(done)")
    // It has had no time yet, and look 0 has.
    #expect(done[1] == "thaw 0", "\(done)")
    for index in 1..<6 {
      let pause = began[index] - end[index - 1]
      #expect(pause >= end[index - 1] - began[index - 1], "the loop was others' for \(pause) ns")
    }
  }

  @Test("A look at memory waits for the piece that is under way, and for no pause after it")
  func urgency() throws {
    // As often as the test is kept from the processor for longer than the pause that memory does not wait for.
    while true {
      let loop = try EventLoop()
      var done: [String] = []
      let began = monotonicNow()
      loop.lists.take { usleep(20_000) }
      loop.memoryLooks.take { done.append("memory") }
      guard monotonicNow() - began < 40_000_000 else { continue }
      #expect(done == ["memory"])
      return
    }
  }

  @Test("A look at memory is the next among those of crowds, and a kill waits for none of them")
  func kinds() throws {
    let loop = try EventLoop()
    var done: [String] = []
    loop.crowds.take { usleep(200_000) }
    for _ in 0..<3 { loop.crowds.take { done.append("crowd") } }
    loop.memoryLooks.take { done.append("memory") }
    loop.kills.take { done.append("kill") }
    #expect(done == ["kill"])
    try loop.run { done.count == 5 }
    #expect(done == ["kill", "memory", "crowd", "crowd", "crowd"])
  }

  @Test("Between the pieces of one work others have the loop, also those that come meanwhile")
  func pieces() throws {
    let loop = try EventLoop()
    var done: [String] = []
    func work(_ name: String) {
      var left = 3
      loop.lists.takePieces {
        done.append(name)
        usleep(5000)
        left -= 1
        return left > 0
      }
    }
    try loop.post { done.append("post") }
    work("a")
    work("b")
    #expect(done == ["a"])
    try loop.run { done.count == 7 }
    #expect(done == ["a", "post", "a", "b", "a", "b", "b"])
  }
}
