// A start at which the transfers of the daemon before cannot be read, under a whole supervisor: none is written over.
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

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct UnreadTransfersTests {
  @Test("BX9 where the transfers of an earlier daemon cannot be read, the numbers of new ones are none of theirs")
  func numbers() async {
    await #expect(processExitsWith: .success) { try await Self.checkNumbers() }
  }

  private static func checkNumbers() throws {
    let folder = try TestFolder()
    let configuration = try Configuration.prepared(in: folder)
    let before = StateStore(
      directory: configuration.stateDirectory, exits: KeptBounds(keep: 10, age: .seconds(60)), deliver: { _ in },
      note: { _ in })
    before.transfers.keep(
      TransferRow(
        serial: 1, app: "a", session: "films", number: 1, method: "GET", url: "http://127.0.0.1:1/", headers: "{}",
        file: nil, isDiscretionary: false, allowsCellular: true, earliest: nil, validator: nil))
    before.flush()
    // A database behind a link is not opened.
    let path = configuration.stateDirectory + "/transfers.sqlite"
    try #require(rename(path, path + ".kept") == 0 && symlink(path + ".kept", path) == 0)
    let (loop, lines) = (try EventLoop(), LogLines())
    let supervisor = try Supervisor(configuration: configuration, loop: loop, log: lines.logger)
    defer { supervisor.flushStores() }
    var isRecalled = false
    supervisor.recall { isRecalled = true }
    try loop.run { isRecalled }
    #expect(supervisor.model.lifecycle.transfers.isEmpty)
    #expect(supervisor.model.lifecycle.lastTransfer.number > 1 << 50)
  }
}
