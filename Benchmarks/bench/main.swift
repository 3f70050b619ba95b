// Measures what docs/performance.md names, all of it or some parts, prints one table, and leaves nothing behind.
import Foundation

let arguments = CommandLine.arguments
guard arguments.count >= 4 else {
  progress("usage: bench PROGRAMS APPS C-PROGRAMS [PART...]; Benchmarks/run calls it")
  exit(2)
}
let stage = try Stage(binaries: arguments[1], apps: arguments[2], programs: arguments[3])
clearOnSignals(stage)
do {
  let parts: [(name: String, measure: () throws -> [Figure])] = [
    ("launch", { try launchToMain(stage, samples: 300) + launchToActive(stage, samples: 150) }),
    ("runtime", { try runtimes(stage, samples: 100) }),
    ("restart", { try restarts(stage, apps: 40) }),
    ("talk", { try roundTrips(stage, batches: 20) }),
    ("watch", { try watching(stage, rounds: 300) }),
    ("suspend", { try suspensions(stage, samples: 500) }),
    ("crowd", { try crowd(stage, cycles: 500) }),
    ("multitude", { try multitude(stage, atMost: 10_000) }),
    (
      "memory",
      {
        [try overdraft(stage, rounds: 30)] + (try pressing(stage, rounds: 200)) + [choosing(among: 10_000, rounds: 500)]
          + (try resting(stage))
      }
    ),
    ("siege", { try siege(stage, rounds: 2000) }),
    ("stall", { try stalling(stage, rounds: 20) + (try thrashed(stage, rounds: 100)) }),
  ]
  let chosen = arguments.dropFirst(4)
  if chosen == ["peers"] {
    let compared = try comparison(stage, rounds: 100)
    stage.clear()
    print(table(compared))
  } else {
    let figures = try parts.filter { chosen.isEmpty || chosen.contains($0.name) }.flatMap { try $0.measure() }
    stage.clear()
    print(table(figures))
    print("\n" + Stage.users + "\n" + oomd)
  }
} catch {
  stage.clear()
  progress("the benchmark could not be finished: \(error)")
  exit(1)
}

/// A thread waits for what would end this program, and tidies up first: the mask that this thread has is inherited by
/// all others, so that nobody else receives these signals (sigwait(3)).
func clearOnSignals(_ stage: Stage) {
  var signals = sigset_t()
  sigemptyset(&signals)
  for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  let awaited = signals
  Thread.detachNewThread {
    var signals = awaited
    var number: Int32 = 0
    sigwait(&signals, &number)
    stage.clear()
    exit(128 + number)
  }
}
