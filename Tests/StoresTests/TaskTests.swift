// Requests for background work on disk (BX4).
@testable import Supervisor
import Testing

@Suite struct StorageTaskTests {
  private let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func store() -> TaskStore {
    TaskStore(directory: folder.path, deliver: { letter in Task { @MainActor in letter() } }, note: { _ in })
  }

  private func all(_ store: TaskStore) async -> [TaskRow] {
    await withCheckedContinuation { done in store.all { done.resume(returning: $0) } }
  }

  private func row(_ app: String, _ identifier: String, earliest: Double? = nil) -> TaskRow {
    TaskRow(app: app, identifier: identifier, kind: "refresh", earliest: earliest, needsPower: false, needsNetwork: true)
  }

  @Test("BX4 a request survives the daemon; one that is submitted again replaces it; one that has run is gone")
  func survives() async {
    let first = store()
    first.keep(row("a", "sync"))
    first.keep(row("a", "clean"))
    first.keep(row("b", "sync"))
    first.keep(row("a", "sync", earliest: 1.5))
    first.drop(app: "b", identifier: "sync")
    first.flush()
    #expect(await all(store()) == [row("a", "clean"), row("a", "sync", earliest: 1.5)])
  }
}
