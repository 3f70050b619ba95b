// Many apps that are killed at one moment, under a whole supervisor with real processes: others have their turns in between.
import Glibc
import LifecycleModel
import Linux
import SystemPackage
import TestFolders
import Testing

@testable import Processes
@testable import Supervisor
@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct KillsInTurnTests {
  /// A kernel that takes three milliseconds to kill an app, as it does of one with fifty processes.
  @MainActor private final class Slow: Kernel {
    private(set) var kills = 0

    override func releaseMemory(of process: Pidfd) throws(Errno) {
      kills += 1
      usleep(3000)
    }
  }

  private static let apps = (1...8).map { AppID("com.example.app\($0)") }

  // In a process of its own: a supervisor ends children that it does not know, those of other tests as well.
  @Test(
    "Of many apps that clients end at one moment, the first are killed at once, and the others in turns of the loop")
  func turns() async {
    await #expect(processExitsWith: .success) { try await Self.checkTurns() }
  }

  private static func checkTurns() throws {
    let kernel = Slow()
    let script = """
      while read -r line <&3; do
        case $line in *willTerminate*) exit ;; esac
        number=${line#*:}
        echo "{\\"ack\\":${number%%,*}}" >&4
      done
      """
    try WholeSupervisor.with(apps, script: script, kernel: kernel) { supervisor, lines in
      var launched = 0
      for (before, app) in apps.enumerated() {
        supervisor.request(.launch(app, Launch(), .foreground)) { _ in launched += 1 }
        try WholeSupervisor.wait(supervisor) { launched > before }
      }
      #expect(supervisor.model.lifecycle.apps.values.allSatisfy { $0.process != nil }, "\(lines.all)")
      var ended = 0
      for app in apps { supervisor.request(.terminate(app)) { _ in ended += 1 } }
      #expect((1...3).contains(kernel.kills), "before anybody else has a turn: \(kernel.kills)")
      try WholeSupervisor.wait(supervisor) { ended == apps.count }
      // The one in front has ended by itself, as it was told to.
      #expect(kernel.kills == apps.count - 1 && supervisor.processes.all.isEmpty)
    }
  }
}
