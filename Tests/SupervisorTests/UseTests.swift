// The memory and the processor time of an app, as they are asked for together.
import Glibc
import Linux
import SystemPackage
import Testing

@testable import Processes
@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(40))) struct UseTests {
  /// Counts the walks of an app of one process, each of which lists its threads once.
  @MainActor private final class Counting: Kernel {
    private(set) var walks = 0

    override func numbers(in directory: String) throws(Errno) -> [pid_t] {
      walks += 1
      return try super.numbers(in: directory)
    }
  }

  @Test("One walk finds the processes for both the memory and the processor time of an app")
  func oneWalk() throws {
    let kernel = Counting()
    try withSleepingProcess(kernel) { process, _ throws in
      let before = kernel.walks
      let use = process.use()
      #expect(kernel.walks == before + 1)
      #expect((use.footprint?.total ?? 0) > 0)
      #expect(use.processorTime != nil)
      #expect(process.measured.lastWholeLook == 1, "those looked at longer ago are looked at before it")
      #expect(process.footprint() != nil)
      #expect(process.measured.lastWholeLook > 1)
    }
  }
}
