// A launch that waits while a reload changes the users of apps.
import Glibc
import LifecycleModel
import Settings
import SystemPackage
import Systemd
import TestFolders
import Testing

@testable import DaemonConfiguration
@testable import Processes
@testable import Supervisor

@MainActor
@Suite(
  .serialized, .timeLimit(.minutes(40)), .enabled(if: geteuid() == 0, "only apps of root's daemon have other users"))
struct ReloadedUserTests {
  // In a process of its own, as all supervisors are that are tested whole.
  @Test("LA7 a launch that waits while a reload changes the users of apps runs as the user that is set by then")
  func waiting() async {
    await #expect(processExitsWith: .success) { try await Self.checkWaiting() }
  }

  private static func checkWaiting() throws {
    let app = AppID("com.example.app")
    try WholeSupervisor.with([app], script: "while read -r line <&3; do :; done", kernel: .live) { supervisor, lines in
      let launcher = supervisor.launcher
      var isReloaded = false
      // In the lane of launches, and always there: this one takes its turn behind it.
      supervisor.loop.starts.takePieces {
        guard launcher.users.settled(app) != nil else { return true }
        #expect(!launcher.awaited.isEmpty && supervisor.processes.all.isEmpty)
        var configuration = supervisor.configuration
        configuration.appUser = .root
        supervisor.runtime.inForce.replace(by: configuration)
        launcher.users.look(in: configuration)
        isReloaded = true
        return false
      }
      supervisor.request(.launch(app, Launch(), .foreground)) { _ in }
      try WholeSupervisor.wait(supervisor) { isReloaded && launcher.awaited.isEmpty }
      let process = try #require(supervisor.processes.all.first, "\(lines.all)")
      #expect(supervisor.kernel.user(of: process.child.pid) == 0)
    }
  }
}
