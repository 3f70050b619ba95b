// The transfers that an earlier daemon has left, under a whole supervisor: with their parts, and where they cannot be read.
import Glibc
import Settings
import TestFolders
import TestLoop
import Testing

@testable import DaemonConfiguration
@testable import LifecycleModel
@testable import Stores
@testable import Supervisor
@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct RecalledTransfersTests {
  /// A folder in which an earlier daemon has kept transfers of these numbers.
  private struct Left {
    let folder: TestFolder
    let configuration: Configuration

    @MainActor init(_ serials: ClosedRange<Int64>) throws {
      folder = try TestFolder()
      configuration = try Configuration.prepared(in: folder)
      let store = StateStore(
        directory: configuration.stateDirectory, exits: KeptBounds(keep: 10, age: .seconds(60)), deliver: { _ in },
        note: { _ in })
      for serial in serials {
        store.transfers.keep(
          TransferRow(
            serial: serial, app: "a", session: "films", number: Int(serial), method: "GET", url: "http://127.0.0.1:1/",
            headers: "{}", file: nil, isDiscretionary: false, allowsCellular: true, earliest: nil, validator: nil))
      }
      store.flush()
    }

    /// The life cycle as the next daemon knows it.
    @MainActor func recalled() throws -> Lifecycle {
      let (loop, lines) = (try EventLoop(), LogLines())
      let supervisor = try Supervisor(configuration: configuration, loop: loop, log: lines.logger)
      defer { supervisor.flushStores() }
      var isRecalled = false
      supervisor.recall { isRecalled = true }
      try loop.run { isRecalled }
      return supervisor.model.lifecycle
    }
  }

  @Test("BX11 a transfer that an earlier daemon has kept has as many bytes as its part")
  func received() async {
    await #expect(processExitsWith: .success) { try await Self.checkReceived() }
  }

  private static func checkReceived() throws {
    let left = try Left(7...9)
    try left.folder.write("state/transfers/7.part", "content")
    // These are no parts.
    try left.folder.write("state/transfers/08.part", "content")
    try left.folder.write("state/transfers/9.other", "content")
    #expect(try left.recalled().transfers.map(\.received) == [7, 0, 0])
  }

  @Test("BX9 where the transfers of an earlier daemon cannot be read, the numbers of new ones are none of theirs")
  func numbers() async {
    await #expect(processExitsWith: .success) { try await Self.checkNumbers() }
  }

  private static func checkNumbers() throws {
    let left = try Left(1...1)
    // A database behind a link is not opened.
    let path = left.configuration.stateDirectory + "/transfers.sqlite"
    try #require(rename(path, path + ".kept") == 0 && symlink(path + ".kept", path) == 0)
    let lifecycle = try left.recalled()
    #expect(lifecycle.transfers.isEmpty)
    #expect(lifecycle.lastTransfer.number > 1 << 50)
  }
}
