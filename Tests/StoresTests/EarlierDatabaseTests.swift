// Databases of an earlier roostd, which kept them by the library GRDB: read, written, and left as that daemon can read them.
import CSQLite
import Foundation
import Settings
import TestFolders
import Testing

@testable import Settings
@testable import Stores

/// WrittenByGRDB has the dumps of what the daemon of commit cccd0ce wrote, while a real app asked for one thing of each kind.
@MainActor @Suite(.timeLimit(.minutes(40))) struct EarlierDatabaseTests {
  private static let dumps = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("WrittenByGRDB")
  private let folder: TestFolder
  private let daemons = OneAtATime()

  init() throws {
    folder = try TestFolder()
    for file in try FileManager.default.contentsOfDirectory(at: Self.dumps, includingPropertiesForKeys: nil) {
      let name = file.deletingPathExtension().lastPathComponent
      var database: OpaquePointer?
      defer { sqlite3_close(database) }
      #expect(sqlite3_open("\(folder.path)/\(name).sqlite", &database) == SQLITE_OK)
      #expect(sqlite3_exec(database, try String(contentsOf: file, encoding: .utf8), nil, nil, nil) == SQLITE_OK)
    }
  }

  private func store() -> StateStore {
    daemons.begin(
      StateStore(
        directory: folder.path, exits: .init(keep: 10, age: .seconds(1 << 33)), deliver: deliver,
        note: { Issue.record("\($0)") }))
  }

  private func recalled(by store: StateStore) async -> StateStore.Recalled {
    await withCheckedContinuation { done in
      store.recall(exits: 10, begin: { _ in }) { done.resume(returning: $0) }
    }
  }

  @Test("A row of each kind is read as it was written") func read() async throws {
    let all = await recalled(by: store())
    let exit = try #require(all.exits.first)
    #expect(exit.app == "com.example.golden" && exit.signal == 9 && exit.code == nil && exit.lifetime == 551_737_817)
    #expect(
      all.sessions == [
        SessionRow(
          app: "com.example.golden", session: "7E76EC03-F73A-5FA8-2E76-7FB6CD6C74D6",
          role: "UIWindowSceneSessionRoleApplication", used: 1, isDiscarded: false)
      ])
    #expect(
      all.facts == [FactRow(kind: "privacy", app: "com.example.golden", name: "notifications", value: "granted")])
    #expect(
      all.tasks == [
        TaskRow(
          app: "com.example.golden", identifier: "com.example.golden.refresh", kind: "refresh",
          earliest: 1_900_000_000.500_001_192, needsPower: false, needsNetwork: true)
      ])
    let notifications = try #require(all.notifications.first)
    #expect(notifications.planned.first?.content.title == "Tea ☕" && notifications.planned.first?.interval == 86_400)
    #expect(notifications.shown.first?.date == 1_795_386_115.757_329)
    let transfer = try #require(all.transfers.first)
    #expect(transfer.url == "https://example.com/päck" && transfer.headers == #"{"Accept":"*/*"}"#)
    #expect(transfer.isDiscretionary && transfer.status == nil && transfer.answer == nil)
  }

  @Test("The rows are there when new ones have come, and an earlier daemon takes no step twice") func written() async {
    let first = store()
    first.tasks.keep(
      TaskRow(app: "b", identifier: "sync", kind: "processing", needsPower: true, needsNetwork: false))
    first.flush()
    let second = store()
    let all = await recalled(by: second)
    #expect(all.tasks.map(\.app) == ["b", "com.example.golden"])
    second.flush()
    let path = folder.path + "/exits.sqlite"
    #expect(SQLiteCalls.numbers(path, "SELECT count(*) FROM grdb_migrations") == [4])
  }
}
