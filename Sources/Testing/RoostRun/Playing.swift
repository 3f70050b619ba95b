// Several plays side by side, each told of when it is over.
import Foundation
import ScenarioPlayer
import Synchronization

struct Playing {
  let scenarios: [Scenario]
  let tools: Tools
  /// Nil: one for each processor.
  let jobs: Int?
  let format: OutcomeFormat
  /// How often each is played.
  let times: Int
  /// How often one that fails is played again.
  let retries: Int

  /// One of each scenario, in their order.
  func outcomes() -> [Outcome] {
    if format == .tap { print("TAP version 13\n1..\(scenarios.count)") }
    let plays = scenarios.indices.flatMap { Array(repeating: $0, count: times) }
    let played = Mutex([[Outcome]](repeating: [], count: scenarios.count))
    let next = Mutex(0)
    let workers = min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, plays.count)
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      while true {
        let turn = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard turn < plays.count else { return }
        let index = plays[turn]
        let outcome = play(scenarios[index])
        played.withLock {
          $0[index].append(outcome)
          guard $0[index].count == times else { return }
          $0[index] = [common($0[index])]
          print($0[index][0].text(format, number: index + 1))
        }
      }
    }
    return played.withLock { $0.flatMap { $0 } }
  }

  private func play(_ scenario: Scenario) -> Outcome {
    var outcome = ScenarioPlayer.play(scenario, with: tools)
    for attempt in 1...(retries + 1) where attempt > 1 && outcome.failure != nil {
      outcome = ScenarioPlayer.play(scenario, with: tools)
      outcome.attempts = attempt
    }
    return outcome
  }

  /// Several plays as one: the first that failed, or a failure where their traces differ.
  private func common(_ outcomes: [Outcome]) -> Outcome {
    var first = outcomes.first { $0.failure != nil } ?? outcomes[0]
    guard first.failure == nil else { return first }
    for other in outcomes {
      guard let difference = PlayTrace.difference(first.trace, other.trace) else { continue }
      first.failure = Failure(
        line: 1,
        message: """
          two of \(outcomes.count) plays have different traces, first in line \(difference.line):
                    \(difference.first)
                    \(difference.second)
          """, pictures: [written(first, "one.trace"), written(other, "other.trace")].compactMap { $0 })
      return first
    }
    return first
  }

  /// The file, if it can be written.
  private func written(_ outcome: Outcome, _ ending: String) -> String? {
    let file = tools.failureFile(of: outcome.scenario, ending)
    try? FileManager.default.createDirectory(atPath: tools.failures, withIntermediateDirectories: true)
    let lines = outcome.trace.joined(separator: "\n") + "\n"
    return (try? lines.write(toFile: file, atomically: true, encoding: .utf8)).map { file }
  }
}
