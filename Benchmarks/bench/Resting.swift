// The cost of watching memory: nothing while every app sleeps, and as much as the room that is left demands while one
// runs.
import ControlAPI
import Foundation

func resting(_ stage: Stage, sleepers: Int = 50) throws -> [Figure] {
  progress("looks at memory, 4 times 10 s")
  let ids = (0...sleepers).map { "org.roost.bench.resting\($0)" }
  let daemon = try stage.daemon(try ids.map { try stage.bundle("tiny", id: $0) })
  let client = try ControlClient(socket: daemon.socket)
  func during10s(budget: Int64) throws -> Activity {
    _ = try client.call(MemoryInterface.SetBudget(budget: budget))
    // Threads of Dispatch wait 5 s for more work before they end.
    sleep(6)
    return try Activity.of(daemon.pid, during: 10)
  }

  for id in ids.dropLast() { try client.launch(id) }
  try client.home()
  for id in ids.dropLast() { try client.wait(for: id, toBe: .suspended) }
  let asleep = try during10s(budget: 1 << 30)
  try client.launch(ids[sleepers])
  let ample = try during10s(budget: 64 << 30)
  let held = try client.call(MemoryInterface.Get()).pool
  // The room is what is left until warnings begin, at nine tenths of the budget.
  let some = try during10s(budget: (held + 400 << 20) * 10 / 9)
  let scarce = try during10s(budget: (held + 40 << 20) * 10 / 9)
  // 102 by the policy with 400 MB; that the daemon is preempted counts as well.
  return [
    Figure(
      what: "wake-ups of the daemon in 10 s with a budget, \(sleepers) suspended apps without a sandbox",
      result: .count(asleep.wakeUps, atMost: 0)),
    Figure(what: "its processor time in these 10 s", result: .time(asleep.processorTime, under: 1)),
    Figure(what: "wake-ups in 10 s with an app running and 57 GB of room", result: .count(ample.wakeUps, atMost: 2)),
    Figure(what: "the same with 400 MB of room", result: .count(some.wakeUps, atMost: 110)),
    Figure(what: "the same with 40 MB of room", result: .count(scarce.wakeUps, atMost: 1000)),
    Figure(what: "its processor time in these 10 s", result: .time(scarce.processorTime, under: 500_000_000)),
  ]
}
