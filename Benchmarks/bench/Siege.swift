// Whether anybody waits for a neighbour: everything that apps and clients can do to a daemon, all at once.
import ControlAPI
import Foundation
import Glibc
import Synchronization

/// An app that floods its channel, one with a thousand processes, one whose fifty processes have 65,000 files, as many as an
/// app behind the screen may have, a thousand connections, and as many watchers that do not read as there may be; the control
/// socket, deadlines and a calm app, alone and then among them.
func siege(_ stage: Stage, rounds: Int) throws -> [Figure] {
  let attackers = [
    ("flood", ["flood"]), ("processes", ["children", "1000", "0"]), ("files", ["children", "50", "1300"]),
  ]
  // One is launched once: the daemon holds back an app that dies again and again.
  let late = (0..<60).map { "late\($0)" }
  let early = "early"
  let calm = "org.roost.bench.calm"
  let bundles =
    try (attackers.map(\.0) + [early] + late).map { try stage.bundle("siege", id: besieger($0)) } + [
      stage.bundle("tiny", id: calm)
    ]
  let daemon = try stage.daemon(
    bundles,
    configuration:
      "[device]\nforeground-slots = \(attackers.count + 2)\n[deadlines]\nterminate = \"\(deadline / 1_000_000)ms\"\n")
  let client = try ControlClient(socket: daemon.socket)
  try client.launch(calm)
  // The backtrace of one that hangs is taken by a program that the kernel may first have to read from the disk.
  _ = try lateness(of: [besieger(early)], client)
  progress("a calm daemon")
  let before = try eventToAck(of: calm, client, rounds: rounds)
  let strangersBefore = try pingPong(stage, rounds: rounds, pause: 1000)

  progress("a siege")
  for (name, arguments) in attackers {
    _ = try client.call(AppsInterface.Launch(id: besieger(name), arguments: arguments))
  }
  let comers = try Comers(daemon.socket, attackers.map { besieger($0.0) })
  // The daemon turns away those that are too many.
  let watchers = (0..<500).map { _ in try? ControlClient(socket: daemon.socket).watch(MonitorInterface.Watch()) }
  let idle = (0..<1000).map { _ in try? ControlClient(socket: daemon.socket) }
  let after = try eventToAck(of: calm, client, rounds: rounds)
  let strangersAfter = try pingPong(stage, rounds: rounds, pause: 1000)
  let overdue = try lateness(of: late.map(besieger), client)
  let strangersOverdue = try strangersLateness(rounds: late.count)

  progress("a siege whose apps come and go")
  comers.begin()
  var control = Samples()
  for _ in 0..<rounds {
    try control.time { _ = try client.call(DaemonInterface.GetVersion()) }
    usleep(1000)
  }
  try comers.end()
  withExtendedLifetime((idle, watchers)) {}
  return [
    Figure(
      what: "event to ack of a calm app under siege, against none, all without a sandbox",
      result: .tail(ours: after, baseline: before, atMost: 2)),
    Figure(
      what: "  the same of two C programs with pipes between them, which no daemon knows",
      result: .compared(strangersAfter, baseline: strangersBefore)),
    Figure(
      what: "end of an app that hangs, after its deadline, under siege", result: .slowest(overdue, under: 50_000_000)),
    Figure(
      what: "  the same of a child of the benchmark's own, which it kills after as long a sleep",
      result: .part(strangersOverdue)),
    Figure(
      what: "control round trip while besiegers are suspended and resumed", result: .slowest(control, under: 20_000_000)
    ),
  ]
}

/// Sends besiegers to the background and brings them back, on a thread of its own.
private final class Comers: Sendable {
  private let isOver = Mutex(false)
  private let begun = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let problem = Mutex<(any Error)?>(nil)

  init(_ socket: String, _ apps: [String]) throws {
    // Before others have taken all connections of this user.
    let client = Mutex(try ControlClient(socket: socket))
    Thread.detachNewThread { [self] in
      begun.wait()
      do {
        while !isOver.withLock(\.self) {
          try client.withLock { client in
            try client.home()
            for app in apps { try client.launch(app) }
          }
        }
      } catch {
        problem.withLock { $0 = error }
      }
      ended.signal()
    }
  }

  func begin() { begun.signal() }

  func end() throws {
    isOver.withLock { $0 = true }
    ended.wait()
    if let error = problem.withLock(\.self) { throw error }
  }
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
private func lateness(of apps: [String], _ client: ControlClient) throws -> Samples {
  var times = Samples()
  for app in apps {
    _ = try client.call(AppsInterface.Launch(id: app, arguments: ["hang"]))
    var whole = Samples()
    try whole.time { try client.terminate(app) }
    times.append(whole.p50 - deadline)
  }
  return times
}

private func strangersLateness(rounds: Int) throws -> Samples {
  var times = Samples()
  for _ in 0..<rounds {
    let child = try Spawned("/bin/sleep", ["10"])
    var whole = Samples()
    whole.time {
      usleep(useconds_t(deadline / 1000))
      child.end()
    }
    times.append(whole.p50 - deadline)
  }
  return times
}
