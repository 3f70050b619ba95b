// Exit records on disk: bounded, durable, and never a reason for the daemon to end.
import Foundation
import Glibc
import SQLite
import Settings
import TestFolders
import Testing

@testable import Settings
@testable import Stores

@MainActor @Suite(.timeLimit(.minutes(40))) struct StorageExitTests {
  let folder: TestFolder
  let notes = Notes()
  private let daemons = OneAtATime()
  init() throws { folder = try TestFolder() }

  private func state(keep: Int, age: Duration, now: Int64) -> StateStore {
    let notes = notes
    return daemons.begin(
      StateStore(
        directory: folder.path, exits: .init(keep: keep, age: age), now: { now }, deliver: deliver,
        note: { notes.texts.append($0) }))
  }

  private func store(keep: Int = 100, age: Duration = .seconds(3600), now: Int64 = 1_000_000_000_000_000) -> ExitStore {
    state(keep: keep, age: age, now: now).exits
  }

  private func row(_ app: String, _ pid: Int32, time: Int64 = 1_000_000_000_000_000) -> ExitRow {
    ExitRow(
      app: app, pid: pid, time: time, state: "background", namespace: "SPRINGBOARD", code: "0x8badf00d",
      reason: "watchdog", text: "didEnterBackground took more than 5 s", signal: SIGKILL, status: nil, footprint: 4096,
      cpu: 17,
      callback: "didEnterBackground", elapsed: 5_000_000_001)
  }

  private func append(_ row: ExitRow, to store: ExitStore) async -> Kept {
    await withCheckedContinuation { done in store.append(row) { done.resume(returning: $0) } }
  }

  private func last(_ count: Int, of app: String? = nil, in store: ExitStore) async -> [ExitRow] {
    await withCheckedContinuation { done in store.last(count, of: app) { done.resume(returning: $0) } }
  }

  private func lastOfEach(_ count: Int, in store: ExitStore) async -> [ExitRow] {
    await withCheckedContinuation { done in store.lastOfEach(count) { done.resume(returning: $0) } }
  }

  private func untold(of app: String, after number: Int = 0, in store: ExitStore) async -> [NumberedExit] {
    await withCheckedContinuation { done in
      store.untold(2, of: app, after: number) { done.resume(returning: $0) }
    }
  }

  private func tell(_ app: String, through number: Int, _ store: ExitStore) async -> Kept {
    await withCheckedContinuation { done in store.told(app, through: number) { done.resume(returning: $0) } }
  }

  @Test("TE3 what an app was told it is not told again, after a restart either; a part at a time, the oldest first")
  func told() async throws {
    let first = store()
    for pid in 1...3 { _ = await append(row("a", Int32(pid)), to: first) }
    _ = await append(row("b", 9), to: first)
    let some = await untold(of: "a", in: first)
    #expect(some.map(\.row.pid) == [1, 2])
    let rest = await untold(of: "a", after: try #require(some.last).number, in: first)
    #expect(rest.map(\.row.pid) == [3])
    #expect(await tell("a", through: some[0].number, first) == .onDisk)
    let second = store()
    #expect(await untold(of: "a", in: second).map(\.row.pid) == [2, 3])
    // A lower number changes nothing, and a record that is not there yet cannot be told in advance.
    #expect(await tell("a", through: -5, second) == .onDisk)
    #expect(await tell("a", through: .max, second) == .onDisk)
    let later = store()
    #expect(await untold(of: "a", in: later).isEmpty)
    _ = await append(row("a", 4), to: later)
    #expect(await untold(of: "a", in: later).map(\.row.pid) == [4])
    #expect(await untold(of: "b", in: later).map(\.row.pid) == [9])
  }

  @Test("TE3 an acknowledged record is there after a restart, field by field")
  func durable() async {
    var quit = row("a", 1)
    quit.isForceQuit = true
    #expect(await append(quit, to: store()) == .onDisk)
    #expect(await last(10, in: store()) == [quit])
  }

  @Test("TE3 a query gives the newest first, of one app or of all, with what was appended just before")
  func query() async {
    let store = store()
    for pid in 1...5 { store.append(row(pid % 2 == 0 ? "even" : "odd", Int32(pid))) }
    #expect(await last(3, in: store).map(\.pid) == [5, 4, 3])
    #expect(await last(10, of: "even", in: store).map(\.pid) == [4, 2])
    #expect(await last(10, of: "none", in: store).isEmpty)
  }

  @Test("the records are bounded by count and by age")
  func bounds() async {
    let small = store(keep: 3)
    for pid in 1...10 { small.append(row("a", Int32(pid))) }
    #expect(await last(100, in: small).map(\.pid) == [10, 9, 8])
    let later = store(keep: 3, age: .seconds(60), now: 1_000_000_000_000_000 + 61_000_000_000)
    _ = await append(row("a", 11, time: 1_000_000_000_000_000 + 61_000_000_000), to: later)
    #expect(await last(100, in: later).map(\.pid) == [11])
  }

  @Test("TE3 apps that end again and again push their own records out, and nobody else's, after a restart either")
  func fair() async {
    var store = store(keep: 100)
    for pid in 1...3 { store.append(row("quiet", Int32(pid))) }
    for pid in 1...500 { store.append(row(pid % 3 == 0 ? "b" : "a", Int32(1000 + pid))) }
    let all = await last(1000, in: store)
    #expect((100...106).contains(all.count), "a sixteenth more at the most: \(all.count)")
    #expect(await last(10, of: "quiet", in: store).map(\.pid) == [3, 2, 1])
    store = self.store(keep: 100)
    for pid in 1...200 { store.append(row("c", Int32(2000 + pid))) }
    let counts = Dictionary(grouping: await last(1000, in: store), by: \.app).mapValues(\.count)
    #expect(counts["quiet"] == 3 && counts["a", default: 0] >= 31 && counts["b", default: 0] >= 31, "\(counts)")
    #expect(await last(1, of: "c", in: store).map(\.pid) == [2200])
  }

  @Test("TE3 an app that ends again and again hides no other's last exits, where a daemon recalls the last of each")
  func recalledOfEach() async throws {
    let store = store(keep: 5000)
    #expect(await lastOfEach(8, in: store).isEmpty)
    for pid in 1...9 { store.append(row("quiet", Int32(pid))) }
    store.append(row("once", 10))
    for pid in 1...2999 { store.append(row("storm", Int32(1000 + pid))) }
    _ = await append(row("storm", 4000), to: store)
    let recalled = await lastOfEach(8, in: self.store(keep: 5000))
    #expect(
      Dictionary(grouping: recalled, by: \.app).mapValues { $0.map(\.pid) } == [
        "quiet": (2...9).reversed(), "once": [10], "storm": (3993...4000).reversed(),
      ])
  }

  @Test("TE3 what cannot be written yet is among the last of each, and is not pushed out of memory by others")
  func unwritten() async throws {
    let store = store(keep: 100)
    for pid in 1...3 { _ = await append(row("quiet", Int32(pid)), to: store) }
    let database = folder.path + "/exits.sqlite"
    for file in [database, database + "-wal", database + "-shm"] { try? FileManager.default.removeItem(atPath: file) }
    try FileManager.default.createDirectory(atPath: database, withIntermediateDirectories: false)
    let full = self.store(keep: 100)
    for pid in 4...5 { full.append(row("quiet", Int32(pid))) }
    for pid in 1...500 { full.append(row("storm", Int32(1000 + pid))) }
    #expect(await append(row("storm", 2000), to: full) == .inMemory, "\(notes.texts)")
    let recalled = await lastOfEach(8, in: full)
    #expect(recalled.filter { $0.app == "quiet" }.map(\.pid) == [5, 4])
    #expect(recalled.filter { $0.app == "storm" }.map(\.pid) == [2000] + (1494...1500).reversed())
    #expect((100...107).contains(await last(1000, in: full).count))
  }

  @Test("fewer records that are to be kept are so few after the next one")
  func lowered() async {
    let store = store(keep: 1000)
    for pid in 1...100 { _ = await append(row("a", Int32(pid)), to: store) }
    store.keep(KeptBounds(keep: 10, age: .seconds(3600)))
    // The first one may overtake the change.
    for pid in 101...102 { _ = await append(row("a", Int32(pid)), to: store) }
    #expect(await last(1000, in: store).map(\.pid) == (93...102).reversed())
  }

  @Test("a file that is no database is put aside with a note, and a new one begun")
  func broken() async throws {
    try folder.write("exits.sqlite", String(repeating: "not a database ", count: 100))
    let store = store()
    #expect(await append(row("a", 1), to: store) == .onDisk)
    #expect(await last(10, in: store).count == 1)
    #expect(notes.texts.count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.contains(".broken-") })
  }

  @Test("a damaged database is put aside, and the new record is not lost", arguments: [4096, 8192, 10_000])
  func damaged(size: UInt64) async throws {
    do {
      let first = state(keep: 100, age: .seconds(3600), now: 1_000_000_000_000_000)
      for pid in 1...200 { first.exits.append(row("a", Int32(pid))) }
      first.flush()
    }
    // Without the log, which has the pages too.
    try Database(path: folder.path + "/exits.sqlite").run("PRAGMA wal_checkpoint(TRUNCATE)")
    let file = try FileHandle(forWritingTo: URL(filePath: folder.path + "/exits.sqlite"))
    try file.truncate(atOffset: size)
    let second = store()
    #expect(await append(row("a", 201), to: second) == .onDisk)
    #expect(await last(10, in: second).first?.pid == 201)
    #expect(notes.texts.count == 1)
  }

  @Test(
    "where nothing can be written the records stay in memory, are told of once, and get to disk when it works again")
  func unwritable() async throws {
    // A folder in the file's place fails for root as well, which permissions do not.
    let path = folder.path + "/exits.sqlite"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let store = store(keep: 3)
    for pid in 1...4 { #expect(await append(row("a", Int32(pid)), to: store) == .inMemory) }
    for _ in 1...3 { #expect(await last(10, in: store).map(\.pid) == [4, 3, 2]) }
    for trouble in ["unable to write", "unable to read"] {
      #expect(notes.texts.filter { $0.contains(trouble) }.count == 1, "\(trouble)")
    }

    rmdir(path)
    #expect(await append(row("a", 5), to: store) == .onDisk)
    #expect(await last(10, in: self.store(keep: 3)).map(\.pid) == [5, 4, 3])
    #expect(notes.texts.last?.contains("again") == true)
  }

  @Test("A database and the files beside it are for the daemon's user alone, whatever the umask")
  func closed() async throws {
    let first = store()
    #expect(await append(row("a", 1), to: first) == .onDisk)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names).isSuperset(of: ["exits.sqlite", "exits.sqlite-wal"]))
    #expect(
      !names.contains("exits.sqlite-shm"), "an index that is mapped is the daemon's end when its file system fails")
    for name in names {
      var status = stat()
      #expect(lstat("\(folder.path)/\(name)", &status) == 0 && status.st_mode & 0o777 == 0o600, "\(name)")
    }
    withExtendedLifetime(first) {}
  }

  @Test("A database that another program has open is read and written all the same")
  func shared() async throws {
    let first = store()
    #expect(await append(row("a", 1), to: first) == .onDisk)
    first.close()
    let reader = try Database(path: folder.path + "/exits.sqlite")
    #expect(try reader.run("SELECT pid FROM exit", []).count == 1)
    #expect(await append(row("a", 2), to: first) == .onDisk)
    #expect(await last(10, in: first).map(\.pid) == [2, 1])
    #expect(try reader.run("SELECT pid FROM exit", []).count == 2)
    #expect(notes.texts.isEmpty)
  }

  @Test("A link in a database's place is not followed")
  func link() async throws {
    try #require(symlink(folder.path + "/elsewhere", folder.path + "/exits.sqlite") == 0)
    #expect(await append(row("a", 1), to: store()) == .inMemory)
    #expect(!folder.exists("elsewhere"))
    #expect(notes.texts.count == 1 && notes.texts[0].contains("unable to write"))
  }

  @Test(
    "A name of 16,000 combining marks, which another program has written, is recalled soon, and its records are bounded"
  )
  func marks() async throws {
    let first = store()
    for pid: Int32 in 1...12 { _ = await append(row("a", pid), to: first) }
    first.close()
    // U+0301 and U+0327, which Swift has to put in order.
    _ = SQLiteCalls.numbers(
      folder.path + "/exits.sqlite",
      "UPDATE exit SET app = 'a' || replace(hex(zeroblob(8000)), '00', char(769, 807))")
    let recalled = await lastOfEach(8, in: store())
    #expect(Dictionary(grouping: recalled, by: \.app).map(\.value.count) == [8])
    // Without it Swift orders the marks by the square of their number.
    #expect(recalled.first?.app.unicodeScalars.contains("\u{34F}") == true)
    let small = store(keep: 10)
    _ = await append(row("b", 13), to: small)
    #expect(await last(100, in: small).map(\.pid) == [13] + (4...12).reversed())
  }

  @Test("A row that no record can have is left out and told of once; one that is only absurd is read")
  func odd() async throws {
    let first = store()
    for pid: Int32 in [1, 2, 3] { _ = await append(row("a", pid), to: first) }
    first.close()
    let path = folder.path + "/exits.sqlite"
    _ = SQLiteCalls.numbers(path, "UPDATE exit SET pid = 1099511627776 WHERE pid = 2")
    _ = SQLiteCalls.numbers(path, "UPDATE exit SET time = -9223372036854775807 - 1 WHERE pid = 3")
    for _ in 0..<2 { #expect(await last(10, in: first).map(\.pid) == [3, 1]) }
    #expect(await last(1, in: first).first?.time == .min)
    #expect(await untold(of: "a", after: 1, in: first).map(\.row.pid) == [3])
    #expect(notes.texts.count == 1 && notes.texts[0].contains("1 of the exit records in \(path) are damaged"))
  }

  @MainActor private final class Told {
    var lines: [String] = []
  }

  @Test("TE3 changes are kept before clients have their lists, and all who wait for the same list have one look")
  func changesFirst() {
    let held = HeldDelivery()
    let state = daemons.begin(
      StateStore(
        directory: folder.path, exits: .init(keep: 100, age: .seconds(3600)), now: { 1_000_000_000_000_000 },
        deliver: held.deliver, note: { _ in }))
    let told = Told()
    func list(_ name: String, of app: String? = nil) {
      state.exits.last(10, of: app) { told.lines.append("\(name) \($0.count)") }
    }
    state.whenWritten { _ in told.lines.append("busy") }
    held.awaitLetter()
    list("one")
    list("another")
    list("of an app", of: "c.d")
    state.exits.append(row("a.b", 1)) { kept in told.lines.append("\(kept)") }
    for letter in 1...4 {
      held.open()
      held.awaitLetter()
      // The first list has been read by now.
      if letter == 2 { state.exits.append(row("a.b", 2)) }
    }
    held.open()
    state.flush()
    #expect(told.lines == ["busy", "onDisk", "one 1", "another 1", "of an app 0"])
  }

  @Test("The thread of the stores holds nobody who has been told")
  func letsGo() {
    let held = HeldDelivery()
    let state = daemons.begin(
      StateStore(
        directory: folder.path, exits: .init(keep: 100, age: .seconds(3600)), deliver: held.deliver, note: { _ in }))
    let row = row("a.b", 1)
    let letGo = [
      held.letsGo { told in state.exits.append(row) { _ in told() } },
      held.letsGo { told in state.exits.last(1) { _ in told() } },
      held.letsGo { told in state.whenWritten { _ in told() } },
    ]
    #expect(letGo == [true, true, true])
    state.flush()
  }
}
