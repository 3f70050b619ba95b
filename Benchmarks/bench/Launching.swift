// Measures the time of a launch: to the app's main, and until it is on screen.
import ControlAPI
import Glibc

/// From the request on an open control connection to the program's main, against posix_spawn(3) of the same program.
func launchToMain(_ stage: Stage, samples: Int) throws -> [Figure] {
  progress("launch to main, \(samples) times")
  let id = "org.roost.bench.probe"
  let bundle = try stage.bundle("probe", id: id)
  let daemons = try [false, true].map { try stage.daemon([bundle], inSandbox: $0) }
  let clients = try daemons.map { try ControlClient(socket: $0.socket) }
  let arrivals = stage.directory + "/main"
  try stage.makeFIFO(arrivals)
  // The same FIFO where the app may write: in its container, which is there from its first launch on.
  let arrivalsInside = "\(daemons[1].stateDirectory)/containers/\(id)/main"
  _ = try clients[1].call(AppsInterface.Launch(id: id, arguments: ["/dev/null"], wait: false))
  try clients[1].wait(for: id, toBe: .notRunning)
  guard link(arrivals, arrivalsInside) == 0 else {
    throw BenchError.system(action: "link \(arrivals) to \(arrivalsInside)", errno: errno)
  }
  // Also for writing: it is there before its writer is, and has no end when that one is gone.
  let descriptor = open(arrivals, O_RDWR | O_CLOEXEC)
  defer { close(descriptor) }
  var mains = LineReader(descriptor)
  func sinceMain(_ start: Int64) throws -> Int64 {
    guard let line = mains.next(), let main = Int64(line) else { throw BenchError.silent(program: "probe") }
    return main - start
  }

  var ours = [Samples(), Samples()]
  var baseline = Samples()
  let floor = try Floor(stage, program: stage.program("probe"), argument: arrivals)
  var kernels = Floor.Step.allCases.map { _ in Samples() }
  for _ in 0..<samples {
    rest()
    let start = monotonicNow()
    let child = try Spawned(stage.program("probe"), [arrivals])
    baseline.append(try sinceMain(start))
    try child.wait()

    for step in Floor.Step.allCases {
      rest()
      let start = monotonicNow()
      try floor.launch(step)
      kernels[Int(step.rawValue)].append(try sinceMain(start))
      try floor.wait()
    }

    for (place, client) in clients.enumerated() {
      rest()
      let start = monotonicNow()
      _ = try client.call(AppsInterface.Launch(id: id, arguments: [[arrivals, arrivalsInside][place]], wait: false))
      ours[place].append(try sinceMain(start))
      try client.wait(for: id, toBe: .notRunning)
    }
  }
  try floor.end()
  return [
    Figure(
      what: "launch request to main of a C program without a sandbox, against posix_spawn",
      result: .ratio(ours: ours[0], baseline: baseline, atMost: 1.3)),
    Figure(
      what: "the same in the sandbox, with a user of its own, without capabilities and with the filter of system calls",
      result: .ratio(ours: ours[1], baseline: baseline, atMost: 1.3)),
  ]
    + Floor.Step.allCases.map {
      Figure(what: $0.words, result: .compared(kernels[Int($0.rawValue)], baseline: baseline))
    }
}

/// From the launch request until the UIKit sample app has returned from didBecomeActive, against the same program
/// started bare and told the same over the same two pipes.
func launchToActive(_ stage: Stage, samples: Int) throws -> [Figure] {
  progress("launch to didBecomeActive, \(samples) times")
  let daemon = try stage.daemon([stage.notes])
  let client = try ControlClient(socket: daemon.socket)
  let container = stage.directory + "/container"
  for path in [container, container + "/Documents"] {
    guard mkdir(path, 0o700) == 0 else { throw BenchError.system(action: "make \(path)", errno: errno) }
  }
  // A child that is started bare inherits its working directory from us.
  guard chdir(container) == 0 else { throw BenchError.system(action: "enter \(container)", errno: errno) }

  var ours = Samples()
  var baseline = Samples()
  var hellos = Samples()
  var kernels = Samples()
  // The same objects, linked in other ways (Benchmarks/run).
  let otherLinks = [
    ("notes-packed", "linked with packed relocations"), ("notes-fixed", "linked to a fixed address"),
    ("notes-static-pie", "linked as a static executable, to any address, with packed relocations"),
    ("notes-static", "linked as a static executable, to a fixed address"),
  ].map { (program: stage.program($0), words: $1) }.filter { access($0.program, X_OK) == 0 }
  var otherHellos = otherLinks.map { _ in Samples() }
  for _ in 0..<samples {
    rest()
    let bare = try baseline.time { try BareApp(stage.notes, "\(stage.notes)/notes", container: container) }
    hellos.append(bare.hello)
    try bare.end()

    let started = try BareApp(stage.notes, "\(stage.notes)/notes", container: container, by: stage.program("floor"))
    kernels.append(started.active)
    try started.end()
    for (number, link) in otherLinks.enumerated() {
      rest()
      let other = try BareApp(stage.notes, link.program, container: container)
      otherHellos[number].append(other.hello)
      try other.end()
    }

    rest()
    try ours.time { try client.launch(stage.notesID) }
    try client.terminate(stage.notesID)
  }
  return [
    Figure(
      what: "launch request to didBecomeActive of a UIKit app without a sandbox, against it bare",
      result: .ratio(ours: ours, baseline: baseline, atMost: 1.15)),
    Figure(
      what: "  of that the kernel's part, by a C program: two pipes, a FIFO, a cgroup, and the same two events",
      result: .compared(kernels, baseline: baseline)),
    Figure(
      what: "  of that from execve to its first line, started bare", result: .median(hellos, under: 2_000_000)),
  ]
    + zip(otherLinks, otherHellos).map { Figure(what: "  the same \($0.words)", result: .part($1)) }
}
