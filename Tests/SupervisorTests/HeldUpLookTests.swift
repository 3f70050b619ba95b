// A look at an app's processes that the app keeps waiting, and is ended for, under a whole supervisor with a real process.
import Glibc
import LifecycleModel
import Stores
import SystemPackage
import TestFolders
import Testing

@testable import Processes
@testable import Supervisor
@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct HeldUpLookTests {
  /// Of one app a look is kept waiting, as the guard of calls tells it in the middle of it.
  @MainActor private final class Held: Kernel {
    var app: pid_t?

    override func numbers(in directory: String) throws(Errno) -> [pid_t] {
      if let app, directory.hasPrefix("/proc/\(app)/") {
        self.app = nil
        heldUp(app)
      }
      return try super.numbers(in: directory)
    }
  }

  private static let app = AppID("com.example.app")

  // In a process of its own: a supervisor ends children that it does not know, those of other tests as well.
  @Test(
    "An app that keeps a look at its processes waiting is ended when that is over, and this is the reason of its end")
  func heldUp() async {
    await #expect(processExitsWith: .success) { try await Self.checkHeldUp() }
  }

  private static func checkHeldUp() throws {
    let kernel = Held()
    try WholeSupervisor.with([app], script: "cat <&3 >/dev/null", kernel: kernel) { supervisor, lines in
      supervisor.request(.launch(app, Launch(), .foreground), .whenTaken) { _ in }
      try WholeSupervisor.wait(supervisor) { !supervisor.processes.all.isEmpty }
      let process = try #require(supervisor.processes.all.first)
      kernel.app = process.child.pid
      _ = process.processorTimeOfNow()
      try #require(kernel.app == nil, "a look lists the threads of the app")
      // The guard has killed it by then.
      kill(process.child.pid, SIGKILL)
      try WholeSupervisor.wait(supervisor) { supervisor.autopsy.lastExits[app] != nil }
      #expect(supervisor.autopsy.lastExits[app]?.first?.text.contains("kept roostd waiting") == true, "\(lines.all)")
    }
  }
}
