// Measures the time until an app pays when a command asks for memory.
import ControlAPI
import Foundation

/// From the call that simulates critical pressure until the first app it costs is dead, its memory given back.
func pressing(_ stage: Stage, rounds: Int) throws -> [Figure] {
  progress("critical pressure, \(rounds) times")
  let ids = (0..<8).map { "org.roost.bench.sleeper\($0)" }
  let daemon = try stage.daemon(try ids.map { try stage.bundle("hog", id: $0) })
  let client = try ControlClient(socket: daemon.socket)
  var sleepers = try ids.map { try Sleeper($0, megabytes: 16, stage, client) }
  var times = Samples()
  for round in 0..<rounds {
    // The largest goes; all are of one size, and the one that was used least recently is the first of those.
    rest()
    let start = monotonicNow()
    _ = try client.call(MemoryInterface.Pressure(level: .critical, free: 1, wait: false))
    let victim = try firstToDie(of: sleepers)
    times.append(monotonicNow() - start)
    _ = try client.call(MemoryInterface.Pressure(level: .normal))
    let id = sleepers[victim].id
    try client.wait(for: id, toBe: .notRunning)
    if round + 1 < rounds { sleepers[victim] = try Sleeper(id, megabytes: 16, stage, client) }
  }
  return [
    Figure(
      what: "pressure command until the first of 8 suspended apps of 16 MB without a sandbox is dead",
      result: .slowest(times, under: 3_000_000)),
    Figure(
      what: "  the same of a stopped child of that size that the benchmark itself kills",
      result: .part(try bareDeaths(stage, megabytes: 16, rounds: rounds))),
  ]
}

/// From SIGKILL until its memory is given back.
private func bareDeaths(_ stage: Stage, megabytes: Int, rounds: Int) throws -> Samples {
  let path = stage.directory + "/stopped"
  guard mkfifo(path, 0o600) == 0 else { throw BenchError.system(action: "make \(path)", errno: errno) }
  var times = Samples()
  for _ in 0..<rounds {
    var lifeline = pollfd(fd: open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), events: 0, revents: 0)
    defer { close(lifeline.fd) }
    let notes = try Notes("/dev/shm/roost-bench-\(getpid())-stopped")
    let steps = megabytes * 8
    let child = try Spawned(stage.program("hog"), notes.arguments(pauseMicroseconds: 0, steps: steps) + [path])
    _ = try notes.waitUntilReady()
    notes.go()
    while notes.count <= steps { usleep(1000) }
    kill(child.pid, SIGSTOP)
    rest()
    let start = monotonicNow()
    kill(child.pid, SIGKILL)
    guard poll(&lifeline, 1, 10_000) == 1 else { throw BenchError.silent(program: "hog") }
    times.append(monotonicNow() - start)
    child.end()
  }
  return times
}
