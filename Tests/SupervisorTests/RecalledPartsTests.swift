// The parts of transfers that an earlier daemon has left, under a whole supervisor: the model knows how large they are.
import LifecycleModel
import Settings
import TestFolders
import TestLoop
import Testing

@testable import DaemonConfiguration
@testable import Stores
@testable import Supervisor
@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct RecalledPartsTests {
  @Test("BX11 a transfer that an earlier daemon has kept has as many bytes as its part")
  func received() async {
    await #expect(processExitsWith: .success) { try await Self.checkReceived() }
  }

  private static func checkReceived() throws {
    let folder = try TestFolder()
    let configuration = try Configuration.prepared(in: folder)
    let before = StateStore(
      directory: configuration.stateDirectory, exits: KeptBounds(keep: 10, age: .seconds(60)), deliver: { _ in },
      note: { _ in })
    for serial in 7...9 as ClosedRange<Int64> {
      before.transfers.keep(
        TransferRow(
          serial: serial, app: "a", session: "films", number: Int(serial), method: "GET", url: "http://127.0.0.1:1/",
          headers: "{}", file: nil, isDiscretionary: false, allowsCellular: true, earliest: nil, validator: nil))
    }
    before.flush()
    try folder.write("state/transfers/7.part", "content")
    // These are no parts.
    try folder.write("state/transfers/08.part", "content")
    try folder.write("state/transfers/9.other", "content")
    let (loop, lines) = (try EventLoop(), LogLines())
    let supervisor = try Supervisor(configuration: configuration, loop: loop, log: lines.logger)
    defer { supervisor.flushStores() }
    var isRecalled = false
    supervisor.recall { isRecalled = true }
    try loop.run { isRecalled }
    #expect(supervisor.model.lifecycle.transfers.map(\.received) == [7, 0, 0])
  }
}
