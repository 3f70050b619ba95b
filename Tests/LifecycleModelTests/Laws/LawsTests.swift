// Random lives of a device, ROOST_SEQUENCES of them, against every law, in parallel; a failure is shrunk and printed.

import Foundation
import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("Laws") struct LawsTests {
  static let environment = ProcessInfo.processInfo.environment
  /// One seed, to run a failure again.
  static let onlySeed = environment["ROOST_SEED"].flatMap(UInt64.init)
  static let sequences = environment["ROOST_SEQUENCES"].flatMap(UInt64.init) ?? 10_000

  @Test(
    "ST1 ST4-6 LS3 LA4 LA6 LA10 FG4 BG4-6 BG8 BX1-6 SC1 SC3 SC5 SN2 NQ1-5 DP2 PR2-3 TE3: no random life breaks a law"
  )
  func randomLives() async {
    if let seed = Self.onlySeed {
      report(Self.firstFailure(from: seed, to: seed, by: 1))
      return
    }
    print("playing seeds 1 to \(Self.sequences)")
    let workers: UInt64 = 2
    let failures = await withTaskGroup(of: Schedule?.self) { group in
      for worker in 0..<workers {
        group.addTask { await Self.onThread { Self.firstFailure(from: 1 + worker, to: Self.sequences, by: workers) } }
      }
      return await group.reduce(into: [Schedule]()) { failures, failure in
        if let failure { failures.append(failure) }
      }
    }
    report(failures.min { $0.seed < $1.seed })
  }

  /// On a thread of its own: those of the concurrency runtime are as many as processors, and other tests wait for them.
  private static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: body()) }.start()
    }
  }

  private func report(_ failure: Schedule?) {
    guard let failure else { return }
    Issue.record("\(failure.shrunk().story)")
  }

  static func firstFailure(from first: UInt64, to last: UInt64, by stride: UInt64) -> Schedule? {
    for seed in Swift.stride(from: first, through: last, by: Int(stride)) {
      let schedule = Schedule(seed: seed)
      if schedule.play() != nil { return schedule }
    }
    return nil
  }
}
