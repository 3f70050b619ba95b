// The pictures of the switcher when the kernel refuses.
import FailingCalls
import Foundation
import Linux
import Settings
import TestFolders
import Testing

@testable import Stores

@MainActor @Suite(.timeLimit(.minutes(40))) struct StoresFailingCallsTests {
  @Test("SN1 of a scene there is its last picture or the one before, whichever system call fails")
  func picture() async throws {
    try await eachSystemCallFails(
      expecting: [.open, .openat2, .fstat, .read, .mkdir, .write, .rename, .close, .unlink, .rmdir],
      telling: .cure(
        [
          "check that the state directory is writable and has space",
          "the app must draw it into a file of its container",
        ],
        at: ["new.svg"])
    ) { folder in
      try folder.write("containers/a.b/new.svg", "<svg>new</svg>")
      try folder.write("snapshots/a.b/main.svg", "<svg>old</svg>")
      try folder.write("snapshots/a.b/other.svg", "<svg/>")
      return (
        store: SnapshotStore(directory: folder.path, deliver: deliver), container: folder.path + "/containers/a.b"
      )
    } act: { world in
      try await take(world.store, from: world.container)
      _ = try await read(world.store)
      try await withCheckedContinuation { done in
        world.store.remove("a.b", "other") { done.resume(returning: $0) }
      }.get()
    } check: { world, folder, outcome in
      let next = SnapshotStore(directory: folder.path, deliver: deliver)
      let text = try await read(next)
      #expect(
        outcome.error == nil ? text == "<svg>new</svg>" : ["<svg>old</svg>", "<svg>new</svg>"].contains(text),
        "\(outcome.failure)")
      try await take(next, from: world.container)
      #expect(try await read(next) == "<svg>new</svg>", "\(outcome.failure)")
    }
  }

  /// A ring that lives until its scenario has been looked at.
  private final class RingAtHand { var ring: HistoryRing? }

  @Test("A history is kept or it is said why not, and the next daemon keeps one, whichever system call of it fails")
  func history() async throws {
    try await eachSystemCallFails(expecting: [.open, .fstat, .fallocate, .mmap], telling: .errno) { folder in
      (path: folder.path + "/history", kept: RingAtHand())
    } act: { world in
      let ring = try HistoryRing(world.path, boot: "boot")
      world.kept.ring = ring
      // Beyond the first half of the room.
      for number: Int64 in 1...6000 {
        ring.append(HistoryEntry(.callback, at: 1, number: number, app: "com.example.notes"))
      }
    } check: { world, _, outcome in
      @MainActor func last(_ ring: HistoryRing) -> Int64? { ring.entries(after: 0, atMost: .max).last?.number }
      if let ring = world.kept.ring { #expect(last(ring) == 6000, "\(outcome.failure)") }
      world.kept.ring = nil
      let next = try HistoryRing(world.path, boot: "boot")
      if outcome.error == nil { #expect(last(next) == 6000, "\(outcome.failure)") }
      next.append(HistoryEntry(.callback, at: 1, number: 6001))
      #expect(last(next) == 6001, "\(outcome.failure)")
    }
  }

  /// A line that the store has noted.
  private struct Said: Error, CustomStringConvertible { let description: String }

  @Test("TE3 no exit record is lost, and the log says what to do, whichever system call of SQLite fails")
  func exits() async throws {
    _ = SQLiteCalls.areGated
    func row(_ pid: Int32) -> ExitRow {
      ExitRow(
        app: "a", pid: pid, time: 1, state: "background", namespace: "SPRINGBOARD", code: "0x1", reason: "watchdog",
        text: "", signal: nil, status: nil, footprint: 1, cpu: 1, callback: nil, elapsed: nil)
    }
    func store(_ folder: TestFolder, _ notes: Notes) -> ExitStore {
      StateStore(
        directory: folder.path, exits: .init(keep: 100, age: .seconds(3600)), now: { 2 }, deliver: deliver,
        note: { notes.texts.append($0) }
      ).exits
    }
    func append(_ pid: Int32, _ store: ExitStore) async -> Kept {
      await withCheckedContinuation { done in store.append(row(pid)) { done.resume(returning: $0) } }
    }
    func pids(_ store: ExitStore) async -> [Int32?] {
      await withCheckedContinuation { done in store.last(10) { done.resume(returning: $0.map(\.pid)) } }
    }
    final class World {
      let store: ExitStore
      let notes: Notes
      var isOnDisk: [Int32: Bool] = [:]
      init(_ store: ExitStore, _ notes: Notes) {
        self.store = store
        self.notes = notes
      }
    }
    try await eachSystemCallFails(
      expecting: [.open, .pread, .write],
      // SQLite takes EIO for a file that is damaged, which is put aside.
      telling: .cure([
        "check that the disk has space and the file is writable", "check that the disk works",
        "roostd renamed it to",
      ])
    ) { folder in
      let notes = Notes()
      return World(store(folder, notes), notes)
    } act: { world in
      for pid: Int32 in [1, 2, 3] { world.isOnDisk[pid] = await append(pid, world.store) == .onDisk }
      if let text = world.notes.texts.first { throw Said(description: text) }
    } check: { world, folder, outcome in
      world.store.close()
      let acknowledged = world.isOnDisk.filter(\.value).keys
      let found = SQLiteCalls.numbers(folder.path + "/exits.sqlite", "SELECT pid FROM exit")
      #expect(Set(acknowledged).isSubset(of: found), "\(outcome.failure): \(found)")
      // With the next record comes on disk what could not be written before.
      #expect(await append(4, world.store) == .onDisk, "\(outcome.failure)")
      world.store.close()
      // All that was acknowledged before is in the file itself: of a log that failed once, nobody knows what is on the disk.
      let file = folder.path + "/exits.sqlite"
      try FileManager.default.copyItem(atPath: file, toPath: folder.path + "/alone.sqlite")
      let alone = SQLiteCalls.numbers(folder.path + "/alone.sqlite", "SELECT pid FROM exit")
      #expect(Set(acknowledged).isSubset(of: alone), "\(outcome.failure): \(alone)")
      let all = SQLiteCalls.numbers(folder.path + "/exits.sqlite", "SELECT pid FROM exit ORDER BY number")
      #expect(all == [1, 2, 3, 4], "\(outcome.failure)")
      #expect(await pids(world.store) == [4, 3, 2, 1], "\(outcome.failure)")
    }
  }

  private func take(_ store: SnapshotStore, from container: String) async throws {
    try await withCheckedContinuation { done in
      store.take("a.b", from: container, file: "new.svg") { done.resume(returning: $0) }
    }.get()
  }

  private func read(_ store: SnapshotStore) async throws -> String? {
    try await withCheckedContinuation { done in store.read("a.b", as: \.svg) { done.resume(returning: $0) } }.get()
  }
}
