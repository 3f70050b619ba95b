// An app that keeps writing has its share of the loop and no more.
import Glibc
import Linux
import Processes
import Systemd
import TestFolders
import Testing

@testable import AgentProtocol
@testable import AppLink
@testable import LifecycleModel

@MainActor @Suite(.timeLimit(.minutes(40))) struct ChannelBudgetTests {
  private func instant(_ milliseconds: UInt64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

  @Test(
    "An app has its share every second, what it has not used does not add up, and taking more costs it the next one")
  func share() {
    var budget = ChannelBudget()
    #expect(budget.spend(ChannelBudget.share, at: instant(0)) == .within)
    #expect(budget.spend(ChannelBudget.share, at: instant(1000)) == .within)
    #expect(budget.spend(1, at: instant(1999)) == .exceeded)
    #expect(budget.spend(1, at: instant(2000)) == .exceeded)
    #expect(budget.spend(1, at: instant(3000)) == .within)
    #expect(budget.spend(ChannelBudget.share, at: instant(9000)) == .within)
    #expect(budget.spend(1, at: instant(9001)) == .exceeded)
    #expect(budget.spend(1, at: instant(11_000)) == .within)
  }

  @Test("An app that sends more in ten seconds than any app has to say is ended, and one that pauses is not")
  func limit() {
    var budget = ChannelBudget()
    #expect(budget.spend(ChannelBudget.limit, at: instant(0)) == .exceeded)
    #expect(budget.spend(1, at: instant(9999)) == .abused)
    budget = ChannelBudget()
    #expect(budget.spend(ChannelBudget.limit, at: instant(0)) == .exceeded)
    #expect(budget.spend(ChannelBudget.limit, at: instant(10_000)) == .exceeded)
  }

  /// A state and two pipes for a channel. The app's end of each pipe is the caller's to close.
  private static func pipes(_ folder: TestFolder) throws -> (Survival, events: [CInt], replies: [CInt]) {
    let survival = Survival(
      runtimeDirectory: folder.path, version: "1", kernel: .live, log: LogLines().logger, deliver: deliver)
    var (events, replies): ([CInt], [CInt]) = ([0, 0], [0, 0])
    try #require(pipe(&events) == 0 && pipe(&replies) == 0)
    for end in events + replies { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    return (survival, events, replies)
  }

  @Test("An answer is put together only for an app that listens and has not asked for too much")
  func answers() throws {
    let folder = try TestFolder()
    let loop = try EventLoop()
    let (survival, events, replies) = try Self.pipes(folder)
    defer {
      close(events[0])
      close(replies[1])
    }
    var ended = 0
    let channel = try AppChannel(
      ProcessSerial(number: 1), events: events[1], replies: replies[0], survival: survival, loop: loop
    ) { arrival in
      if case .violation = arrival { ended += 1 }
    }
    var (asked, made) = (0, 0)
    func answer(of least: Int) {
      channel.reply(least: {
        asked += 1
        return least
      }) {
        made += 1
        return Array("{}\n".utf8)
      }
    }
    answer(of: 0)
    #expect(asked == 1 && made == 1 && ended == 0)
    answer(of: (ChannelBudget.limit + 1) * ChannelBudget.answeredForOne)
    #expect(asked == 2 && made == 1 && ended == 1)
    answer(of: 0)
    #expect(asked == 2 && made == 1 && ended == 1)
  }

  @Test("An answer that is there as a line is paid for as well, and an app that has had too many is ended")
  func lines() throws {
    let folder = try TestFolder()
    let loop = try EventLoop()
    let (survival, events, replies) = try Self.pipes(folder)
    defer {
      close(events[0])
      close(replies[1])
    }
    var ended = 0
    let channel = try AppChannel(
      ProcessSerial(number: 1), events: events[1], replies: replies[0], survival: survival, loop: loop
    ) { arrival in
      if case .violation = arrival { ended += 1 }
    }
    let answering: any Channel = channel
    answering.sendAnswer(Array("{}\n".utf8))
    #expect(ended == 0)
    let count = (ChannelBudget.limit + 1) * ChannelBudget.answeredForOne
    answering.sendAnswer([UInt8](repeating: UInt8(ascii: " "), count: count))
    #expect(ended == 1)
  }

  @Test("An app that has had its share is read after everybody else, and what a deadline asks for is bounded")
  func order() throws {
    let folder = try TestFolder()
    let loop = try EventLoop()
    // Its looks take no time of those of all apps.
    loop.channels = LoopShare(atOnce: 4_000_000) { 0 }
    let (survival, events, replies) = try Self.pipes(folder)
    defer {
      close(events[0])
      close(replies[1])
    }
    // fcntl(2); Swift's Glibc has no name for it.
    let setPipeSize: CInt = 1031
    try #require(fcntl(replies[1], setPipeSize, 1 << 20) == 1 << 20)
    let line = AppMessage.entering(callback: "didBecomeActive").line
    while write(replies[1], line, line.count) == line.count {}
    var read = 0
    let channel = try AppChannel(
      ProcessSerial(number: 1), events: events[1], replies: replies[0], survival: survival, loop: loop
    ) { arrival in
      if case .messages(let messages) = arrival { read += messages.count * line.count }
    }
    var readBefore: Int?
    try loop.post(priority: .request) { readBefore = read }
    while readBefore == nil { try loop.runOnce(timeout: .seconds(60)) }
    let before = try #require(readBefore)
    #expect(ChannelBudget.share - line.count...ChannelBudget.share + ChannelBudget.look ~= before)
    // When nobody else has anything to do, the rest is read, a little in each turn of the loop.
    try loop.runOnce(timeout: .seconds(60))
    #expect(1...ChannelBudget.shortLook + line.count ~= read - before)
    while read < 2 * ChannelBudget.share { try loop.runOnce(timeout: .seconds(60)) }
    let drained = read
    channel.drain()
    #expect(read > drained)
    #expect(read <= drained + ChannelBudget.drain + ChannelBudget.look)
  }

  @Test(
    "Many apps that write at one moment have some looks together before everybody else, and small ones in turn after that"
  )
  func crowd() throws {
    let folder = try TestFolder()
    let loop = try EventLoop()
    // The messages of each look take a millisecond: the fifth leaves no time.
    var time: UInt64 = 1_000_000_000
    loop.channels = LoopShare(atOnce: 4_000_000) { time }
    let line = AppMessage.entering(callback: "didBecomeActive").line
    var channels: [AppChannel] = []
    var (read, most) = (0, 0)
    for number in 1...20 {
      let (survival, events, replies) = try Self.pipes(folder)
      close(events[0])
      for _ in 0..<ChannelBudget.share / line.count { try #require(write(replies[1], line, line.count) == line.count) }
      close(replies[1])
      channels.append(
        try AppChannel(
          ProcessSerial(number: UInt64(number)), events: events[1], replies: replies[0], survival: survival, loop: loop
        ) { arrival in
          guard case .messages(let messages) = arrival else { return }
          time += 1_000_000
          read += messages.count * line.count
          most = max(most, messages.count * line.count)
        })
    }
    var readBefore: Int?
    try loop.post(priority: .request) { readBefore = read }
    while readBefore == nil { try loop.runOnce(timeout: .seconds(60)) }
    let before = try #require(readBefore)
    #expect(1...5 * ChannelBudget.look ~= before)
    #expect(most <= ChannelBudget.look + line.count)
    while read < 20 * (ChannelBudget.share / line.count) * line.count { try loop.runOnce(timeout: .seconds(60)) }
  }
}
