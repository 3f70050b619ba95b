// Background transfers on disk (BX9).
import Settings
import TestFolders
import Testing

@testable import Stores

@MainActor @Suite struct StorageTransferTests {
  private let folder: TestFolder
  private let daemons = OneAtATime()
  init() throws { folder = try TestFolder() }

  private func store() -> StateStore {
    daemons.begin(
      StateStore(
        directory: folder.path, exits: .init(keep: 1, age: .seconds(1)),
        deliver: { letter in Task { @MainActor in letter() } }, note: { _ in }))
  }

  private func all(_ store: StateStore) async -> [TransferRow] {
    await withCheckedContinuation { done in
      store.recall(exits: 0, begin: { _ in }) { done.resume(returning: $0.transfers) }
    }
  }

  private func row(_ serial: Int64, validator: String? = nil) -> TransferRow {
    TransferRow(
      serial: serial, app: "a", session: "films", number: 1, method: "GET", url: "http://example.com/a",
      headers: #"{"A":"b"}"#, file: nil, isDiscretionary: true, allowsCellular: false, earliest: 1.5,
      validator: validator)
  }

  @Test("BX9 a transfer survives the daemon with its version and its end; one that is taken note of is gone")
  func survives() async {
    let first = store()
    first.transfers.keep(row(1))
    first.transfers.keep(row(2))
    first.transfers.keep(row(3))
    first.transfers.keep(row(1, validator: "\"v\""))
    var ended = row(3)
    (ended.status, ended.result, ended.size) = (200, "Library/Caches/transfer-3", 7)
    ended.answer = #"{"ETag":"\"v\""}"#
    first.transfers.keep(ended)
    first.transfers.drop(serial: 2)
    first.flush()
    #expect(await all(store()) == [row(1, validator: "\"v\""), ended])
  }
}
