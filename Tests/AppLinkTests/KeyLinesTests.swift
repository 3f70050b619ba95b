// Keys that apps are given are in their pipes, and in no file of the daemon's.
import AgentProtocol
import Foundation
import Glibc
import LifecycleModel
import Processes
import Systemd
import TestFolders
import Testing

@testable import AppLink

@MainActor @Suite(.timeLimit(.minutes(40))) struct KeyLinesTests {
  private let folder: TestFolder
  private let loop: EventLoop
  private let survival: Survival
  private let serial = ProcessSerial(number: 1)
  private let key = Data(repeating: 0x5a, count: 32).base64EncodedString()
  /// More than a pipe has room for.
  private let long = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)

  init() throws {
    folder = try TestFolder()
    loop = try EventLoop()
    survival = Survival(
      runtimeDirectory: folder.path, version: "1", kernel: .live, log: LogLines().logger, deliver: deliver)
  }

  /// A channel, and the app's ends of its pipes; the log has begun.
  private func begun() throws -> (channel: AppChannel, events: CInt, replies: CInt) {
    var (events, replies): ([CInt], [CInt]) = ([0, 0], [0, 0])
    try #require(pipe(&events) == 0 && pipe(&replies) == 0)
    for end in events + replies { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    let channel = try AppChannel(serial, events: events[1], replies: replies[0], survival: survival, loop: loop) { _ in
      Issue.record("the app does nothing")
    }
    survival.begin(
      Checkpoint(lifecycle: Lifecycle(policy: Policy(), seed: 1)), rewrite: { channel.rewriteLines() },
      flush: { $0(true) })
    return (channel, events[0], replies[1])
  }

  private func read(_ events: CInt) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(events, &part, part.count)
      guard count > 0 else { return bytes }
      bytes += part.prefix(count)
    }
  }

  private func records() throws -> [LogRecord] {
    let state = StateFolder(runtimeDirectory: folder.path)
    let number = try #require(state.numbers(of: .log).last)
    let log = try #require(state.read(.log, number))
    return try #require(LogRecord.all(in: Array(log)))
  }

  private func isStored() throws -> Bool {
    let state = folder.path + "/state"
    return try FileManager.default.contentsOfDirectory(atPath: state).contains { name in
      // A thread may be giving a checkpoint its name.
      guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(state)/\(name)")) else { return false }
      return bytes.range(of: Data(key.utf8)) != nil
    }
  }

  @Test("DP2: a key that an app is given is in its pipe and in no log, which says that it is given")
  func given() throws {
    let (channel, events, replies) = try begun()
    defer { for end in [events, replies] { close(end) } }
    let isAnswered = channel.giveKey(key, to: 7) { Issue.record("there is room for it") }
    #expect(isAnswered)
    #expect(read(events) == Reply(to: 7, .result(.key(key))).line)
    #expect(try records().last == LogRecord.line(serial, [], reply: 7))
    #expect(try !isStored())
  }

  @Test("DP2: a key that the pipe has no room for is asked for again once the app has read, and is in no log meanwhile")
  func askedForAgain() throws {
    let (channel, events, replies) = try begun()
    defer { for end in [events, replies] { close(end) } }
    channel.send(long)
    var isAskedForAgain = false
    let isAnswered = channel.giveKey(key, to: 7) { isAskedForAgain = true }
    #expect(!isAnswered)
    channel.rewriteLines()
    #expect(try !isStored())
    var arrived: [UInt8] = []
    while !isAskedForAgain {
      arrived += read(events)
      try loop.runOnce(timeout: .seconds(60))
    }
    let isGiven = channel.giveKey(key, to: 7) { Issue.record("there is room for it") }
    #expect(isGiven)
    #expect(arrived + read(events) == long + Reply(to: 7, .result(.key(key))).line)
    #expect(try !isStored())
  }

  @Test("A key that the pipe had no room for is asked for again when the channel closes, and then nobody waits for it")
  func closed() throws {
    let (channel, events, replies) = try begun()
    defer { for end in [events, replies] { close(end) } }
    channel.send(long)
    var asked = 0
    let isAnswered = channel.giveKey(key, to: 7) { asked += 1 }
    channel.close()
    #expect(!isAnswered && asked == 1)
    let isAwaited = !channel.giveKey(key, to: 7) { asked += 1 }
    #expect(!isAwaited && asked == 1)
  }
}
