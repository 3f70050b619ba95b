// The settings of the device, on disk (NQ6).
import Settings
import TestFolders
import Testing

@testable import Settings
@testable import Stores

@MainActor @Suite struct StorageFactTests {
  private let folder: TestFolder
  private let daemons = OneAtATime()
  init() throws { folder = try TestFolder() }

  private func store() -> StateStore {
    daemons.begin(
      StateStore(
        directory: folder.path, exits: .init(keep: 1, age: .seconds(1)),
        deliver: { letter in Task { @MainActor in letter() } }, note: { _ in }))
  }

  private func all(_ store: StateStore) async -> [FactRow] {
    await withCheckedContinuation { done in store.recall(exits: 0, begin: { _ in }) { done.resume(returning: $0.facts) }
    }
  }

  @Test("NQ6 a fact survives the daemon; one that is set again replaces it; one that is as with a new device is gone")
  func survives() async {
    let locale = FactRow(kind: "locale", app: "", name: "", value: "ko_KR")
    let size = FactRow(kind: "settings", app: "a", name: "size", value: "3")
    let first = store()
    first.facts.keep(FactRow(kind: "locale", app: "", name: "", value: "de_DE"))
    first.facts.keep(size)
    first.facts.keep(FactRow(kind: "settings", app: "b", name: "size", value: "4"))
    first.facts.keep(FactRow(kind: "icloud", app: "", name: "", value: "kim"))
    first.facts.keep(locale)
    first.facts.drop(FactRow.Key(kind: "icloud"))
    first.facts.drop(FactRow.Key(kind: "settings", app: "b", name: "size"))
    await withCheckedContinuation { done in first.whenWritten { _ in done.resume() } }
    #expect(await all(store()) == [locale, size])
  }

  @Test(
    "NQ6 a setting whose key is spelled otherwise, as Unicode calls equivalent, is one row with the spelling that came first"
  )
  func spellings() async {
    func row(_ name: String, _ value: String) -> FactRow {
      FactRow(kind: "settings", app: "a", name: name, value: value)
    }
    for (number, name) in ["KK", "\u{212A}K", "K\u{212A}", "\u{212A}\u{212A}"].enumerated() {
      // Each by a daemon of its own, so that none is replaced before it is written.
      let store = store()
      store.facts.keep(row(name, "\(number)"))
      await withCheckedContinuation { done in store.whenWritten { _ in done.resume() } }
    }
    let last = await all(store())
    #expect(last == [row("KK", "3")])
    #expect(last.first?.name.utf8.elementsEqual("KK".utf8) == true)
  }
}
