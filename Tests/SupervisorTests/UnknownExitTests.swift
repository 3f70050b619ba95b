// An end whose status the kernel does not tell, under a whole supervisor with a real process (TE3).
import Glibc
import LifecycleModel
import Linux
import Stores
import SystemPackage
import TestFolders
import Testing

@testable import Processes
@testable import Supervisor
@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct UnknownExitTests {
  /// Somebody else reaps each child first, and waitid(2) fails.
  @MainActor private final class Robbed: Kernel {
    var failure = Errno.noChildProcess
    override func reap(_ child: Pidfd) throws(Errno) -> ProcessEnd? {
      guard try super.reap(child) != nil else { return nil }
      throw failure
    }
  }

  private static let app = AppID("com.example.short")

  /// An app that ends by `end` once it has been launched, and the supervisor that has seen it go.
  private static func afterEnd(_ end: String, _ kernel: Kernel, _ body: (Supervisor, LogLines) throws -> Void) throws {
    try WholeSupervisor.with([app], script: "read -r line <&3\n\(end)", kernel: kernel) { supervisor, lines in
      supervisor.request(.launch(Self.app, Launch(), .foreground)) { _ in }
      try WholeSupervisor.wait(supervisor) { supervisor.autopsy.lastExits[Self.app] != nil }
      try body(supervisor, lines)
    }
  }

  // Each in a process of its own: a supervisor ends children that it does not know, those of other tests as well.

  @Test("TE3 an end whose status cannot be learnt is recorded as unknown, whatever it was: never as a normal one")
  func unknown() async {
    await #expect(processExitsWith: .success) {
      for end in ["exit 0", "exit 3", "kill -SEGV $$"] {
        for errno in [Errno.noChildProcess, .ioError] { try await Self.checkUnknown(end, errno) }
      }
    }
  }

  private static func checkUnknown(_ end: String, _ errno: Errno) throws {
    let kernel = Robbed()
    kernel.failure = errno
    try afterEnd(end, kernel) { supervisor, lines in
      let row = try #require(supervisor.autopsy.lastExits[Self.app]?.first)
      #expect(row.reason == "unobserved")
      #expect(row.status == nil && row.signal == nil && row.code == nil)
      #expect(row.namespace == "ROOSTD")
      #expect(lines.all.contains { $0.contains("unable to learn how \(Self.app)") })
      #expect(!lines.all.contains { $0.contains("exited normally") })
      #expect(supervisor.model.lifecycle.apps[Self.app]?.state == .notRunning)
      #expect(supervisor.processes.all.isEmpty)
      // The same on disk, and once.
      var kept: [ExitRow]?
      supervisor.state.exits.last(10) { kept = $0 }
      try WholeSupervisor.wait(supervisor) { kept != nil }
      #expect(kept?.map(\.reason) == ["unobserved"])
    }
  }

  @Test("TE3 one that the kernel tells of is recorded as it was")
  func known() async {
    await #expect(processExitsWith: .success) { try await Self.checkKnown() }
  }

  private static func checkKnown() throws {
    try afterEnd("exit 3", .live) { supervisor, _ in
      let row = try #require(supervisor.autopsy.lastExits[Self.app]?.first)
      #expect(row.reason != "unobserved" && row.status == 3)
    }
  }

  @Test("TE3 an end that is recorded before the earlier ones are recalled is told once, and is the newest")
  func recalled() async {
    await #expect(processExitsWith: .success) { try await Self.checkRecalled() }
  }

  private static func checkRecalled() throws {
    try afterEnd("exit 3", .live) { supervisor, _ in
      var isRecalled = false
      supervisor.recallExits { isRecalled = true }
      try WholeSupervisor.wait(supervisor) { isRecalled }
      #expect(supervisor.autopsy.lastExits[Self.app]?.map(\.status) == [3])
    }
  }
}
