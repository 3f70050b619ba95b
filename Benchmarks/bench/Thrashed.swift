// Measures a daemon in the midst of a shortage of memory: whether it is there to end it.
import ControlAPI
import Foundation

/// Control round trips of a daemon whose own program and files the kernel would take back for a neighbour, against the same
/// daemon without the right to keep them (mlockall(2)); none where no shortage can be made.
func thrashed(_ stage: Stage, rounds: Int) throws -> [Figure] {
  guard Thrash.isPossible else { return [] }
  let ours = try answers(stage, rounds: rounds, [])
  let baseline = try answers(stage, rounds: rounds, ["/usr/bin/setpriv", "--bounding-set", "-ipc_lock"])
  progress("\(rounds) round trips of strangers beside a cgroup that thrashes")
  let thrash = try Thrash(stage, bytes: 72 << 20)
  let strangers = try pingPong(stage, "socket", rounds: rounds, pause: 200_000)
  withExtendedLifetime(thrash) {}
  return [
    Figure(
      what: "control round trip while the daemon's own cgroup thrashes, against a daemon that is paged out",
      result: .tail(ours: ours, baseline: baseline, atMost: 0.1)),
    Figure(
      what: "  the same of two C programs with a socket between them, outside of that cgroup",
      result: .compared(strangers, baseline: baseline)),
  ]
}

private func answers(_ stage: Stage, rounds: Int, _ manager: [String]) throws -> Samples {
  progress("\(rounds) round trips in a cgroup that thrashes\(manager.isEmpty ? "" : ", paged out")")
  // The pages of the usual file are charged to the program that has read them first.
  let program = "/var/tmp/roost-bench-\(getpid())-roostd"
  try FileManager.default.copyItem(
    at: URL(fileURLWithPath: stage.roostd).resolvingSymlinksInPath(), to: URL(fileURLWithPath: program))
  defer { unlink(program) }
  let file = open(program, O_RDONLY | O_CLOEXEC)
  fsync(file)
  posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
  close(file)

  let thrash = try Thrash(stage, bytes: 72 << 20)
  let daemon = try stage.daemon(
    [stage.notes], program: program,
    manager: ["/bin/sh", "-c", "echo 0 >\(thrash.cgroup)/cgroup.procs && exec \"$@\"", "sh"] + manager)
  defer { daemon.stop() }
  let client = try ControlClient(socket: daemon.socket)
  // Until the kernel has taken what it takes.
  sleep(5)
  var times = Samples()
  for _ in 0..<rounds {
    // As long as the kernel needs to take what nobody has touched: a device asks now and then, and not all the time.
    usleep(200_000)
    try times.time { _ = try client.call(AppsInterface.List()) }
  }
  return times
}
