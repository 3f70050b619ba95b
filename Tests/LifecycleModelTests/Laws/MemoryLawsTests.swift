// Random lives of a device whose memory is short, a tenth of ROOST_SEQUENCES of them, against every law of memory.

import Foundation
import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("Laws of memory") struct MemoryLawsTests {
  @Test("ME1 ME2 ME3 ME4 ME5 ME6 ME7 TE3: no random life of a device whose memory is short breaks a law")
  func randomLives() async {
    // Each lets many looks pass, and costs as much as ten lives without them.
    if let seed = LawsTests.onlySeed {
      report(Self.play(from: seed, to: seed, by: 1).failure)
      return
    }
    let last = max(1, LawsTests.sequences / 10)
    print("playing seeds 1 to \(last) of memory")
    let workers: UInt64 = 2
    let outcomes = await withTaskGroup(of: Outcome.self) { group in
      for worker in 0..<workers {
        group.addTask { Self.play(from: 1 + worker, to: last, by: workers) }
      }
      return await group.reduce(into: [Outcome]()) { $0.append($1) }
    }
    report(outcomes.compactMap(\.failure).min { $0.seed < $1.seed })
    // A schedule in which nobody is ever killed would break no law either.
    let seen = outcomes.reduce(into: Set<String>()) { $0.formUnion($1.seen) }
    if last >= 1_000 { #expect(Self.everything.subtracting(seen) == []) }
  }

  struct Outcome {
    var failure: MemorySchedule?
    var seen: Set<String> = []
  }

  private static let everything: Set<String> = [
    "idle killed for idle-exit", "suspended killed for vm-pageshortage", "suspended killed for highwater",
    "background killed for vm-pageshortage", "assertions killed for vm-pageshortage",
    "background terminated for vm-pageshortage", "assertions terminated for vm-pageshortage",
    "foreground killed for vm-pageshortage", "suspended pushed out", "killed for per-process-limit", "exhausted",
  ]

  private func report(_ failure: MemorySchedule?) {
    guard let failure else { return }
    Issue.record("\(failure.shrunk().story)")
  }

  private static func play(from first: UInt64, to last: UInt64, by stride: UInt64) -> Outcome {
    var outcome = Outcome()
    for seed in Swift.stride(from: first, through: last, by: Int(stride)) {
      let schedule = MemorySchedule(seed: seed)
      let end = schedule.run()
      outcome.seen.formUnion(end.sights)
      if end.broken != nil {
        outcome.failure = schedule
        return outcome
      }
    }
    return outcome
  }
}

extension MemoryWorld {
  /// The kinds of things that were done about memory.
  fileprivate var sights: Set<String> {
    var sights: Set<String> = []
    for decision in decisions {
      guard let band = decision.candidates.first?.band else { continue }
      switch decision.step {
      case .pushOut: sights.insert("\(band) pushed out")
      case .terminate(let cause): sights.insert("\(band) terminated for \(cause.rawValue)")
      case .kill(let cause): sights.insert("\(band) killed for \(cause.rawValue)")
      }
    }
    if ends.contains(where: { $0.hasSuffix("per-process-limit") }) { sights.insert("killed for per-process-limit") }
    if world.reports.contains(where: { if case .memory(.exhausted) = $0 { true } else { false } }) {
      sights.insert("exhausted")
    }
    return sights
  }
}
