// The bridge to a broker when the kernel refuses.
import FailingCalls
import Linux
import SystemPackage
import TestFolders
import Testing

@testable import Push
@testable import Settings

@MainActor @Suite(.timeLimit(.minutes(5))) struct PushFailingCallsTests {
  @Test("A password that cannot be read is said to be so, and is read at the next connection, whichever call fails")
  func password() async throws {
    /// Nobody listens there, which is as far as a test without a broker comes.
    @MainActor func connect(_ passwordFile: String) throws {
      let broker = try #require(BrokerAddress("mqtt://127.0.0.1:1"))
      let settings = PushSettings(broker: broker, username: "device", passwordFile: passwordFile)
      do throws(MQTTError) {
        _ = try MQTTConnection.open(broker, as: "test", settings)
        Issue.record("a broker listens on port 1")
      } catch {
        // When the connection is refused, the password has been read.
        if error != .system(.connectionRefused) { throw error }
      }
    }
    try await eachSystemCallFails(
      expecting: [.open, .fstat, .read, .close],
      telling: .cure(["check that it is there and the daemon's user may read it"])
    ) { folder in
      try folder.write("password", "secret\n")
    } act: {
      try connect($0)
    } check: { file, _, _ in
      try connect(file)
    }
  }
}
