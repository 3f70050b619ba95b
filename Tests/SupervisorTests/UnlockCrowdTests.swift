// A passcode for which there is no room to wait opens nothing (DP2).
import Keys
import LifecycleModel
import TestFolders
import Testing

@testable import DaemonConfiguration
@testable import Processes
@testable import Supervisor
@testable import Systemd
@testable import VarlinkServer

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct UnlockCrowdTests {
  @MainActor private final class Asked {
    var hasKey = false
  }

  // In a process of its own, as all supervisors are that are tested whole.
  @Test("DP2 an unlock that is refused because so many requests wait leaves the keys closed, as the device is locked")
  func refused() async {
    await #expect(processExitsWith: .success) { try await Self.checkRefused() }
  }

  private static func checkRefused() throws {
    let app = AppID("com.example.app")
    try WholeSupervisor.with([app], script: "", kernel: .live) { supervisor, lines in
      let socket = try ControlSocket(runtimeDirectory: supervisor.configuration.runtimeDirectory, group: nil)
      let server = ControlServer(supervisor, on: socket, loop: supervisor.loop, log: lines.logger)
      try server.listen()
      defer { server.stop() }
      let client = try SocketClient(of: server)
      defer { client.close() }
      @MainActor func hasKey() -> Bool {
        let asked = Asked()
        supervisor.keyBag.key(.complete, of: app) { if case .success = $0 { asked.hasKey = true } }
        return asked.hasKey
      }
      let passcode = #"{"passcode":"1234"}"#
      let set = try client.ask("Device.SetPasscode", passcode)
      let locked = try client.ask("Device.Lock")
      try #require(supervisor.isLocked && hasKey(), "\(set) \(locked)")
      // As when the lock's ten seconds are over.
      supervisor.keyBag.discard()
      let device = UnfinishedRequests.Subject.device
      while server.unfinished.begin(device) {}
      let refusal = try client.ask("Device.Unlock", passcode)
      #expect(refusal.contains("requests to the device are not done yet"), "\(refusal)")
      #expect(supervisor.isLocked && !hasKey())
      // A wrong passcode gives the place back, and so does the change.
      server.unfinished.end(device)
      let wrong = try client.ask("Device.Unlock", #"{"passcode":"4321"}"#)
      #expect(wrong.contains("PasscodeRefused"), "\(wrong)")
      let right = try client.ask("Device.Unlock", passcode)
      #expect(!supervisor.isLocked && hasKey(), "\(right)")
      let isOneFree = server.unfinished.begin(device), areTwoFree = server.unfinished.begin(device)
      #expect(isOneFree && !areTwoFree)
    }
  }
}
