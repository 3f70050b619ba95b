// Lines that apps do not read: they are written into each new log, and so all of them together are bounded.
import Glibc
import LifecycleModel
import Processes
import Systemd
import TestFolders
import Testing

@testable import AppLink

@MainActor @Suite(.timeLimit(.minutes(40))) struct UnreadLinesTests {
  private let folder: TestFolder
  private let loop: EventLoop
  private let survival: Survival

  init() throws {
    folder = try TestFolder()
    loop = try EventLoop()
    survival = Survival(
      runtimeDirectory: folder.path, version: "1", kernel: .live, log: LogLines().logger, deliver: deliver)
  }

  /// A channel whose app reads nothing, and the app's ends of its pipes.
  private func channel(_ number: UInt64, _ arrival: @escaping (AppChannel.Arrival) -> Void) throws -> (
    AppChannel, [CInt]
  ) {
    var (events, replies): ([CInt], [CInt]) = ([0, 0], [0, 0])
    try #require(pipe(&events) == 0 && pipe(&replies) == 0)
    for end in events + replies { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    let channel = try AppChannel(
      ProcessSerial(number: number), events: events[1], replies: replies[0], survival: survival, loop: loop,
      arrival: arrival)
    return (channel, [events[0], replies[1]])
  }

  private func begin(_ channels: AppChannel...) {
    survival.begin(
      Checkpoint(boot: "", era: "", lifecycle: Lifecycle(policy: Policy(), seed: 1)),
      rewrite: { channels.forEach { $0.rewriteLines() } }, flush: { $0(true) })
  }

  @Test("Megabytes that an app does not read make no turn of the loop begin a log")
  func logs() async throws {
    let (channel, ends) = try channel(1) { _ in Issue.record("it is within its bounds") }
    defer { ends.forEach { close($0) } }
    begin(channel)
    for _ in 0..<350 { channel.send([UInt8](repeating: UInt8(ascii: "x"), count: 10_000)) }
    // The first checkpoint is on its way.
    while !survival.wantsCheckpoint { await Task.yield() }
    #expect(await begun(channel, turns: 20_000) == 1)
    // Half as many bytes of records as of lines, 3.5 MB, and half of that again.
    #expect(await begun(channel, turns: 200_000) <= 2)
  }

  private func begun(_ channel: AppChannel, turns: Int) async -> Int {
    var begun = 0
    for turn in 0..<turns {
      survival.recordTurn(at: Instant(nanoseconds: UInt64(turn)))
      await Task.yield()
      guard survival.wantsCheckpoint else { continue }
      begun += 1
      begin(channel)
    }
    return begun
  }

  @Test("Where all apps together leave too much unread, one that leaves most is ended, and the others are not")
  func together() throws {
    var ended: [UInt64] = []
    var channels: [AppChannel] = []
    var ends: [CInt] = []
    defer { ends.forEach { close($0) } }
    for number: UInt64 in 1...4 {
      let (channel, own) = try channel(number) { if case .violation = $0 { ended.append(number) } }
      channels.append(channel)
      ends += own
    }
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
    // A little, as of an app that is busy for a moment.
    for _ in 0..<5 { channels[0].send(line) }
    for (channel, count) in zip(channels[1...], [28, 30, 30]) { for _ in 0..<count { channel.send(line) } }
    #expect(ended == [3])
    // Those of the one that has ended count no more.
    channels[0].send(line)
    #expect(ended == [3])
  }
}
