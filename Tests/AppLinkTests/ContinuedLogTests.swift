// A log that the next daemon continues, of which the end may be anywhere in the room that its file has.
import Foundation
import Glibc
import LifecycleModel
import TestFolders
import Testing

@testable import AppLink

@MainActor @Suite struct ContinuedLogTests {
  private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  @Test(
    "Bytes that the daemon was reading when it ended are in the log that the next one continues, wherever in it they are"
  )
  func anUnfinishedRead() throws {
    let folder = try TestFolder()
    var pipe: [CInt] = [-1, -1]
    #expect(Glibc.pipe(&pipe) == 0)
    defer { for end in pipe { close(end) } }
    // Across the end of the room that a log has at first.
    let (edge, lead) = (256 << 10, 100)
    let log = try StateLog(folder.path + "/log")
    let line = edge - lead - StateLog.start - LogRecord.head - LogRecord.progress
    #expect(log.appendLine(.line, 1, [UInt8](repeating: 0x20, count: line)[...]) != nil)
    #expect(log.end == edge - lead)
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 2 * lead)
    #expect(write(pipe[1], text, text.count) == text.count)
    #expect(try log.receive(from: pipe[0], 1, atMost: 65_536)?.count == text.count)
    let file = open(log.path, O_RDWR)
    defer { close(file) }
    var underWay = LogRecord.underWay
    try #require(pwrite(file, &underWay, 4, off_t(edge - lead + 4)) == 4)
    let before = try #require(LogRecord.all(in: try bytes(log.path)))
    #expect(before.last == .received(ProcessSerial(number: 1), text))
    let next = try StateLog(continuing: log.path)
    #expect(LogRecord.all(in: try bytes(log.path)) == before)
    next.append(.turn, 8)
    #expect(LogRecord.all(in: try bytes(log.path)) == before + [.turn(Instant(nanoseconds: 8))])
  }
}
