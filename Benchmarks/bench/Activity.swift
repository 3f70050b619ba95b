// The work of a process, as the kernel's scheduler counts it.
import Foundation

/// The work of all threads of a process during some time.
struct Activity {
  /// The number of times that the kernel scheduled any of them.
  let wakeUps: Int
  /// Nanoseconds on a processor.
  let processorTime: Int64

  /// Waits for so many seconds.
  static func of(_ pid: pid_t, during seconds: UInt32) throws -> Activity { try of([pid], during: seconds) }

  /// The work of several processes, all during the same time.
  static func of(_ pids: [pid_t], during seconds: UInt32) throws -> Activity {
    func threads() throws -> [String: (switches: Int, time: Int64)] {
      try pids.reduce(into: [:]) { all, pid in try all.merge(Self.threads(of: pid)) { one, _ in one } }
    }
    let before = try threads()
    sleep(seconds)
    let after = try threads()
    // A thread that runs is switched away from at its end at the latest; one that has ended ran once more for that.
    let ended = before.keys.filter { after[$0] == nil }.count
    return Activity(
      wakeUps: after.reduce(ended) { $0 + $1.value.switches - (before[$1.key]?.switches ?? 0) },
      processorTime: after.reduce(0) { $0 + $1.value.time - (before[$1.key]?.time ?? 0) })
  }

  /// For each thread, the number of times that the kernel switched away from it (proc(5), /proc/PID/task/TID/status),
  /// and the time that it ran (schedstat, Linux's Documentation/scheduler/sched-stats.rst).
  private static func threads(of pid: pid_t) throws -> [String: (switches: Int, time: Int64)] {
    var threads: [String: (switches: Int, time: Int64)] = [:]
    for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task") {
      let directory = "/proc/\(pid)/task/\(thread)"
      let status = try String(contentsOfFile: directory + "/status", encoding: .utf8)
      let schedule = try String(contentsOfFile: directory + "/schedstat", encoding: .utf8)
      threads[thread] = (
        number(after: "\nvoluntary_ctxt_switches:", in: status)
          + number(after: "nonvoluntary_ctxt_switches:", in: status), Int64(number(after: "", in: schedule))
      )
    }
    return threads
  }
}

/// The number that follows `name`; zero when there is none.
func number(after name: String, in text: String) -> Int {
  guard let start = name.isEmpty ? text.startIndex : text.range(of: name)?.upperBound else { return 0 }
  return Int(text[start...].drop { $0.isWhitespace }.prefix { $0.isNumber }) ?? 0
}
