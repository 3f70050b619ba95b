// Measures everything docs/performance.md names, prints one table, and leaves nothing behind.
import Foundation

guard CommandLine.arguments.count == 4 else {
  progress("usage: bench PROGRAMS APPS C-PROGRAMS; Benchmarks/run calls it")
  exit(2)
}
let arguments = CommandLine.arguments
let stage = try Stage(binaries: arguments[1], apps: arguments[2], programs: arguments[3])
clearOnSignals(stage)
do {
  var figures = [try launchToMain(stage, samples: 300)]
  figures.append(try launchToActive(stage, samples: 150))
  figures += try roundTrips(stage, batches: 20)
  figures.append(try suspension(stage, samples: 500))
  figures += try crowd(stage, cycles: 500)
  stage.clear()
  print(table(figures))
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
