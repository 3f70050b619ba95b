// The messages that wait for a page, in order, within their bounds, and none after the end.

import Testing

@testable import ConsoleServer

struct OutboxTests {
  @Test("what waits goes in order, and is bounded in bytes and in number")
  func bounded() {
    let outbox = Outbox()
    let half = [UInt8](repeating: 1, count: Outbox.mostBytes / 2)
    #expect(outbox.put(half) && outbox.put(half) && !outbox.put([2]))
    #expect(outbox.take()?.count == half.count && outbox.put([2]) && outbox.take()?.count == half.count)
    #expect(outbox.take() == [2])
    for _ in 0..<Outbox.mostMessages { #expect(outbox.put([3])) }
    #expect(!outbox.put([3]))
  }

  @Test("after the last message what waits still goes; after the end nothing does")
  func over() {
    let finished = Outbox()
    #expect(finished.put([1]))
    finished.finish()
    #expect(finished.put([2]) && finished.take() == [1] && finished.take() == nil)
    let ended = Outbox()
    #expect(ended.put([1]))
    ended.end()
    #expect(ended.put([2]) && ended.take() == nil)
  }
}
