// The lines that the daemon keeps beside the journal.
import Foundation
import TestFolders
import Testing

@testable import Supervisor

@Suite struct KeptLinesTests {
  private let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func content(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }

  @Test("The last lines are there in order, of an earlier daemon too, and never more than two files of them")
  func bounded() throws {
    let line = String(repeating: "x", count: 1000)
    for daemon in 0..<2 {
      let kept = KeptLines(in: folder.path)
      for number in 0..<500 { kept.write("\(daemon) \(number) \(line)\n") }
    }
    let files = try ["log.1", "log"].map(content)
    for file in files { #expect((1...KeptLines.most).contains(file.utf8.count)) }
    let numbers = files.joined().split(separator: "\n").map {
      $0.split(separator: " ").prefix(2).joined(separator: " ")
    }
    #expect(numbers.count >= KeptLines.most / 1100)
    #expect(numbers == ((500 - numbers.count)..<500).map { "1 \($0)" })
    let kept = KeptLines(in: folder.path)
    kept.write("the next\n")
    #expect(try content("log").hasSuffix("1 499 \(line)\nthe next\n") || content("log") == "the next\n")
  }

  @Test("A line that is longer than a file is cut; a link in the file's place is not followed; no folder is no matter")
  func odd() throws {
    let kept = KeptLines(in: folder.path)
    kept.write(String(repeating: "x", count: 3 * KeptLines.most))
    #expect(try content("log").utf8.count == KeptLines.most)
    kept.write("the next\n")
    #expect(try content("log") == "the next\n")
    let elsewhere = try TestFolder()
    try #require(symlink(folder.path + "/log", elsewhere.path + "/log") == 0)
    KeptLines(in: elsewhere.path).write("through the link\n")
    #expect(try content("log") == "the next\n")
    KeptLines(in: folder.path + "/absent").write("x")
    try #require(unlink(elsewhere.path + "/log") == 0 && mkfifo(elsewhere.path + "/log", 0o600) == 0)
    KeptLines(in: elsewhere.path).write("into a FIFO that nobody reads\n")
  }

  @Test("Where the lines before cannot be put aside, they are lost, and the file is bounded all the same")
  func notAside() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/log.1/taken", withIntermediateDirectories: true)
    let kept = KeptLines(in: folder.path)
    for number in 0..<5000 { kept.write("a line of some length, number \(number)\n") }
    #expect(try content("log").utf8.count <= KeptLines.most)
    #expect(try content("log").hasSuffix("number 4999\n"))
  }

  @Test("A line has its time, to the millisecond")
  func time() {
    #expect(
      KeptLines.line("roostd: a.b: done\n", at: 1_795_629_003_007_999_999)
        == "2026-11-25T17:50:03.007Z roostd: a.b: done\n")
  }
}
