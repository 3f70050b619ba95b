// The cost of a thousand suspended apps for the daemon: memory, wake-ups, and time on the path of one of them.
import ControlAPI
import Foundation
import RoostTesting

func crowd(_ stage: Stage, few: Int = 10, many: Int = 1000, cycles: Int) throws -> [Figure] {
  let bundles = try (0..<many).map { try stage.bundle("tiny", id: identifier($0)) }
  let small = try stage.daemon(Array(bundles.prefix(few)))
  let large = try stage.daemon(bundles)
  let fewApps = try ControlClient(socket: small.socket)
  let manyApps = try ControlClient(socket: large.socket)

  progress("\(many) suspended apps")
  try suspend(0..<few, fewApps)
  try suspend(0..<few, manyApps)
  let before = try Memory(of: large.pid)
  try suspend(few..<many, manyApps)
  let after = try Memory(of: large.pid)

  progress("one app's home, suspension and launch among \(few) and among \(many), \(cycles) times")
  var amongFew = Samples()
  var amongMany = Samples()
  for _ in 0..<cycles {
    try amongFew.time { try cycle(identifier(few / 2), fewApps) }
    try amongMany.time { try cycle(identifier(many / 2), manyApps) }
  }
  try manyApps.home()
  try manyApps.wait(for: identifier(many / 2), toBe: .suspended)

  progress("30 s of quiet")
  // A thread that has written the last exit record waits 5 s for more work before it ends (Dispatch).
  sleep(6)
  let quiet = try Activity.of(large.pid, during: 30)

  return [
    Figure(
      what: "an app's home, suspension and launch among \(many) apps, against \(few)",
      result: .ratio(ours: amongMany, baseline: amongFew, atMost: 1.1)),
    Figure(
      what: "resident memory of the daemon with \(many) suspended apps",
      result: .kilobytes(after.resident, under: 20 * 1024)),
    Figure(
      what: "of it anonymous", result: .kilobytes(after.anonymous, under: 20 * 1024)),
    Figure(
      what: "growth by each app",
      result: .kilobytes((after.resident - before.resident) / Double(many - few), under: 8)),
    Figure(what: "wake-ups of the daemon in 30 s", result: .count(quiet.wakeUps, atMost: 0)),
  ]
}

private func identifier(_ number: Int) -> String { "org.roost.bench.tiny\(number)" }

private func suspend(_ numbers: Range<Int>, _ client: ControlClient) throws {
  // Each launch sends the app before it to the background.
  for number in numbers { try client.launch(identifier(number)) }
  try client.home()
  for number in numbers { try client.wait(for: identifier(number), toBe: .suspended) }
}

private func cycle(_ id: String, _ client: ControlClient) throws {
  try client.launch(id)
  try client.home()
  while try client.call(AppsInterface.Status(id: id)).app.state != .suspended {}
}

/// Kilobytes of /proc/PID/status (proc(5)).
private struct Memory {
  let resident: Double
  let anonymous: Double

  init(of pid: pid_t) throws {
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    resident = Double(number(after: "VmRSS:", in: status))
    anonymous = Double(number(after: "RssAnon:", in: status))
  }
}
