// The messages of an app have the turns in a replay of the log that they had in life: as many, and in the same order.
import ControlAPI
import Foundation
import Glibc
import LifecycleModel
import Processes
import Synchronization
import Systemd
import TestFolders
import Testing
import Varlink

@testable import AppLink
@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(40))) struct MessageTurnsTests {
  @MainActor private final class Turns {
    var all: [Input] = []
  }

  private let folder: TestFolder
  private let loop: EventLoop
  private let survival: Survival
  private let beginning = Checkpoint(lifecycle: Lifecycle(policy: Policy(), seed: 1))
  private let model: ModelLoop
  /// Since the app has said hello.
  private let turns = Turns()
  private let app = AppID("com.example.notes")
  private let serial = ProcessSerial(number: 1)
  private let lock = Input.wish(.lock, Request(id: RequestID(number: 2)))

  init() throws {
    folder = try TestFolder()
    loop = try EventLoop()
    survival = Survival(
      runtimeDirectory: folder.path, version: "1", kernel: .live, log: LogLines().logger, deliver: deliver)
    model = ModelLoop(beginning.lifecycle, survival: survival)
  }

  /// The channel of an app that has said hello, and the app's ends of its pipes.
  private func launch(telling monitor: Monitor? = nil) throws -> (AppChannel, [CInt]) {
    var (events, replies): ([CInt], [CInt]) = ([0, 0], [0, 0])
    try #require(pipe(&events) == 0 && pipe(&replies) == 0)
    for end in events + replies { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    let channel = try AppChannel(
      serial, events: events[1], replies: replies[0], survival: survival, loop: loop
    ) { [model, serial, app] arrival in
      switch arrival {
      case .messages(let messages):
        if let monitor {
          model.take(messages, from: serial, of: app, telling: monitor)
        } else {
          model.take(messages.compactMap { Input($0, from: serial) })
        }
      case .violation(let how): model.submit(.app(serial, .violated(how)))
      case .hangUp: model.submit(.app(serial, .hungUp))
      }
    }
    survival.begin(beginning, rewrite: {}, flush: { $0(true) })
    model.submit(.installed(AppDescription(id: app, style: .app)))
    model.submit(.wish(.launch(app, Launch(), .foreground), Request(id: RequestID(number: 1))))
    survival.recordSpawn(
      ProcessIdentity(
        serial: serial, app: app, pid: 77, startTime: 1, executable: "/bin/notes", events: 1, replies: 2))
    model.take([.kernel(serial, .spawned(pid: 77))])
    model.submit(.app(serial, .hello(protocolVersion: 1)))
    model.connect(hear: { [turns] input, _ in turns.all.append(input) }, perform: { _ in }, becameIdle: {})
    return (channel, [events[0], replies[1]])
  }

  private static func beginTask(_ id: Int) -> String {
    #"{"request":\#(id),"method":"beginBackgroundTask","params":{"name":"\#(id)"}}"#
  }

  /// The app writes lines, and the daemon looks once.
  private static func say(_ lines: [String], _ channel: AppChannel, _ ends: [CInt]) throws {
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    try #require(write(ends[1], bytes, bytes.count) == bytes.count)
    channel.drain()
  }

  /// The place of the app's violation among the turns.
  private var violation: Int? {
    turns.all.firstIndex { if case .app(_, .violated) = $0 { true } else { false } }
  }

  /// The log of that number leads from `checkpoint` to where the model is.
  private func expectSame(from checkpoint: Checkpoint, log number: Int) throws {
    let log = try #require(FileManager.default.contents(atPath: survival.directory + "/log-\(number)"))
    var replay = Replay(checkpoint)
    for record in try #require(LogRecord.all(in: Array(log))) { replay.play(record) }
    #expect(replay.waiting == [])
    let isSame = replay.lifecycle == model.lifecycle
    #expect(isSame)
  }

  @Test("BX4 the model hears of a leap of the calendar once, before what follows it, in a replay as well")
  func leap() throws {
    let (channel, ends) = try launch()
    defer { ends.forEach { close($0) } }
    let leapt = (model.lifecycle.calendarOffset ?? 0) + 28_800_000_000_000
    model.followCalendar(at: leapt)
    model.followCalendar(at: leapt + 1_000_000)
    #expect(turns.all == [.calendar(offset: leapt)])
    // The machine's own calendar has not leapt.
    model.submit(lock)
    #expect(turns.all.last == lock)
    try expectSame(from: beginning, log: 1)
    withExtendedLifetime(channel) {}
  }

  @Test("Messages that are more than an app may send have their turns before it is ended for them")
  func tooMany() throws {
    let (channel, ends) = try launch()
    defer { ends.forEach { close($0) } }
    let isWithin = channel.spend(ChannelBudget.limit)
    #expect(isWithin)
    try Self.say([Self.beginTask(1), Self.beginTask(2)], channel, ends)
    model.submit(lock)
    #expect(violation == 2 && turns.all.count == 4)
    try expectSame(from: beginning, log: 1)
  }

  @Test("Messages that come with a look that was too slow have their turns before the app is ended for it")
  func tooSlow() throws {
    let (channel, ends) = try launch()
    defer { ends.forEach { close($0) } }
    let clock = Mutex<Int64>(0)
    channel.reading = PipeCost(
      now: { _ in
        clock.withLock { time in
          time += PipeCost.limit
          return time
        }
      }, innocent: { 0 })
    for id in 1...PipeCost.patience { try Self.say([Self.beginTask(id)], channel, ends) }
    model.submit(lock)
    #expect(violation == PipeCost.patience && turns.all.count == PipeCost.patience + 2)
    try expectSame(from: beginning, log: 1)
  }

  @Test("Messages before a line that breaks the protocol have their turns, and those after it have none")
  func broken() throws {
    let (channel, ends) = try launch()
    defer { ends.forEach { close($0) } }
    try Self.say([Self.beginTask(1), "{", Self.beginTask(2)], channel, ends)
    model.submit(lock)
    #expect(violation == 1 && turns.all.count == 3)
    try expectSame(from: beginning, log: 1)
  }

  @Test(
    "While somebody watches too, messages of one look have their turns before a checkpoint and before all that follows from them"
  )
  func watched() throws {
    var told: [String] = []
    let monitor = Monitor { event in
      if case .notice(_, let text) = event.kind { told.append(text) }
      return StreamedReply(MonitorInterface.Watch.Reply(event: event))
    }
    _ = monitor.add(app: nil, user: 0) { _ in }
    let (channel, ends) = try launch(telling: monitor)
    defer { ends.forEach { close($0) } }
    var later: Checkpoint?
    model.connect(
      hear: { [turns] input, _ in turns.all.append(input) },
      perform: { [unowned model, lock] effect in if case .reply(_, id: 1, _) = effect { model.submit(lock) } },
      becameIdle: { [unowned model, unowned channel, survival] in
        // As of a log that has grown.
        guard later == nil else { return }
        let checkpoint = Checkpoint(lifecycle: model.lifecycle, channels: [channel.state])
        later = checkpoint
        survival.begin(checkpoint, rewrite: {}, flush: { $0(true) })
      })
    try Self.say([Self.beginTask(1), Self.beginTask(2)], channel, ends)
    #expect(turns.all.count == 3 && turns.all.last == lock)
    #expect(told == ["begins the background task 1", "begins the background task 2"])
    try expectSame(from: beginning, log: 1)
    try expectSame(from: try #require(later), log: 2)
  }
}
