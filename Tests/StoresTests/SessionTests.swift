// Scene sessions on disk: durable, mended, and never a reason for the daemon to end.
import Foundation
import Glibc
import Settings
import TestFolders
import Testing

@testable import Settings
@testable import Stores

@MainActor @Suite(.timeLimit(.minutes(40))) struct StorageSessionTests {
  let folder: TestFolder
  let notes = Notes()
  private let daemons = OneAtATime()
  init() throws { folder = try TestFolder() }

  private func store() -> StateStore {
    let notes = notes
    return daemons.begin(
      StateStore(directory: folder.path, exits: .init(keep: 1, age: .seconds(1)), deliver: deliver) {
        notes.texts.append($0)
      })
  }

  private func row(_ app: String, _ session: String, used: Int64 = 1) -> SessionRow {
    SessionRow(
      app: app, session: session, role: "UIWindowSceneSessionRoleApplication", configuration: "Default",
      activity: #"{"activityType":"a.edit"}"#, used: used, isDiscarded: false)
  }

  private func keep(_ row: SessionRow, in store: StateStore) async -> Kept {
    await withCheckedContinuation { done in store.sessions.keep(row) { done.resume(returning: $0) } }
  }

  private func all(_ store: StateStore) async -> [SessionRow] {
    await withCheckedContinuation { done in
      store.recall(exits: 0, begin: { _ in }) { done.resume(returning: $0.sessions) }
    }
  }

  @Test("SC1 an acknowledged session is there after a restart, field by field, the last used at the end")
  func durable() async {
    var bare = row("a", "2", used: 1)
    bare.configuration = nil
    bare.activity = nil
    let first = store()
    #expect(await keep(row("a", "1", used: 2), in: first) == .onDisk)
    #expect(await keep(bare, in: first) == .onDisk)
    #expect(await all(store()) == [bare, row("a", "1", used: 2)])
  }

  @Test("SC1 a session kept again is the same session, as it is now")
  func again() async {
    let first = store()
    first.sessions.keep(row("a", "1"))
    var newer = row("a", "1", used: 7)
    newer.activity = nil
    first.sessions.keep(newer)
    #expect(await all(first) == [newer])
    #expect(await all(store()) == [newer])
  }

  @Test("SC3 what was discarded stays until it is reported, and only of the app that has heard it")
  func discarded() async {
    let first = store()
    for (app, session) in [("a", "1"), ("a", "2"), ("b", "1")] { first.sessions.keep(row(app, session)) }
    first.sessions.discarded(app: "a", session: "1")
    first.sessions.discarded(app: "b", session: "1")
    first.sessions.discarded(app: "b", session: "unknown")
    let second = store()
    #expect(await all(second).filter(\.isDiscarded).map(\.app) == ["a", "b"])
    second.sessions.reported(app: "a")
    var pending = row("b", "1")
    pending.isDiscarded = true
    #expect(await all(store()) == [row("a", "2"), pending])
  }

  @Test("SC3 a discarded session that its app was told of is not there after a restart")
  func forgotten() async {
    let first = store()
    first.sessions.keep(row("a", "1"))
    first.sessions.keep(row("a", "2"))
    first.sessions.discarded(app: "a", session: "1")
    first.sessions.reported(app: "a")
    #expect(await all(store()) == [row("a", "2")])
  }

  @Test("a file that is no database is put aside with a note, and a new one begun")
  func noDatabase() async throws {
    try folder.write("sessions.sqlite", String(repeating: "not a database ", count: 100))
    let first = store()
    #expect(await keep(row("a", "1"), in: first) == .onDisk)
    #expect(await all(store()) == [row("a", "1")])
    #expect(notes.texts.count == 1)
  }

  @Test("a file that breaks under the daemon is written again whole")
  func rewritten() async throws {
    let first = store()
    for number in 1...49 { #expect(await keep(row("a", "\(number)"), in: first) == .onDisk) }
    // The last is more than SQLite has in its cache, so that it has to read the file again.
    var large = row("a", "50")
    large.activity = String(repeating: "x", count: 8_000_000)
    #expect(await keep(large, in: first) == .onDisk)
    for name in ["sessions.sqlite", "sessions.sqlite-wal"] { #expect(truncate("\(folder.path)/\(name)", 100) == 0) }
    #expect(await keep(row("a", "51", used: 51), in: first) == .onDisk)
    #expect(notes.texts.count == 1)
    #expect(await all(store()).count == 51)
  }

  @Test("where nothing can be written sessions stay in memory, are told of once, and get to disk when it works again")
  func unwritable() async throws {
    let path = folder.path + "/sessions.sqlite"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let first = store()
    #expect(await keep(row("a", "1"), in: first) == .inMemory)
    #expect(await keep(row("a", "2", used: 2), in: first) == .inMemory)
    first.sessions.discarded(app: "a", session: "1")
    first.sessions.reported(app: "a")
    #expect(await all(first) == [row("a", "2", used: 2)])
    #expect(notes.texts.filter { $0.contains("unable to write") }.count == 1)

    rmdir(path)
    #expect(await keep(row("a", "3", used: 3), in: first) == .onDisk)
    #expect(await all(store()).map(\.session) == ["2", "3"])
    #expect(notes.texts.last?.contains("again") == true)
  }
}
