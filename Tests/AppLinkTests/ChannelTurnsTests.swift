// Turns of the model that come of a look at an app's channel, and events that meet the end of the app.
import AgentProtocol
import Glibc
import LifecycleModel
import Processes
import Systemd
import TestFolders
import Testing

@testable import AppLink

@MainActor @Suite(.timeLimit(.minutes(40))) struct ChannelTurnsTests {
  private static let line = AppMessage.entering(callback: "didBecomeActive").line

  private static func pipe() throws -> (read: CInt, write: CInt) {
    var ends: [CInt] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    for end in ends { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    return (ends[0], ends[1])
  }

  private static func survival(_ folder: TestFolder) -> Survival {
    Survival(runtimeDirectory: folder.path, version: "1", kernel: .live, log: LogLines().logger, deliver: deliver)
  }

  // In a process of its own, which a conflict of accesses ends.
  @Test("An event that comes of a leap of the calendar is sent, also to the app at whose channel that is seen first")
  func leap() async {
    await #expect(processExitsWith: .success) { try await Self.checkLeap() }
  }

  private static func checkLeap() throws {
    let folder = try TestFolder()
    let (loop, survival) = (try EventLoop(), Self.survival(folder))
    let (events, replies) = (try pipe(), try pipe())
    defer {
      close(events.read)
      close(replies.write)
    }
    var heard = 0
    let channel = try AppChannel(
      ProcessSerial(number: 1), events: events.write, replies: replies.read, survival: survival, loop: loop
    ) { arrival in
      if case .messages(let messages) = arrival { heard += messages.count }
    }
    let event = Array("{}\n".utf8)
    survival.clocksLeapt = { channel.send(event) }
    try #require(write(replies.write, line, line.count) == line.count)
    while heard == 0 { try #require(try loop.runOnce(timeout: .seconds(60))) }
    var read = [UInt8](repeating: 0, count: 64)
    #expect(Glibc.read(events.read, &read, read.count) == event.count)
    // The turns may close it.
    survival.clocksLeapt = { channel.close() }
    survival.begin(
      Checkpoint(boot: "", era: "", lifecycle: Lifecycle(policy: Policy(), seed: 1)), rewrite: {}, flush: { $0(true) })
    try #require(write(replies.write, line, line.count) == line.count)
    while !channel.isClosed { try #require(try loop.runOnce(timeout: .seconds(60))) }
    #expect(heard == 1)
  }

  // In a process of its own, whose SIGPIPE is nobody else's.
  @Test("An app that ends while an event is on its way to it is heard out before its hang-up")
  func lastWords() async {
    await #expect(processExitsWith: .success) { try await Self.checkLastWords() }
  }

  @Test("An adopted app that ends while an event is on its way to it is heard out when its requests are listened to")
  func adoptedLastWords() async {
    await #expect(processExitsWith: .success) { try await Self.checkLastWords(isAdopted: true) }
  }

  private static func checkLastWords(isAdopted: Bool = false) throws {
    signal(SIGPIPE, SIG_IGN)
    let folder = try TestFolder()
    let (loop, survival) = (try EventLoop(), Self.survival(folder))
    let (events, replies) = (try pipe(), try pipe())
    defer { close(replies.write) }
    var heard: [Int] = []
    let channel = try AppChannel(
      ProcessSerial(number: 1), events: events.write, replies: replies.read, survival: survival, loop: loop
    ) { arrival in
      switch arrival {
      case .messages(let messages): heard.append(messages.count)
      case .violation(let how): Issue.record("\(how)")
      case .hangUp: heard.append(0)
      }
    }
    // More than one look takes in.
    let count = 3 * ChannelBudget.look / line.count
    for _ in 0..<count { try #require(write(replies.write, line, line.count) == line.count) }
    close(events.read)
    if isAdopted { channel.deferRequests() }
    channel.send(Array("{}\n".utf8))
    channel.send(Array("{}\n".utf8))
    #expect(heard.isEmpty, "the first event that it does not read may be one effect of several")
    if isAdopted {
      var hasPassed = false
      try loop.post(priority: .idle) { hasPassed = true }
      while !hasPassed { try #require(try loop.runOnce(timeout: .seconds(60))) }
      #expect(heard.isEmpty, "the stores are not recalled")
      channel.listen()
    }
    while heard.last != 0 { try #require(try loop.runOnce(timeout: .seconds(60))) }
    #expect(heard.reduce(0, +) == count && heard.filter { $0 == 0 }.count == 1)
    #expect(channel.isClosed)
  }
}
