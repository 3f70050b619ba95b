// A launch while the seals cannot be listed, under a whole supervisor with a real process.
import Keys
import LifecycleModel
import Linux
import SystemPackage
import TestFolders
import Testing

@testable import Processes
@testable import Supervisor

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct UnlistedSealsTests {
  private static let app = AppID("com.example.app")

  // In a process of its own, as all supervisors are that are tested whole; and it has the gate of calls for itself.
  @Test("LA7 while the seals cannot be listed an app without one is launched, and is not put off for ever")
  func unlisted() async {
    await #expect(processExitsWith: .success) { try await Self.checkUnlisted() }
  }

  private static func checkUnlisted() throws {
    SystemCall.setGate { call, subject in
      guard call == .open, case .path(let path) = subject, path.hasSuffix("/state/seals") else { return nil }
      return .ioError
    }
    defer { SystemCall.setGate(nil) }
    try WholeSupervisor.with([app], script: "cat <&3 >/dev/null", kernel: .live) { supervisor, _ in
      #expect(supervisor.launcher.seals.problem != nil)
      supervisor.request(.launch(app, Launch(), .foreground)) { _ in }
      try WholeSupervisor.wait(supervisor) { supervisor.processes.all.contains { $0.app == app } }
    }
  }
}
