// What a daemon ends that an earlier one's apps have left behind, and whom it leaves alone.
import Foundation
import RoostTesting
import Testing

@Suite(
  .serialized, .timeLimit(.minutes(40)), .enabled(if: geteuid() == 0, "only root can start processes of other users"))
struct StrayTests {
  /// A process of that user, in whose environment is what an app of the daemon has in its own.
  private func process(of user: Int, _ test: TestDevice) throws -> Program {
    try Program(
      "/usr/bin/setpriv",
      ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", "/bin/sleep", "1000"], output: "/dev/null",
      errors: "/dev/null",
      environment: ["ROOST_RUNTIME": test.daemon.directory.path + "/run", "ROOST_PROCESS": "01234567-1"])
  }

  @Test("A process with an app's mark is ended at the next start, but nobody else's environment is looked at")
  func marks() throws {
    let test = try TestDevice(users: "70100-70199")
    let app = try process(of: 70_123, test)
    let stranger = try process(of: 12_345, test)
    for program in [app, stranger] {
      try eventually("it runs as its user") { KernelView.status("Name", of: program.pid) == "sleep" }
    }
    try test.daemon.restart(after: SIGKILL)
    #expect(app.wait() != 0)
    #expect(KernelView.isAlive(stranger.pid))
  }
}
