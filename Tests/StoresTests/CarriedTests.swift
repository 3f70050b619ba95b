// Changes that the stores could not write outlive a daemon that is killed.
import Foundation
import Glibc
import Settings
import TestFolders
import Testing

@testable import Stores

@MainActor @Suite(.timeLimit(.minutes(40))) struct CarriedTests {
  private let folder: TestFolder
  private let runtime: TestFolder
  nonisolated private static let time: Int64 = 1_000_000_000_000_000

  init() throws {
    folder = try TestFolder()
    runtime = try TestFolder()
  }

  private var file: String { runtime.path + "/unwritten" }
  private var isCarried: Bool { FileManager.default.fileExists(atPath: file) }

  private func store() -> StateStore {
    StateStore(
      directory: folder.path, exits: .init(keep: 100, age: .seconds(3600)), now: { Self.time }, deliver: deliver,
      note: { _ in })
  }

  private func end(_ number: Int32) -> ExitRow {
    ExitRow(
      app: "a", pid: number, time: Self.time, state: "background", namespace: "SIGNAL", reason: "crash",
      text: "crashed in \"main\"\n", signal: SIGSEGV, footprint: 4096, cpu: 17, process: "era-\(number)")
  }

  private func fact(_ name: String, _ value: String = "1") -> FactRow {
    FactRow(kind: "settings", app: "a", name: name, value: value)
  }

  /// A folder in a file's place fails for root as well, which permissions do not.
  private func hinder(_ names: [String]) throws {
    for name in names {
      for suffix in ["", "-wal"] {
        _ = rename("\(folder.path)/\(name)\(suffix)", "\(folder.path)/\(name).aside\(suffix)")
      }
      try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false)
    }
  }

  private func letThrough(_ names: [String]) {
    for name in names {
      rmdir("\(folder.path)/\(name)")
      for suffix in ["", "-wal"] {
        _ = rename("\(folder.path)/\(name).aside\(suffix)", "\(folder.path)/\(name)\(suffix)")
      }
    }
  }

  private func carry(_ store: StateStore) async -> Bool {
    await withCheckedContinuation { done in store.carry(to: file, as: "era 17") { done.resume(returning: $0) } }
  }

  private func written(_ store: StateStore) async -> Kept {
    await withCheckedContinuation { done in store.whenWritten { done.resume(returning: $0) } }
  }

  private func ends(_ store: StateStore) async -> [Int32?] {
    await withCheckedContinuation { done in store.exits.last(10) { done.resume(returning: $0.map(\.pid)) } }
  }

  private func facts(_ store: StateStore) async -> [FactRow] {
    await withCheckedContinuation { done in store.recall(exits: 0, begin: { _ in }) { done.resume(returning: $0.facts) }
    }
  }

  @Test("Changes that a killed daemon could not write are on disk with the next one, once")
  func carried() async throws {
    let names = ["exits.sqlite", "facts.sqlite"]
    let first = store()
    for name in ["changed", "gone", "same"] { first.facts.keep(fact(name)) }
    #expect(first.flush() == .onDisk)
    try hinder(names)
    first.exits.append(end(1))
    first.facts.keep(fact("changed", "2"))
    first.facts.keep(fact("new"))
    first.facts.drop(FactRow.Key(kind: "settings", app: "a", name: "gone"))
    #expect(await written(first) == .inMemory)
    #expect(await carry(first) && isCarried)
    letThrough(names)

    let second = store()
    second.takeUp(from: file) { $0 == "era 17" }
    // The log tells of the first again, with another identity of its report.
    var again = end(1)
    again.incident = "another"
    second.exits.append(again)
    second.exits.append(end(2))
    #expect(await ends(second) == [2, 1])
    let all = [fact("changed", "2"), fact("new"), fact("same")]
    #expect(await facts(second) == all)
    #expect(second.flush() == .onDisk && !isCarried)

    let third = store()
    #expect(await ends(third) == [2, 1])
    #expect(await facts(third) == all)
    third.flush()
  }

  @Test("A daemon that cannot write either knows of each once, and leaves it to the next one")
  func stillUnwritable() async throws {
    try hinder(["exits.sqlite"])
    let first = store()
    first.exits.append(end(1))
    #expect(await carry(first))
    let second = store()
    second.takeUp(from: file) { _ in true }
    second.exits.append(end(1))
    second.exits.append(end(2))
    #expect(await ends(second) == [2, 1])
    #expect(isCarried)
    #expect(await carry(second))
    let third = store()
    third.takeUp(from: file) { _ in true }
    #expect(await ends(third) == [2, 1])
    letThrough(["exits.sqlite"])
    #expect(await written(third) == .onDisk && !isCarried)
    #expect(await ends(third) == [2, 1])
    third.flush()
  }

  @Test("What is gone stays gone where the next daemon cannot read the file for a while, but for what has come again")
  func unreadable() async throws {
    let first = store()
    for name in ["again", "gone", "same"] { first.facts.keep(fact(name)) }
    #expect(first.flush() == .onDisk)
    try hinder(["facts.sqlite"])
    for name in ["again", "gone"] { first.facts.drop(FactRow.Key(kind: "settings", app: "a", name: name)) }
    #expect(await written(first) == .inMemory)
    #expect(await carry(first))

    let second = store()
    second.takeUp(from: file) { _ in true }
    second.facts.keep(fact("again", "2"))
    #expect(await written(second) == .inMemory)
    #expect(await carry(second) && isCarried)

    let third = store()
    third.takeUp(from: file) { _ in true }
    #expect(await written(third) == .inMemory)
    letThrough(["facts.sqlite"])
    let all = [fact("again", "2"), fact("same")]
    #expect(await facts(third) == all)
    #expect(await written(third) == .onDisk && !isCarried)
    third.flush()

    let fourth = store()
    #expect(await facts(fourth) == all)
    fourth.flush()
  }

  @Test("Changes that are on disk since are not made again, and their file is removed")
  func notOwed() async throws {
    try hinder(["exits.sqlite"])
    let first = store()
    first.exits.append(end(1))
    #expect(await carry(first))
    letThrough(["exits.sqlite"])
    let second = store()
    second.takeUp(from: file) { _ in false }
    #expect(await ends(second).isEmpty && !isCarried)
    second.flush()
  }

  @Test(
    "Of rows that have come and gone while the disk is full nothing is remembered",
    .enabled(if: geteuid() == 0, "mounting a tmpfs takes root"))
  func comeAndGone() async throws {
    try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=512k") == 0)
    defer { umount2(folder.path, Int32(MNT_DETACH)) }
    let store = store()
    store.facts.keep(fact("kept"))
    #expect(store.flush() == .onDisk)
    let filler = open(folder.path + "/filler", O_WRONLY | O_CREAT, 0o600)
    while write(filler, [UInt8](repeating: 0, count: 4096), 4096) > 0 {}
    close(filler)
    store.facts.keep(fact("long", String(repeating: "x", count: 200_000)))
    for number in 1...5000 { store.facts.drop(FactRow.Key(kind: "settings", app: "a", name: "\(number)")) }
    #expect(await written(store) == .inMemory)
    #expect(await carry(store))
    let lines = try Data(contentsOf: URL(fileURLWithPath: file)).split(separator: UInt8(ascii: "\n"))
    #expect(lines.count <= 1026)
  }
}
