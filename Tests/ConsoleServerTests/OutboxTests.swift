// The messages that wait for a page, in order, within their bounds, and none after the end.

import Testing

@testable import ConsoleServer

struct OutboxTests {
  @Test("what waits goes in order, and is bounded in bytes and in number")
  func bounded() {
    let outbox = Outbox()
    let count = Outbox.mostBytes / Outbox.large
    let part = [UInt8](repeating: 1, count: Outbox.large)
    for _ in 0..<count { #expect(outbox.put(part) == .taken) }
    #expect(outbox.put([2]) == .full)
    #expect(outbox.take()?.count == part.count && outbox.put([2]) == .taken)
    for _ in 1..<count { #expect(outbox.take()?.count == part.count) }
    #expect(outbox.take() == [2])
    for _ in 0..<Outbox.mostMessages { #expect(outbox.put([3]) == .taken) }
    #expect(outbox.put([3]) == .full)
  }

  @Test("large messages have as many bytes together as all others; none is larger than that")
  func large() {
    let outbox = Outbox()
    let large = [UInt8](repeating: 1, count: Outbox.mostBytes)
    #expect(outbox.put(large + [1]) == .tooLarge)
    #expect(outbox.put(large) == .taken && outbox.put(large) == .tooLarge)
    let part = [UInt8](repeating: 2, count: Outbox.large)
    #expect(outbox.put(part) == .taken)
    #expect(outbox.take()?.count == large.count && outbox.take()?.count == part.count)
    for _ in 0..<3 { #expect(outbox.put(part + [3]) == .taken) }
    #expect(outbox.put(part + [3]) == .tooLarge)
  }

  @Test("after the last message what waits still goes; after the end nothing does")
  func over() {
    let finished = Outbox()
    #expect(finished.put([1]) == .taken)
    finished.finish()
    #expect(finished.put([2]) == .taken && finished.take() == [1] && finished.take() == nil)
    let ended = Outbox()
    #expect(ended.put([1]) == .taken)
    ended.end()
    #expect(ended.put([2]) == .taken && ended.take() == nil)
  }
}
