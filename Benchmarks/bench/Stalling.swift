// Measures the time until an app pays when the kernel says that tasks wait for memory (PSI).
import ControlAPI
import Foundation

/// From the moment that a trigger becomes readable until the first app it costs is dead, its memory given back; nil
/// where no stall can be made. The trigger is a second one like the daemon's: the kernel looks at both at the same
/// time.
func stalling(_ stage: Stage, rounds: Int) throws -> Figure? {
  guard Thrash.isPossible else {
    progress("no stall: there is no memory controller of cgroup v1 that this program may use")
    return nil
  }
  progress("a stall, \(rounds) times")
  let ids = (0..<rounds).map { "org.roost.bench.stalled\($0)" }
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

      """)
  let client = try ControlClient(socket: daemon.socket)
  var sleepers = try ids.map { try Sleeper($0, megabytes: 1, stage, client) }
  let trigger = try Trigger("some 100000 2000000")
  let thrash = try Thrash(stage)
  var times = Samples()
  while !sleepers.isEmpty {
    let start = try trigger.wait()
    // So small that its death is its SIGKILL, and hardly anything more.
    let victim = try firstToDie(of: sleepers)
    times.append(monotonicNow() - start)
    sleepers.remove(at: victim)
  }
  withExtendedLifetime(thrash) {}
  return Figure(
    what: "memory stall told by the kernel until the first of \(rounds) suspended apps of 1 MB is dead",
    result: .slowest(times, under: 5_000_000))
}

/// A trigger of /proc/pressure/memory (Linux's Documentation/accounting/psi.rst).
private final class Trigger {
  private let descriptor: CInt

  init(_ threshold: String) throws {
    let path = "/proc/pressure/memory"
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
