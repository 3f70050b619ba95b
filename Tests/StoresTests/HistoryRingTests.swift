// The ring of the history: bounded, whole after any end, and never a reason for the daemon to end.
import Foundation
import Glibc
import TestFolders
import Testing

@testable import Stores

@MainActor @Suite(.timeLimit(.minutes(40))) struct HistoryRingTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private var path: String { folder.path + "/history" }
  private func ring(_ boot: String = "boot") throws -> HistoryRing { try HistoryRing(path, boot: boot) }

  private func entry(_ number: Int64, text: String = "didEnterBackground") -> HistoryEntry {
    HistoryEntry(
      .callback, at: UInt64(number), number: number, value: -number, limit: .max, cause: 8, app: "com.example.notes",
      name: text, detail: "", scene: "ü")
  }

  private func numbers(_ ring: HistoryRing) -> [Int64] {
    var all: [HistoryEntry] = []
    while true {
      let more = ring.entries(after: all.last?.position ?? 0, atMost: 100)
      guard !more.isEmpty else { return all.map(\.number) }
      all += more
    }
  }

  @Test("An entry reads back as it was written, by this daemon and by the next")
  func wholeEntry() throws {
    let first = try ring()
    let position = first.append(entry(7))
    var expected = entry(7)
    expected.position = position
    #expect(position > 0 && first.entries(after: 0, atMost: 9) == [expected])
    let next = try ring()
    #expect(next.entries(after: 0, atMost: 9) == [expected])
    let later = next.append(entry(8))
    #expect(later > position && next.entries(after: position, atMost: 9).map(\.number) == [8])
  }

  @Test("However much happens, the file has its size, and the last half of it is there, in order, without a gap")
  func bound() throws {
    let first = try ring()
    let count = Int64(3 * HistoryRing.size / 120)
    for number in 1...count { first.append(entry(number)) }
    let kept = numbers(first)
    #expect(kept.last == count && kept.count > HistoryRing.size / 2 / 160)
    #expect(kept == Array(try #require(kept.first)...count))
    #expect(first.used <= HistoryRing.size)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == HistoryRing.size)
    #expect(numbers(try ring()) == kept)
  }

  @Test("A long text is cut, and a record that was not finished is not there")
  func unfinished() throws {
    let first = try ring()
    first.append(entry(1, text: String(repeating: "x", count: 100_000)))
    let second = first.append(entry(2))
    #expect(first.entries(after: 0, atMost: 9).first?.name.count == 512)
    #expect(first.entries(after: 0, atMost: 9, bytes: 1).count == 1)
    // As SIGKILL in the middle of a record leaves it: its generation is stored last.
    let file = open(path, O_RDWR)
    defer { close(file) }
    var none: UInt32 = 0
    pwrite(file, &none, 4, off_t(64 + Int(second) - 8 + 4))
    let next = try ring()
    #expect(numbers(next) == [1])
    next.append(entry(3))
    #expect(numbers(next) == [1, 3])
  }

  @Test("After a restart of the machine, whose clock is another, the history begins anew, also in a file that was full")
  func otherBoot() throws {
    let first = try ring("one")
    for number in 1...20_000 { first.append(entry(Int64(number))) }
    let next = try ring("two")
    #expect(numbers(next).isEmpty)
    for number in 1...5000 { next.append(entry(Int64(number))) }
    #expect(numbers(next).last == 5000)
  }

  @Test("A file that somebody has damaged is a shorter history, and no more", arguments: 0..<24)
  func damage(_ seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    do {
      let first = try ring()
      for number in 1...(seed % 2 == 0 ? 50 : 9000) { first.append(entry(Int64(number))) }
    }
    let file = open(path, O_RDWR)
    for _ in 0..<40 {
      var byte = UInt8(random(256))
      pwrite(file, &byte, 1, off_t(random(seed % 3 == 0 ? 256 : HistoryRing.size / 2)))
    }
    close(file)
    let next = try ring()
    _ = numbers(next)
    for number in 1...5000 { next.append(entry(Int64(number))) }
    #expect(numbers(next).last == 5000)
  }

  @Test("Where no file can be made, the error says so")
  func noFile() throws {
    #expect(throws: (any Error).self) { _ = try HistoryRing(folder.path + "/none/history", boot: "") }
    try folder.write("link", "")
    symlink(folder.path + "/link", path)
    #expect(throws: (any Error).self) { _ = try ring() }
  }
}
