// News of stopped and continued children, of which one has news without end.
import Glibc
import SystemPackage
import Testing

@testable import Processes

@MainActor @Suite(.timeLimit(.minutes(40))) struct StopChangeTests {
  /// 7 changes as often as it is asked about, and 8 has stopped.
  @MainActor private final class Restless: Kernel {
    private(set) var asked = 0

    override func nextStopChange(of child: pid_t? = nil) throws(Errno) -> StopChange? {
      asked += 1
      // So that a sweep without a bound ends as well.
      guard asked <= 1000 else { return nil }
      if child == 8 { return StopChange(pid: 8, change: .stopped) }
      return StopChange(pid: 7, change: asked.isMultiple(of: 2) ? .continued : .stopped)
    }
  }

  @Test(
    "A child that is stopped and continued without end neither keeps the sweep from its end nor hides others from it")
  func restless() {
    let kernel = Restless()
    let changes = stopChanges(kernel: kernel, among: [7, 8])
    #expect(
      changes == [
        StopChange(pid: 7, change: .stopped), StopChange(pid: 7, change: .continued),
        StopChange(pid: 8, change: .stopped),
      ])
    #expect(kernel.asked == 3)
    #expect(stopChange(of: 7, kernel: kernel)?.pid == 7)
    #expect(kernel.asked == 4)
  }
}
