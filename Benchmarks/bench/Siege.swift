// Whether anybody waits for a neighbour: everything that apps and clients can do to a daemon, all at once.
import ControlAPI
import Foundation
import Glibc
import Synchronization

/// An app that floods its channel, one with a thousand processes, one whose fifty processes have 20,000 files each, a
/// thousand connections, and as many watchers that do not read as there may be; the control socket, deadlines and a calm
/// app, alone and then among them.
func siege(_ stage: Stage, rounds: Int) throws -> [Figure] {
  let names = ["flood", "processes", "files", "late"]
  let calm = "org.roost.bench.calm"
  let bundles = try names.map { try stage.bundle("siege", id: besieger($0)) } + [stage.bundle("tiny", id: calm)]
  let daemon = try stage.daemon(
    bundles,
    configuration:
      "[device]\nforeground-slots = \(names.count + 1)\n[deadlines]\nterminate = \"\(deadline / 1_000_000)ms\"\n")
  let client = try ControlClient(socket: daemon.socket)
  try client.launch(calm)
  progress("a calm daemon")
  let before = try eventToAck(of: calm, client, rounds: rounds)

  progress("a siege")
  let attackers = [
    ("flood", ["flood"]), ("processes", ["children", "1000", "0"]), ("files", ["children", "50", "20000"]),
  ]
  for (name, arguments) in attackers {
    _ = try client.call(AppsInterface.Launch(id: besieger(name), arguments: arguments))
  }
  let idle = try (0..<1000).map { _ in try ControlClient(socket: daemon.socket) }
  // The daemon refuses those that are too many.
  let watchers = try (0..<500).map { _ in
    try? ControlClient(socket: daemon.socket).watch(MonitorInterface.Watch())
  }
  let after = try eventToAck(of: calm, client, rounds: rounds)
  let late = try lateness(client, rounds: 20)

  progress("a siege whose apps come and go")
  let isOver = Atomic(false)
  let besiegers = try ControlClient(socket: daemon.socket)
  let comers = Thread {
    while !isOver.load(ordering: .relaxed) {
      try? besiegers.home()
      for (name, _) in attackers { try? besiegers.launch(besieger(name)) }
    }
  }
  comers.start()
  var control = Samples()
  for _ in 0..<rounds {
    try control.time { _ = try client.call(DaemonInterface.GetVersion()) }
    usleep(1000)
  }
  isOver.store(true, ordering: .relaxed)
  while !comers.isFinished { usleep(1000) }
  withExtendedLifetime((idle, watchers)) {}
  return [
    Figure(
      what: "event to ack of a calm app under siege, against none",
      result: .tail(ours: after, baseline: before, atMost: 2)),
    Figure(
      what: "end of an app that hangs, after its deadline, under siege", result: .slowest(late, under: 50_000_000)),
    Figure(
      what: "control round trip while besiegers are suspended and resumed", result: .slowest(control, under: 20_000_000)
    ),
  ]
}

/// In nanoseconds.
private let deadline: Int64 = 200_000_000

private func besieger(_ name: String) -> String { "org.roost.bench.\(name)" }

private func eventToAck(of app: String, _ client: ControlClient, rounds: Int) throws -> Samples {
  var times = Samples()
  for _ in 0..<rounds {
    try times.time { _ = try client.call(AppsInterface.SendInput(id: app, input: #"{"type":"tap"}"#)) }
    usleep(1000)
  }
  return times
}

/// From the order to terminate until the daemon says that it is done, less the deadline that the app lets pass.
private func lateness(_ client: ControlClient, rounds: Int) throws -> Samples {
  let app = besieger("late")
  var times = Samples()
  for _ in 0..<rounds {
    _ = try client.call(AppsInterface.Launch(id: app, arguments: ["hang"]))
    var whole = Samples()
    try whole.time { try client.terminate(app) }
    times.append(whole.p50 - deadline)
  }
  return times
}
