// Measures how soon a program that has died runs again, where a client asks for it as soon as roostd tells of the end.
import ControlAPI
import Glibc

/// From SIGKILL for a static C program, in its sandbox, until its next main; Roost starts no app by itself, as iOS does not.
func restarts(_ stage: Stage, apps: Int) throws -> [Figure] {
  progress("killed until it runs again, \(apps * killsOfOne) times")
  let bundles = try (0..<apps).map {
    // A program that knows nothing of Roost.
    try stage.bundle("stay", id: "org.roost.bench.again\($0)", more: ["RoostProgram": [String: String]()])
  }
  let daemon = try stage.daemon(bundles, inSandbox: true)
  let client = try ControlClient(socket: daemon.socket)
  let arrivals = stage.directory + "/again"
  try stage.makeFIFO(arrivals)
  // Also for writing: it is there before its writer is, and has no end when that one is gone.
  let descriptor = open(arrivals, O_RDWR | O_CLOEXEC)
  defer { close(descriptor) }
  var mains = LineReader(descriptor)
  func arrival() throws -> (time: Int64, pid: pid_t) {
    guard let parts = mains.next()?.split(separator: " "), parts.count == 2, let time = Int64(parts[0]),
      let pid = pid_t(parts[1])
    else { throw BenchError.silent(program: "stay") }
    return (time, pid)
  }
  // The baseline is started where the FIFO has the name that the program looks for.
  let folder = stage.directory + "/bare"
  guard mkdir(folder, 0o700) == 0, link(arrivals, folder + "/main") == 0, chdir(folder) == 0 else {
    throw BenchError.system(action: "enter \(folder)", errno: errno)
  }

  var ours = Samples()
  var told = Samples()
  var bare = Samples()
  for number in 0..<apps {
    let id = "org.roost.bench.again\(number)"
    // Its container is there from the first launch on, at which it finds no FIFO and ends.
    _ = try client.call(AppsInterface.Launch(id: id, wait: false))
    try client.wait(for: id, toBe: .notRunning)
    let container = "\(daemon.stateDirectory)/containers/\(id)"
    guard link(arrivals, container + "/main") == 0 else {
      throw BenchError.system(action: "link \(arrivals) into \(container)", errno: errno)
    }
    _ = try client.call(AppsInterface.Launch(id: id, wait: false))
    var running = try arrival().pid
    let events = try ControlClient(socket: daemon.socket).watch(MonitorInterface.Watch(app: id))
    for _ in 0..<killsOfOne {
      rest()
      let child = try Spawned(stage.program("stay"))
      _ = try arrival()
      let start = monotonicNow()
      child.end()
      let next = try Spawned(stage.program("stay"))
      bare.append(try arrival().time - start)
      next.end()

      rest()
      let killed = monotonicNow()
      kill(running, SIGKILL)
      while let event = try events.next() { if case .exit = event.kind { break } }
      told.append(monotonicNow() - killed)
      _ = try client.call(AppsInterface.Launch(id: id, wait: false))
      let again = try arrival()
      ours.append(again.time - killed)
      running = again.pid
    }
    try client.terminate(id)
  }
  return [
    Figure(
      what:
        "SIGKILL of a C program in its sandbox until its next main, which a client asks for when it is told of the end",
      result: .median(ours, under: 2_000_000)),
    Figure(what: "  of that until the client is told", result: .part(told)),
    Figure(what: "  the same of a bare child that is killed, awaited and started again", result: .part(bare)),
  ]
}

/// Fewer than hold an app back that dies right after its launches.
private let killsOfOne = 3
