// The cost of being seen: monitor, console, top, timeline and metrics cost the daemon nothing while nobody looks.
import ControlAPI
import Foundation
import RoostTesting

/// Rounds of a launch and a home: before anybody watches, while a console's worth of clients does, and when they have gone.
func watching(_ stage: Stage, rounds: Int) throws -> [Figure] {
  progress("being watched, 3 times \(rounds) rounds, and 10 s at rest")
  let id = "org.roost.bench.watched"
  let port = 20_000 + getpid() % 10_000
  let daemon = try stage.daemon(
    [try stage.bundle("tiny", id: id)], configuration: "[metrics]\nlisten = \"127.0.0.1:\(port)\"\n")
  let client = try ControlClient(socket: daemon.socket)
  func measured() throws -> Samples {
    var samples = Samples()
    for _ in 0..<rounds {
      rest()
      try samples.time {
        try client.launch(id)
        try client.home()
      }
      try client.wait(for: id, toBe: .suspended)
    }
    return samples
  }

  // The first rounds pay for what is made once.
  _ = try measured()
  let before = try measured()
  // Two pages of a console and a monitor: none reads, and what waits for them is less than would end them.
  var watchers: [Any] = try (0..<3).map { _ in
    try ControlClient(socket: daemon.socket).watch(MonitorInterface.Watch())
  }
  let watched = try measured()
  watchers = []
  let after = try measured()
  // Threads of Dispatch wait 5 s for more work before they end.
  sleep(6)
  let asleep = try Activity.of(daemon.pid, during: 10)
  return [
    Figure(
      what:
        "a launch from suspension and a home without a sandbox once those who watched have gone, against before they came",
      result: .ratio(ours: after, baseline: before, atMost: 1.1)),
    Figure(
      what: "the same while three clients watch", result: .ratio(ours: watched, baseline: before, atMost: 2)),
    Figure(
      what: "wake-ups of a daemon whose metrics can be read, in 10 s in which nobody does",
      result: .count(asleep.wakeUps, atMost: 0)),
  ]
}
