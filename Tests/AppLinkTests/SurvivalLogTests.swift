// The log and its replay: whatever instant the daemon ends at, the next knows where it was.
import AgentProtocol
import Foundation
import Glibc
import LifecycleModel
import SystemPackage
import TestFolders
import Testing
import WireJSON

@testable import AppLink
@testable import Systemd

@MainActor @Suite struct SurvivalLogTests {
  private let place: TestFolder
  private var folder: String { place.path }
  private let app = AppID("com.example.notes")
  private let serial = ProcessSerial(number: 1)

  init() throws { place = try TestFolder() }

  private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  private func input(_ input: Input) throws -> Data { try JSONEncoder().encode(input) }

  @Test func aLogReadsBackWhatWasWritten() throws {
    let log = try StateLog(folder + "/log")
    log.append(.input, 0, try input(.shutdown))
    log.append(.turn, 42)
    #expect(log.appendLine(.line, 1, Array("{}\n".utf8)[...]) != nil)
    log.append(.committed, 0)
    #expect(
      LogRecord.all(in: try bytes(log.path)) == [
        .input(.shutdown), .turn(Instant(nanoseconds: 42)), .line(serial, Array("{}\n".utf8)), .committed,
      ])
  }

  @Test("what was read from an app an instant before the end is in the log")
  func anUnfinishedReadIsKept() throws {
    var pipe: [CInt] = [-1, -1]
    #expect(Glibc.pipe(&pipe) == 0)
    defer { for end in pipe { close(end) } }
    write(pipe[1], "{\"ack\":1}\n", 10)
    let log = try StateLog(folder + "/log")
    log.append(.turn, 7)
    let received = try log.receive(from: pipe[0], 1, atMost: 65_536)
    #expect(received?.count == 10)
    // As SIGKILL between read(2) and what follows it leaves it.
    let file = open(log.path, O_RDWR)
    defer { close(file) }
    var underWay = LogRecord.underWay
    pwrite(file, &underWay, 4, off_t(StateLog.start + LogRecord.head + 4))
    let expected: [LogRecord] = [.turn(Instant(nanoseconds: 7)), .received(serial, Array("{\"ack\":1}\n".utf8))]
    #expect(LogRecord.all(in: try bytes(log.path)) == expected)

    let next = try StateLog(continuing: log.path)
    next.append(.turn, 8)
    #expect(LogRecord.all(in: try bytes(log.path)) == expected + [.turn(Instant(nanoseconds: 8))])
  }

  @Test("the clocks of virtual time are in the log; a record of them that is cut short is no record")
  func clocks() throws {
    let log = try StateLog(folder + "/log")
    log.append(.clocks, UInt64(bitPattern: -5), [7, 1, 0, 0, 0, 0, 0, 0])
    #expect(LogRecord.all(in: try bytes(log.path)) == [.clocks(apps: -5, own: Instant(nanoseconds: 263))])
    log.append(.clocks, 1, [7])
    #expect(LogRecord.all(in: try bytes(log.path)) == nil)
  }

  @Test("a log without room for a record counts as none")
  func aLogThatLacksARecordIsNotUsed() throws {
    let log = try StateLog(folder + "/log")
    log.append(.turn, 7)
    log.append(.line, 1, [UInt8](repeating: 0x20, count: 70 << 20))
    #expect(log.failure != nil)
    log.append(.turn, 8)
    #expect(LogRecord.all(in: try bytes(log.path)) == nil)
  }

  @Test("a log that was made and not begun is empty, and can be gone on with")
  func aLogThatWasNotBegun() throws {
    #expect(FileManager.default.createFile(atPath: folder + "/log", contents: nil))
    #expect(LogRecord.all(in: []) == [])
    let log = try StateLog(continuing: folder + "/log")
    log.append(.turn, 7)
    #expect(LogRecord.all(in: try bytes(log.path)) == [.turn(Instant(nanoseconds: 7))])
  }

  // MARK: Replay

  /// The life of a daemon with an app that starts and says hello, a record for each event.
  private func life() throws -> [LogRecord] {
    let process = ProcessIdentity(
      serial: serial, app: app, pid: 77, startTime: 1, executable: "/bin/notes", events: 1, replies: 2)
    let request = Request(id: RequestID(number: 1))
    func at(_ time: UInt64) -> LogRecord { .turn(Instant(nanoseconds: time)) }
    return [
      .input(.installed(AppDescription(id: app, style: .app))), at(1),
      .input(.wish(.launch(app, Launch(), .foreground), request)), at(2), .spawned(process), at(3),
      .received(serial, Array("{\"hello\":{\"protocol\":1,\"library\":\"test/1\"}}\n{\"ack\":".utf8)), at(4),
      .line(serial, []),
      .received(serial, Array("1,\"result\":{\"handled\":true}}\n".utf8)), at(5),
      .line(serial, Array("BecomeActive\n".utf8)),
    ]
  }

  private func replay(_ records: some Sequence<LogRecord>) -> Replay {
    var replay = Replay(Checkpoint(era: "era", lifecycle: Lifecycle(policy: Policy(), seed: 1)))
    for record in records { replay.play(record) }
    return replay
  }

  @Test("LA10: a spawn that was noted is not done again, one that was not is")
  func aSpawnIsNeitherLostNorDoubled() throws {
    let life = try life()
    func spawns(_ replay: Replay) -> Bool {
      replay.unfinished.contains { if case .spawn = $0 { true } else { false } }
    }
    #expect(spawns(replay(life.prefix(4))))
    #expect(!spawns(replay(life.prefix(5))))
    #expect(replay(life.prefix(5)).waiting == [.kernel(serial, .spawned(pid: 77))])
    #expect(replay(life.prefix(6)).processes[serial]?.pid == 77)
  }

  @Test("what an app was sent is neither lost nor doubled")
  func aLineIsNeitherLostNorDoubled() throws {
    let life = try life()
    func sends(_ replay: Replay) -> Bool {
      replay.unfinished.contains { if case .send = $0 { true } else { false } }
    }
    #expect(sends(replay(life.prefix(8))))
    #expect(!sends(replay(life.prefix(9))))
    #expect(replay(life.prefix(9)).channels[serial]?.unwritten == [])
    #expect(replay(life).channels[serial]?.unwritten == Array("BecomeActive\n".utf8))
    let rewrite: [LogRecord] = [.rewritten(serial, Array("Active\n".utf8)), .rewriteEnded]
    #expect(replay(life + rewrite.prefix(1)).channels[serial]?.unwritten == Array("BecomeActive\n".utf8))
    #expect(replay(life + rewrite).channels[serial]?.unwritten == Array("Active\n".utf8))
    let twice = [.rewriteBegan] + rewrite.prefix(1) + [.rewriteBegan] + rewrite
    #expect(replay(life + twice).channels[serial]?.unwritten == Array("Active\n".utf8))
  }

  @Test("what the supervisor answered for a program that knows nothing of it is neither lost nor done again")
  func anAnswerForAProgramIsNotDoneAgain() throws {
    let life =
      try Array(life().prefix(6)) + [
        .input(.app(serial, .hello(protocolVersion: 1))), .turn(Instant(nanoseconds: 4)),
      ]
    let sent = replay(life).unfinished.compactMap { if case .send(_, let sequence, _) = $0 { sequence } else { nil } }
    let answer = Input.app(serial, .acknowledged(try #require(sent.first), .handled))
    let answered = replay(life + [.input(answer)])
    #expect(sent.count == 1)
    #expect(!answered.unfinished.contains { if case .send = $0 { true } else { false } })
    #expect(answered.waiting == [answer])
  }

  @Test("how far a line has come is in the log, though nobody wrote it there")
  func aLineGoesOutOfTheLog() throws {
    var pipe: [CInt] = [-1, -1]
    #expect(Glibc.pipe(&pipe) == 0)
    defer { for end in pipe { close(end) } }
    let log = try StateLog(folder + "/log")
    let line = OutgoingLine(Array("{\"seq\":1}\n".utf8))
    line.enter(log, .line, 1)
    #expect(LogRecord.all(in: try bytes(log.path)) == [.line(serial, Array("{\"seq\":1}\n".utf8))])
    #expect(line.write(to: pipe[1]) == nil)
    #expect(LogRecord.all(in: try bytes(log.path)) == [.line(serial, [])])
    var read = [UInt8](repeating: 0, count: 64)
    #expect(Glibc.read(pipe[0], &read, 64) == 10)
    #expect(read.prefix(10).elementsEqual("{\"seq\":1}\n".utf8))
  }

  @Test("a line that a full pipe takes half of goes on from there, in another log too")
  func aLineInHalves() throws {
    var pipe: [CInt] = [-1, -1]
    #expect(Glibc.pipe(&pipe) == 0)
    defer { for end in pipe { close(end) } }
    _ = fcntl(pipe[1], F_SETFL, O_NONBLOCK)
    let text = (0..<20_000).flatMap { Array("\($0) ".utf8) }
    let line = OutgoingLine(text)
    line.enter(try StateLog(folder + "/log"), .line, 1)
    #expect(line.write(to: pipe[1]) == .resourceTemporarilyUnavailable)
    #expect(line.rest.count < text.count)
    let next = try StateLog(folder + "/next")
    line.enter(next, .rewritten, 1)
    #expect(LogRecord.all(in: try bytes(next.path)) == [.rewritten(serial, Array(line.rest))])
    var arrived: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 10_000)
    while arrived.count < text.count {
      let count = Glibc.read(pipe[0], &part, 10_000)
      arrived += part.prefix(max(0, count))
      _ = line.write(to: pipe[1])
    }
    #expect(arrived == text)
  }

  @Test("a line that came in two pieces is one line, whatever lies between them")
  func aLineInTwoPieces() throws {
    let life = try life()
    let half = replay(life.prefix(9))
    #expect(half.waiting == [])
    #expect(half.channels[serial]?.framer.isMidLine == true)
    // Through a checkpoint too.
    let state = ChannelState(serial: serial, unread: half.channels[serial]?.framer.unfinished ?? [])
    var checkpoint = Checkpoint(era: "era", lifecycle: half.lifecycle)
    checkpoint.channels = [state]
    var rest = Replay(try JSONDecoder().decode(Checkpoint.self, from: JSONEncoder().encode(checkpoint)))
    rest.play(life[9])
    #expect(rest.waiting.count == 1)
    rest.play(life[10])
    #expect(rest.lifecycle == replay(life.prefix(11)).lifecycle)
  }

  @Test("A reply that waits for the disk or a key is owed until it is in the log, over a checkpoint too")
  func owedReplies() throws {
    func asked(_ id: UInt64, _ method: String, _ parameters: String) -> [LogRecord] {
      let line = #"{"request":\#(id),"method":"\#(method)","params":\#(parameters)}"# + "\n"
      return [.received(serial, Array(line.utf8)), .turn(Instant(nanoseconds: 10 + id))]
    }
    let life =
      try life() + asked(1, "protectedKey", #"{"class":"complete"}"#)
      + asked(2, "beginTransfer", #"{"session":"s","number":1,"url":"http://127.0.0.1:1/"}"#)
      + asked(3, "protectedKey", #"{"class":"complete"}"#)
    let before = replay(life)
    #expect(before.owed.all.map { $0.owed?.id } == [1, 2, 3])
    var checkpoint = Checkpoint(era: "era", lifecycle: before.lifecycle, owed: before.owed.all)
    checkpoint = try JSONDecoder().decode(Checkpoint.self, from: JSONEncoder().encode(checkpoint))
    let log = try StateLog(folder + "/log")
    for line in [#"{"reply":2,"result":{}}"#, #"{"seq":3,"event":"x"}"#, #"{"reply":3,"result":{}}"#] {
      #expect(log.appendLine(.line, serial.number, Array((line + "\n").utf8)[...]) != nil)
    }
    let records = try #require(LogRecord.all(in: try bytes(log.path)))
    var after = Replay(checkpoint)
    for record in records { after.play(record) }
    #expect(after.owed.all.map { $0.owed?.id } == [1])
    #expect(replay(life + records).unfinished.allSatisfy { $0.owed == nil })
    after.play(.input(.kernel(serial, .exited(.signaled(9), Usage()))))
    after.play(.turn(Instant(nanoseconds: 99)))
    #expect(after.owed.all.isEmpty)
  }

  @Test("Of an app's notifications the stores are told the last alone, whatever the length of the log")
  func lastNotifications() throws {
    func asked(_ id: UInt64) -> String {
      """
      {"request":\(id),"method":"scheduleNotification","params":{"identifier":"\(id)","title":"","body":"","content":{}}}\n
      """
    }
    let life =
      try life()
      + (1...100).flatMap { id -> [LogRecord] in
        [.received(serial, Array(asked(id).utf8)), .turn(Instant(nanoseconds: 10 + id))]
      }
    let kept = replay(life).stored.filter { if case .store(.keepNotifications) = $0 { true } else { false } }
    guard case .store(.keepNotifications(app, let last)) = kept.first else { return #expect(kept.count == 1) }
    #expect(kept.count == 1)
    #expect(last.shown.count + last.planned.count > 1)
  }

  @Test("A date that an app names is the same instant when the request is replayed, though a clock has been set since")
  func sameDate() {
    defer { ModelClock.hear(apps: 0, own: Instant(nanoseconds: 0)) }
    _ = replay([.clocks(apps: 1_000_000_000_000, own: Instant(nanoseconds: 5_000_000_000))])
    #expect(Instant(appsSecondsSince1970: 1007, now: nil) == Instant(nanoseconds: 12_000_000_000))
    let plan = AgentProtocol.PlannedNotification(
      AgentProtocol.UserNotification(identifier: "a", title: "", body: ""), dates: [])
    let isAtOnce = if case .planAtOnce = LifecycleModel.NotificationRequest(plan, now: nil) { true } else { false }
    #expect(isAtOnce)
  }

  @Test("LA11: data that may not have been taken away are taken away again, and not those of a process since")
  func erasuresAreFinished() throws {
    let request = Request(id: RequestID(number: 2))
    let life = try life()
    let erasure: [LogRecord] = [
      .input(.wish(.erase(app), request)), .turn(Instant(nanoseconds: 2)),
      .input(.wish(.lock, request)), .turn(Instant(nanoseconds: 2)),
    ]
    #expect(replay(life.prefix(2) + erasure.prefix(2)).unfinished.contains(.eraseData(app)))
    #expect(replay(life.prefix(2) + erasure).erased == [app])
    #expect(replay(life.prefix(2) + erasure + life[2...3]).erased == [app])
    #expect(replay(life.prefix(2) + erasure + life[2...4]).erased.isEmpty)
  }

  @Test("TE3: a record that is known to be written is kept once, one that is not is written again")
  func recordsAreKept() throws {
    let life = try life()
    let end: [LogRecord] = [
      .input(.kernel(serial, .exited(.signaled(11), Usage()))), .turn(Instant(nanoseconds: 9)),
    ]
    func records(_ effects: some Sequence<Effect>) -> Int {
      effects.filter { if case .store(.record) = $0 { true } else { false } }.count
    }
    let unwritten = replay(life + end)
    #expect(records(unwritten.unfinished) == 1)
    #expect(unwritten.processes.isEmpty)
    let written = replay(life + end + [.committed])
    #expect(records(written.unfinished) == 0)
    #expect(records(written.stored) == 1)
  }
}
