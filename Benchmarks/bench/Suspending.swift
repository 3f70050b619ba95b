// Measures the time until an app that has handled didEnterBackground runs no code any more.
import ControlAPI
import Foundation

/// From the acknowledgement of didEnterBackground, which is when the supervisor orders the suspension, until it has
/// seen in /proc that every thread is stopped: by the time stamps of its own monitor, each word of it checked.
func suspension(_ stage: Stage, samples: Int) throws -> Figure {
  progress("suspension, \(samples) times")
  let daemon = try stage.daemon([stage.notes])
  let client = try ControlClient(socket: daemon.socket)
  let events = try ControlClient(socket: daemon.socket).watch(MonitorInterface.Watch(app: stage.notesID))
  var times = Samples()
  for _ in 0..<samples {
    try client.launch(stage.notesID)
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
    guard let pid = try client.call(AppsInterface.Status(id: stage.notesID)).app.pid else {
      throw BenchError.silent(program: stage.notes)
    }
    try checkStopped(pid_t(pid))
  }
  return Figure(
    what: "order to suspend until the kernel shows every thread stopped", result: .slowest(times, under: 1_000_000))
}

private func checkStopped(_ pid: pid_t) throws {
  for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task") {
    let stat = try String(contentsOfFile: "/proc/\(pid)/task/\(thread)/stat", encoding: .utf8)
    // Field 3 of proc(5), behind the name in parentheses.
    guard let name = stat.lastIndex(of: ")"), let state = stat[name...].dropFirst(2).first, state != "T" else {
      continue
    }
    throw BenchError.notStopped(pid: pid, thread: pid_t(thread) ?? 0, state: state)
  }
}
