// Thousands of short lines that go through an app's channel: one turn of the loop has time for some of them.
import Foundation
import Glibc
import LifecycleModel
import Processes
import Systemd
import TestFolders
import Testing

@testable import AppLink

@MainActor @Suite(.timeLimit(.minutes(40))) struct ManyLinesTests {
  private let folder: TestFolder
  private let loop: EventLoop
  private let survival: Survival

  init() throws {
    folder = try TestFolder()
    loop = try EventLoop()
    survival = Survival(
      runtimeDirectory: folder.path, version: "1", kernel: .live, log: LogLines().logger, deliver: deliver)
  }

  /// A channel, and the app's ends of its pipes.
  private func channel(_ arrival: @escaping (AppChannel.Arrival) -> Void) throws -> (AppChannel, [CInt]) {
    var (events, replies): ([CInt], [CInt]) = ([0, 0], [0, 0])
    try #require(pipe(&events) == 0 && pipe(&replies) == 0)
    for end in events + replies { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    let channel = try AppChannel(
      ProcessSerial(number: 1), events: events[1], replies: replies[0], survival: survival, loop: loop,
      arrival: arrival)
    return (channel, [events[0], replies[1]])
  }

  private static func readAll(_ pipe: CInt) -> [UInt8] {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(pipe, &bytes, bytes.count)
      guard count > 0 else { return all }
      all += bytes.prefix(count)
    }
  }

  @Test("A turn of the loop writes so many lines and no more, and an app that reads them gets all, in order")
  func writes() throws {
    let (channel, ends) = try channel { _ in Issue.record("it is within its bounds") }
    defer { ends.forEach { close($0) } }
    let lines = (10_000..<15_000).map { Array("\($0) \(String(repeating: "x", count: 93))\n".utf8) }
    for line in lines { channel.send(line) }
    var received = Self.readAll(ends[0])
    while received.count < 100 * lines.count {
      try loop.runOnce(timeout: .seconds(60))
      let some = Self.readAll(ends[0])
      #expect(some.count <= 100 * AppChannel.linesAtOnce)
      received += some
    }
    let isWhole = received == Array(lines.joined())
    #expect(isWhole)
  }

  @Test("A look before a deadline or an end takes in a piece, and the last of them the end of all that was there")
  func looks() throws {
    var heard = 0
    let (channel, ends) = try channel { if case .messages(let messages) = $0 { heard += messages.count } }
    defer { ends.forEach { close($0) } }
    let line = Array("{\"hello\":{\"protocol\":1,\"library\":\"test/1\"}}\n".utf8)
    var sent = 0
    while write(ends[1], line, line.count) == line.count { sent += 1 }
    try #require(sent * line.count > 4 * ChannelBudget.look)
    var left: Int?
    repeat {
      let before = heard
      left = channel.drain(left)
      #expect((heard - before) * line.count <= ChannelBudget.look + line.count)
    } while left != 0
    #expect(heard == sent)
  }

  @Test("A checkpoint has the bytes of a line that has begun from the channel itself, and no copy")
  func unfinished() throws {
    let (channel, ends) = try channel { _ in }
    defer { ends.forEach { close($0) } }
    try #require(write(ends[1], "{\"ack\"", 6) == 6)
    channel.drain()
    let (state, another) = (channel.state, channel.state)
    #expect(state.unread == Array("{\"ack\"".utf8)[...])
    let places = [state, another].map { $0.unread.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
    #expect(places[0] == places[1])
  }

  @Test("The lines that an app has not read are one record of the next log, and it gets all of them, in order")
  func rewrite() throws {
    let (channel, ends) = try channel { _ in Issue.record("it is within its bounds") }
    defer { ends.forEach { close($0) } }
    func begin() {
      survival.begin(
        Checkpoint(boot: "", era: "", lifecycle: Lifecycle(policy: Policy(), seed: 1)),
        rewrite: { channel.rewriteLines() }, flush: { $0(true) })
    }
    begin()
    let all = (0..<1000).map { Array("\($0)\n".utf8) }
    for line in all { channel.send(line) }
    begin()
    let log = try #require(FileManager.default.contents(atPath: survival.directory + "/log-2"))
    let records = try #require(LogRecord.all(in: Array(log)))
    let rewritten = records.compactMap { record -> [UInt8]? in
      if case .rewritten(_, let rest) = record { rest } else { nil }
    }
    #expect(rewritten.count == 1)
    let expected = Array(all.joined())
    #expect(rewritten.first.map { expected.suffix($0.count) == $0[...] } == true)
    var received = Self.readAll(ends[0])
    while received.count < expected.count {
      try loop.runOnce(timeout: .seconds(60))
      received += Self.readAll(ends[0])
    }
    #expect(received == expected)
  }
}
