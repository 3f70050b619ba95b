// Uses of a pipe that take long, because of the app or for no fault of it.
import Glibc
import Synchronization
import Testing

@testable import AppLink

@Suite struct PipeCostTests {
  /// Both clocks, which a use moves on.
  private final class Clocks: Sendable {
    let times = Mutex<[CInt: Int64]>([:])
    let asked = Mutex<[CInt]>([])

    func use(_ cost: inout PipeCost, wall: Int64, processor: Int64) {
      cost.measure {
        times.withLock {
          $0[CLOCK_MONOTONIC, default: 0] += wall
          $0[CLOCK_THREAD_CPUTIME_ID, default: 0] += processor
        }
      }
    }

    func cost() -> PipeCost {
      PipeCost { clock in
        self.asked.withLock { $0.append(clock) }
        return self.times.withLock { $0[clock, default: 0] }
      }
    }
  }

  private let limit = PipeCost.limit

  @Test("Two slow uses in a row that the processor is busy with are the app's doing")
  func abuse() {
    let clocks = Clocks()
    var cost = clocks.cost()
    clocks.use(&cost, wall: limit, processor: limit)
    #expect(cost.exceeded == nil)
    clocks.use(&cost, wall: limit, processor: limit + 1)
    #expect(cost.exceeded == limit + 1)
  }

  @Test("On a machine that has others to run no use is the app's fault, and quick ones ask no clock of the kernel's")
  func busyMachine() {
    let clocks = Clocks()
    var cost = clocks.cost()
    for _ in 0..<10 { clocks.use(&cost, wall: 100 * limit, processor: limit - 1) }
    #expect(cost.exceeded == nil)
    cost = clocks.cost()
    clocks.asked.withLock { $0 = [] }
    for _ in 0..<10 { clocks.use(&cost, wall: limit - 1, processor: 1) }
    #expect(clocks.asked.withLock { $0 }.allSatisfy { $0 == CLOCK_MONOTONIC })
  }

  @Test("A slow use between quick ones is forgotten")
  func forgotten() {
    let clocks = Clocks()
    var cost = clocks.cost()
    for _ in 0..<5 {
      clocks.use(&cost, wall: limit, processor: limit)
      clocks.use(&cost, wall: 1, processor: 1)
    }
    #expect(cost.exceeded == nil)
  }
}
