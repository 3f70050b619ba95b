// Measures the time until an app that has handled didEnterBackground runs no code any more.
import ControlAPI
import Foundation

/// A small app, one with many threads, one with many processes, and one that draws a picture of its screen first.
func suspensions(_ stage: Stage, samples: Int) throws -> [Figure] {
  func throng(_ threads: Int, _ children: Int) throws -> Subject {
    let id = "bench.throng-\(threads)-\(children)"
    return Subject(
      bundle: try stage.bundle("throng", id: id), id: id, arguments: ["\(threads)", "\(children)"])
  }
  let small = try throng(0, 0), threads = try throng(200, 0), children = try throng(0, 50)
  let notes = Subject(bundle: stage.notes, id: stage.notesID, arguments: nil)
  return [
    Figure(
      what: "order to suspend an app without a sandbox until the kernel shows every thread stopped",
      result: .slowest(try suspension(stage, small, samples), under: 1_000_000)),
    Figure(
      what: "  of that the kernel's part: one SIGSTOP, and its parent waits",
      result: .part(try stops(stage, threads: 0, processes: 0, rounds: samples))),
    Figure(
      what: "the same of an app with 200 threads",
      result: .slowest(try suspension(stage, threads, samples), under: 300_000)),
    Figure(
      what: "  of that the kernel's part",
      result: .part(try stops(stage, threads: 200, processes: 0, rounds: samples))),
    Figure(
      what: "the same of an app with 50 children",
      result: .slowest(try suspension(stage, children, samples), under: 300_000)),
    Figure(
      what: "  of that the kernel's part",
      result: .part(try stops(stage, threads: 0, processes: 50, rounds: samples))),
    Figure(
      what: "the same of a UIKit app, which draws a picture of its screen first",
      result: .slowest(try suspension(stage, notes, samples), under: 3_000_000)),
  ]
}

private struct Subject {
  let bundle: String
  let id: String
  let arguments: [String]?
}

/// From the acknowledgement of didEnterBackground, which is when the supervisor orders the suspension, until it has
/// seen in /proc that every thread is stopped: by the time stamps of its own monitor, each word of it checked.
private func suspension(_ stage: Stage, _ subject: Subject, _ samples: Int) throws -> Samples {
  let id = subject.id
  progress("suspension of \(id), \(samples) times")
  let daemon = try stage.daemon([subject.bundle])
  let client = try ControlClient(socket: daemon.socket)
  let events = try ControlClient(socket: daemon.socket).watch(MonitorInterface.Watch(app: id))
  _ = try client.call(AppsInterface.Launch(id: id, arguments: subject.arguments))
  var times = Samples()
  for _ in 0..<samples {
    try client.launch(id)
    // Two hundred threads are not awake yet.
    rest()
    try client.home()
    var order: Int64 = 0
    waiting: while let event = try events.next() {
      switch event.kind {
      case .callback(_, "didEnterBackground", _, _): order = event.time
      case .state(_, _, .suspended):
        times.append(event.time - order)
        break waiting
      case .state, .entering, .callback, .exit, .deadline, .device, .notice: break
      }
    }
    guard let pid = try client.call(AppsInterface.Status(id: id)).app.pid else {
      throw BenchError.silent(program: subject.bundle)
    }
    try checkStopped(pid_t(pid))
  }
  return times
}

/// By Benchmarks/programs/stop.c.
private func stops(_ stage: Stage, threads: Int, processes: Int, rounds: Int) throws -> Samples {
  progress("a bare stop of \(threads) threads and \(processes) processes, \(rounds) times")
  let output = try Pipe()
  let child = try Spawned(
    stage.program("stop"), ["\(threads)", "\(processes)", "\(rounds)"],
    descriptors: [(output.writing, STDOUT_FILENO)])
  output.closeWriting()
  var lines = LineReader(output.reading)
  var times = Samples()
  while let line = lines.next() { times.append(Int64(line) ?? 0) }
  try child.wait()
  return times
}

func checkStopped(_ pid: pid_t) throws {
  for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task") {
    let stat = try String(contentsOfFile: "/proc/\(pid)/task/\(thread)/stat", encoding: .utf8)
    // Field 3 of proc(5), behind the name in parentheses.
    guard let name = stat.lastIndex(of: ")"), let state = stat[name...].dropFirst(2).first, state != "T" else {
      continue
    }
    throw BenchError.notStopped(pid: pid, thread: pid_t(thread) ?? 0, state: state)
  }
}
