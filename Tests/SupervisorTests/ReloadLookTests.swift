// A reload while apps run: it reads nothing of them in /proc.
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
struct ReloadLookTests {
  @MainActor private final class Counting: Kernel {
    private(set) var reads = 0

    override func readFile(_ path: String) throws(Errno) -> [UInt8] {
      reads += 1
      return try super.readFile(path)
    }
  }

  // In a process of its own, as all supervisors are that are tested whole.
  @Test("LA7 whether apps of other users run is known to a reload without a look at any of them")
  func looks() async {
    await #expect(processExitsWith: .success) { try await Self.checkLooks() }
  }

  private static func checkLooks() throws {
    let kernel = Counting()
    let app = AppID("com.example.app")
    try WholeSupervisor.with([app], script: "while read -r line <&3; do :; done", kernel: kernel) { supervisor, lines in
      supervisor.request(.launch(app, Launch(), .foreground)) { _ in }
      try WholeSupervisor.wait(supervisor) { !supervisor.processes.all.isEmpty }
      let process = try #require(supervisor.processes.all.first, "\(lines.all)")
      let user = try #require(kernel.user(of: process.child.pid))
      #expect(process.hasOtherUser == (user != geteuid()))
      var configuration = supervisor.configuration
      configuration.appUser = .root
      supervisor.runtime.inForce.replace(by: configuration)
      let reads = kernel.reads
      supervisor.restoreStateMode()
      #expect(kernel.reads == reads)
    }
  }
}
