// A killed app that the kernel does not end counts as ended after a while.
import Glibc
import Linux
import SystemPackage
import Systemd
import Testing

@testable import Processes
@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(40))) struct OverdueEndTests {
  /// Its signals come to nobody, as SIGKILL comes to nobody who waits for a FUSE server.
  private final class Unheard: Kernel {
    override func send(_ signal: CInt, to process: Pidfd) throws(Errno) {}
  }

  @Test(
    "TE1 the end of an app that has been killed is told once when the kernel has not ended it in time, and not before",
    arguments: [true, false])
  func late(isDue: Bool) throws {
    var told = 0
    try withSleepingProcess(Unheard(), endPatience: isDue ? 1_000_000 : 3_600_000_000_000) {
      told += 1
    } _: { process, loop throws in
      process.kill()
      process.kill()
      while isDue, told == 0 { try #require(try loop.runOnce(timeout: .seconds(60))) }
      while try loop.runOnce(timeout: .zero) {}
      #expect(told == (isDue ? 1 : 0) && process.isOverdue == isDue)
      #expect(try process.child.end() == nil, "the process is still there")
    }
  }
}
