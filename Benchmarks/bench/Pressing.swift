// How soon somebody pays when memory is asked for by command.
import ControlAPI
import Foundation

/// From the call that simulates critical pressure until the first app it costs is dead, its memory given back.
func pressing(_ stage: Stage, rounds: Int) throws -> Figure {
  progress("critical pressure, \(rounds) times")
  let ids = (0..<8).map { "org.roost.bench.sleeper\($0)" }
  let daemon = try stage.daemon(try ids.map { try stage.bundle("hog", id: $0) })
  let client = try ControlClient(socket: daemon.socket)
  var sleepers = try ids.map { try Sleeper($0, stage, client) }
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
    if round + 1 < rounds { sleepers[victim] = try Sleeper(id, stage, client) }
  }
  return Figure(
    what: "pressure command until the first of 8 suspended apps of 16 MB is dead",
    result: .slowest(times, under: 5_000_000))
}

/// A suspended app that holds memory.
private final class Sleeper {
  let id: String
  /// Has an end when the app has: the kernel closes an app's files after it has taken back its memory (exit(2)).
  let lifeline: CInt
  private let notes: Notes

  init(_ id: String, _ stage: Stage, _ client: ControlClient) throws {
    self.id = id
    let path = stage.directory + "/" + id
    unlink(path)
    guard mkfifo(path, 0o600) == 0 else { throw BenchError.system(action: "make \(path)", errno: errno) }
    lifeline = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    notes = try Notes("/dev/shm/roost-bench-\(getpid())-\(id)")
    let steps = 16 * 8
    let arguments = notes.arguments(pauseMicroseconds: 0, steps: steps) + [path]
    _ = try client.call(AppsInterface.Launch(id: id, arguments: arguments))
    _ = try notes.waitUntilReady()
    notes.go()
    while notes.count <= steps { usleep(1000) }
    try client.home()
    try client.wait(for: id, toBe: .suspended)
  }

  deinit { close(lifeline) }
}

/// Waits for the end of one of them; its index.
private func firstToDie(of sleepers: [Sleeper]) throws -> Int {
  var lifelines = sleepers.map { pollfd(fd: $0.lifeline, events: 0, revents: 0) }
  guard poll(&lifelines, nfds_t(lifelines.count), 10_000) > 0,
    let victim = lifelines.firstIndex(where: { $0.revents != 0 })
  else { throw BenchError.silent(program: "hog") }
  return victim
}
