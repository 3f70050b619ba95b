// Measures the time until an app that fills memory is stopped, from when it has taken more than there is for it.
import ControlAPI
import Foundation

/// From the moment that apps hold more than their budget until the app that did it runs no more, against earlyoom(1)
/// and its limit of available memory.
func overdraft(_ stage: Stage, rounds: Int) throws -> Figure {
  let what = "budget crossed until SIGKILL stops the hog, an app without a sandbox, against earlyoom"
  let daemon = try stage.daemon([try stage.bundle("hog", id: hogID)])
  let client = try ControlClient(socket: daemon.socket)
  let absence = Earlyoom.absence
  progress("more than the budget, \(rounds) times" + (absence.map { "; " + $0 } ?? " each"))
  var ours = Samples()
  var baseline = Samples()
  for round in 0..<rounds {
    let notes = try Notes("/dev/shm/roost-bench-\(getpid())-\(round)")
    ours.append(try overdraw(client, notes))
    if absence == nil { baseline.append(try Earlyoom.round(stage, room: room)) }
  }
  if let absence { return Figure(what: what, result: .unmatched(ours, why: absence)) }
  return Figure(what: what, result: .ratio(ours: ours, baseline: baseline, atMost: 0.25))
}

/// So much may be taken, in bytes.
private let room: Int64 = 64 << 20
/// At 128 KB a step the hog would take 2 GB.
let mostSteps = 16384
private let hogID = "org.roost.bench.hog"

private func overdraw(_ client: ControlClient, _ notes: Notes) throws -> Int64 {
  try client.launch(hogID, notes.arguments(steps: mostSteps))
  let budget = try notes.waitUntilReady().held + room
  _ = try client.call(MemoryInterface.SetBudget(budget: budget))
  // Anywhere between two looks.
  usleep(.random(in: 100_000..<200_000))
  notes.go()
  try client.wait(for: hogID, toBe: .notRunning)
  guard let time = notes.time(since: { $0.held > budget }) else { throw BenchError.notCrossed(program: "the hog") }
  return time
}

extension ControlClient {
  fileprivate func launch(_ id: String, _ arguments: [String]) throws {
    _ = try call(AppsInterface.Launch(id: id, arguments: arguments))
  }
}
