// Requests for background work on disk (BX4).
import Settings
import TestFolders
import Testing

@testable import Settings
@testable import Stores

@MainActor @Suite struct StorageTaskTests {
  private let folder: TestFolder
  private let daemons = OneAtATime()
  init() throws { folder = try TestFolder() }

  private func store() -> StateStore {
    daemons.begin(
      StateStore(
        directory: folder.path, exits: .init(keep: 1, age: .seconds(1)),
        deliver: { letter in Task { @MainActor in letter() } }, note: { _ in }))
  }

  private func all(_ store: StateStore) async -> [TaskRow] {
    await withCheckedContinuation { done in store.recall(exits: 0, begin: { _ in }) { done.resume(returning: $0.tasks) }
    }
  }

  private func row(_ app: String, _ identifier: String, earliest: Double? = nil) -> TaskRow {
    TaskRow(
      app: app, identifier: identifier, kind: "refresh", earliest: earliest, needsPower: false, needsNetwork: true)
  }

  @Test("BX4 a request survives the daemon; one that is submitted again replaces it; one that has run is gone")
  func survives() async {
    let first = store()
    first.tasks.keep(row("a", "sync"))
    first.tasks.keep(row("a", "clean"))
    first.tasks.keep(row("b", "sync"))
    first.tasks.keep(row("a", "sync", earliest: 1.5))
    first.tasks.drop(app: "b", identifier: "sync")
    first.flush()
    #expect(await all(store()) == [row("a", "clean"), row("a", "sync", earliest: 1.5)])
  }

  @Test(
    "BX4 identifiers that differ in their bytes alone, though Unicode calls them equivalent, are two, as to the model")
  func spellings() async {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let first = store()
    // One right after the other: neither stands in for the other while they wait.
    first.tasks.keep(row("a", composed))
    first.tasks.keep(row("a", decomposed))
    first.flush()
    let second = store()
    let both = await all(second).map { Array($0.identifier.utf8) }
    #expect(both == [Array(decomposed.utf8), Array(composed.utf8)])
    second.tasks.drop(app: "a", identifier: composed)
    second.flush()
    let left = await all(store()).map { Array($0.identifier.utf8) }
    #expect(left == [Array(decomposed.utf8)])
  }
}
