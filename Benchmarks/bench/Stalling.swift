// Measures the time until an app pays when the kernel says that tasks wait for memory (PSI).
import ControlAPI
import Foundation

/// From the moment that a trigger becomes readable until the first app it costs is dead, its memory given back; none
/// where no stall can be made. The trigger is a second one like the daemon's: the kernel looks at both at the same
/// time.
func stalling(_ stage: Stage, rounds: Int) throws -> [Figure] {
  guard Thrash.isPossible else {
    progress("no stall: there is no memory controller of cgroup v1 that this program may use")
    return []
  }
  let ours = try stalls(stage, rounds: rounds, asUnit)
  let usual = try stalls(stage, rounds: rounds, [])
  let bare = try bareDeaths(stage, rounds: rounds)
  let parts = [
    ("  of that the kernel lets roostd wait for a processor", ours.delays),
    ("  the same without the niceness", usual.times),
    ("  of that the kernel lets roostd wait for a processor", usual.delays),
    ("  the same of a child that the benchmark itself kills at such news, no daemon in between", bare),
  ]
  return [
    Figure(
      what:
        "the kernel's news of a memory stall until the first of \(rounds) suspended apps of 1 MB without a sandbox is dead, as the unit has it",
      result: .slowest(ours.times, under: 3_000_000))
  ] + parts.map { Figure(what: $0.0, result: .part($0.1)) }
}

/// `Nice=` and `CPUSchedulingResetOnFork=` of config/systemd/roostd.service, and the session that systemd gives each service.
private let asUnit = [
  "/usr/bin/setsid", "/usr/bin/chrt", "--reset-on-fork", "--other", "0", "/usr/bin/nice", "-n", "-10",
]

/// The times, and for how much of each roostd was ready to run and did not.
private func stalls(_ stage: Stage, rounds: Int, _ manager: [String]) throws -> (times: Samples, delays: Samples) {
  progress("a stall, \(rounds) times\(manager.isEmpty ? "" : ", as the unit has it")")
  let ids = (0..<rounds).map { "org.roost.bench.stalled\($0)\(manager.isEmpty ? "" : "-as-unit")" }
  let daemon = try stage.daemon(
    try ids.map { try stage.bundle("hog", id: $0) },
    configuration: """
      [memory]
      stalls = true
      push-out = false
      stall-room = 100
      stall-warning = ""
      stall-urgent = "some 100ms"
      stall-critical = ""

      """, manager: manager)
  defer { daemon.stop() }
  let client = try ControlClient(socket: daemon.socket)
  var sleepers = try ids.map { try Sleeper($0, megabytes: 1, stage, client) }
  let trigger = try Trigger()
  let thrash = try Thrash(stage)
  var (times, delays) = (Samples(), Samples())
  while !sleepers.isEmpty {
    let before = try processorDelay(of: daemon.pid)
    let start = try trigger.wait()
    // So small that its death is its SIGKILL, and hardly anything more.
    let victim = try firstToDie(of: sleepers)
    times.append(monotonicNow() - start)
    delays.append(try processorDelay(of: daemon.pid) - before)
    sleepers.remove(at: victim)
  }
  withExtendedLifetime(thrash) {}
  return (times, delays)
}

/// The kernel's part: a child is killed by the program that hears of the stall.
private func bareDeaths(_ stage: Stage, rounds: Int) throws -> Samples {
  progress("a stall that kills a child, \(rounds) times")
  let trigger = try Trigger()
  let thrash = try Thrash(stage)
  var times = Samples()
  for _ in 0..<rounds {
    let child = try Spawned("/bin/sleep", ["1000"])
    let start = try trigger.wait()
    child.end()
    times.append(monotonicNow() - start)
  }
  withExtendedLifetime(thrash) {}
  return times
}

/// Nanoseconds that the first thread of a process, which roostd's loop is on, has been ready to run and did not (the
/// kernel's sched-stats.rst).
private func processorDelay(of pid: pid_t) throws -> Int64 {
  let words = try String(contentsOfFile: "/proc/\(pid)/schedstat", encoding: .utf8).split(separator: " ")
  return words.dropFirst().first.flatMap { Int64($0) } ?? 0
}

/// A trigger of /proc/pressure/memory (Linux's Documentation/accounting/psi.rst).
private final class Trigger {
  private let descriptor: CInt

  init() throws {
    let (path, threshold) = ("/proc/pressure/memory", "some 100000 2000000")
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0, write(descriptor, threshold, threshold.utf8.count + 1) > 0 else {
      throw BenchError.system(action: "watch \(path)", errno: errno)
    }
  }

  deinit { close(descriptor) }

  /// Waits until it fires; when that was.
  func wait() throws -> Int64 {
    var event = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
    guard poll(&event, 1, 20_000) > 0 else { throw BenchError.silent(program: "the kernel") }
    return monotonicNow()
  }
}
