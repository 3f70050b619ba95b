// Uses of a pipe that take long, because of the app or for no fault of it.
import Glibc
import Synchronization
import Testing

@testable import AppLink

@Suite struct PipeCostTests {
  /// Both clocks, which a use moves on, and another pipe.
  private final class Clocks: Sendable {
    let times = Mutex<[CInt: Int64]>([:])
    let asked = Mutex<[CInt]>([])
    let innocent = Mutex<Int64?>(0)

    func use(_ cost: inout PipeCost, wall: Int64, processor: Int64) {
      cost.measure {
        times.withLock {
          $0[CLOCK_MONOTONIC, default: 0] += wall
          $0[CLOCK_THREAD_CPUTIME_ID, default: 0] += processor
        }
      }
    }

    func cost() -> PipeCost {
      PipeCost(
        now: { clock in
          self.asked.withLock { $0.append(clock) }
          return self.times.withLock { $0[clock, default: 0] }
        }, innocent: { self.innocent.withLock { $0 } })
    }
  }

  private let limit = PipeCost.limit

  @Test("Slow uses in a row that the processor is busy with, while another pipe is quick, are the app's doing")
  func abuse() {
    let clocks = Clocks()
    var cost = clocks.cost()
    for _ in 1..<PipeCost.patience {
      clocks.use(&cost, wall: limit, processor: limit)
      #expect(cost.exceeded == nil)
    }
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

  @Test(
    "While memory is short every pipe is slow, and no app is at fault, as where no other pipe can be had",
    arguments: [PipeCost.limit / 4, nil])
  func shortMemory(innocent: Int64?) {
    let clocks = Clocks()
    clocks.innocent.withLock { $0 = innocent }
    var cost = clocks.cost()
    for _ in 0..<10 { clocks.use(&cost, wall: 10 * limit, processor: 10 * limit) }
    #expect(cost.exceeded == nil)
    // One of those counts as the first of the app's own.
    clocks.innocent.withLock { $0 = 0 }
    for _ in 2..<PipeCost.patience { clocks.use(&cost, wall: limit, processor: limit) }
    #expect(cost.exceeded == nil)
    clocks.use(&cost, wall: limit, processor: limit)
    #expect(cost.exceeded == limit)
  }

  @Test("Slow uses that a quick one interrupts are forgotten")
  func forgotten() {
    let clocks = Clocks()
    var cost = clocks.cost()
    for _ in 0..<5 {
      for _ in 1..<PipeCost.patience { clocks.use(&cost, wall: limit, processor: limit) }
      clocks.use(&cost, wall: 1, processor: 1)
    }
    #expect(cost.exceeded == nil)
  }

  @Test("A pipe for which nobody waits can be had, and is quick")
  func innocentPipe() {
    // By processor time alone, which no other process takes from the test.
    let clocks = Clocks()
    var cost = PipeCost(now: { clock in clocks.times.withLock { $0[clock, default: 0] } })
    for _ in 0..<10 * PipeCost.patience where cost.exceeded == nil {
      clocks.use(&cost, wall: limit, processor: limit)
    }
    #expect(cost.exceeded == limit)
  }
}
