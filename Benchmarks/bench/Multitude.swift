// Ten thousand small apps in one daemon, as real processes: each launched, suspended, woken once, kept over a restart and
// killed under pressure.
import ControlAPI
import Foundation
import RoostTesting

/// The cost of a step for the last thousand apps is compared with that for the first thousand.
func multitude(_ stage: Stage, atMost most: Int) throws -> [Figure] {
  let count = affordable(most)
  progress("\(count) bundles")
  let ids = (0..<count).map { "org.roost.bench.many\($0)" }
  let bundles = try ids.map { try stage.bundle("tiny", id: $0) }
  let daemon = try stage.daemon(bundles)
  let client = try ControlClient(socket: daemon.socket)

  progress("launching \(count) apps")
  let bareBefore = try bareLives()
  let launches = try ids.map { id in try timed { try client.launch(id) } }
  let bareAmong = try bareLives()
  try client.home()
  let pids = try ids.map { id in
    try client.wait(for: id, toBe: .suspended)
    return pid_t(try client.call(AppsInterface.Status(id: id)).app.pid ?? 0)
  }
  try pids.forEach(checkStopped)
  let resident = try residentKilobytes(of: daemon.pid)

  progress("waking \(count) apps, one after the other")
  let wakes = try ids.map { id in try timed { try client.launch(id) } }
  try client.home()
  for id in ids { try client.wait(for: id, toBe: .suspended) }

  progress("a restart with \(count) apps")
  let restart = try timed {
    // The answer is the end of the connection.
    do { _ = try client.call(DaemonInterface.Reexec()) } catch is ControlFailure {}
    try waitUntil("an answer of the next daemon", every: 1000) {
      (try? ControlClient(socket: daemon.socket).call(DaemonInterface.GetVersion())) != nil
    }
  }
  let after = try ControlClient(socket: daemon.socket)
  for (id, pid) in zip(ids, pids) {
    let app = try after.call(AppsInterface.Status(id: id)).app
    guard app.state == .suspended, app.pid == Int64(pid) else { throw BenchError.never("\(id) as before the restart") }
  }

  progress("killing \(count) apps under pressure, one after the other")
  var kills: [Int64] = []
  for _ in ids {
    kills.append(
      try timed {
        _ = try after.call(MemoryInterface.Pressure(level: .critical, free: 1, wait: true))
        _ = try after.call(MemoryInterface.Pressure(level: .normal))
      })
  }
  let left = pids.filter { kill($0, 0) == 0 }
  guard left.isEmpty else { throw BenchError.never("the end of \(left.count) of \(count) apps under pressure") }

  func lastAgainstFirst(_ what: String, _ times: [Int64]) -> Figure {
    let (first, last) = (Samples(Array(times.prefix(1000))), Samples(Array(times.suffix(1000))))
    return Figure(what: what, result: .ratio(ours: last, baseline: first, atMost: 1.1))
  }
  return [
    lastAgainstFirst("launch of the last 1,000 of \(count) apps without a sandbox, against the first", launches),
    Figure(
      what: "  a bare process, started and ended by the benchmark, among as many, against none",
      result: .compared(bareAmong, baseline: bareBefore)),
    lastAgainstFirst("  each of them woken", wakes),
    lastAgainstFirst("  each of them killed by a pressure command, the last when few are left", kills),
    Figure(what: "resident memory of the daemon with \(count) suspended apps", result: .size(resident)),
    Figure(what: "restart of the daemon with \(count) apps, until it answers", result: .part(Samples([restart]))),
  ]
}

/// As many as the limit of open files lets one daemon have, which holds five for each app.
private func affordable(_ count: Int) -> Int {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  return min(count, (Int(clamping: limit.rlim_max) - 500) / 5)
}

/// The kernel's part in a launch, which its tables of processes may make longer.
private func bareLives() throws -> Samples {
  try Samples((0..<300).map { _ in try timed { try Spawned("/bin/true").wait() } })
}

/// VmRSS of /proc/PID/status (proc(5)).
private func residentKilobytes(of pid: pid_t) throws -> Double {
  Double(number(after: "VmRSS:", in: try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)))
}

private func timed(_ body: () throws -> Void) rethrows -> Int64 {
  let start = monotonicNow()
  try body()
  return monotonicNow() - start
}
