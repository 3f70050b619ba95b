// The bridge to a broker when the kernel refuses.
import FailingCalls
import Linux
import PushProtocol
import SystemPackage
import TestFolders
import Testing

@testable import Push
@testable import Settings

@MainActor @Suite(.timeLimit(.minutes(5))) struct PushFailingCallsTests {
  private struct Files {
    let password: String
    let authorities: String
  }

  @Test(
    "A password or certificate that cannot be read is said to be so, and is read at the next connection, whichever call fails"
  )
  func password() async throws {
    let broker = try #require(BrokerAddress("mqtts://localhost"))
    let topic = try #require(PushTopic(device: "test"))
    /// The order for roost-push.
    @MainActor func order(_ files: Files) throws -> PushOrder {
      try PushOrder(
        broker, topic, PushSettings(username: "device", passwordFile: files.password, authorityFile: files.authorities))
    }
    try await eachSystemCallFails(
      expecting: [.open, .fstat, .read, .close],
      telling: .cure(["check that it is there and the daemon's user may read it"])
    ) { folder in
      Files(
        password: try folder.write("password", "secret\n"), authorities: try folder.write("authorities", "certificates")
      )
    } act: {
      _ = try order($0)
    } check: { files, _, _ in
      let order = try order(files)
      #expect(order.password == "secret" && order.authorities == "certificates")
    }
  }
}
