// One event of the Trace Event Format.
import WireJSON

struct TraceEvent {
  /// `ph` of the format.
  var phase: String
  var name: String
  var process: Int
  var thread: Int
  /// CLOCK_MONOTONIC in nanoseconds.
  var time: Int64
  /// Its other members.
  var more: [String: JSON] = [:]

  var text: String {
    JSON.object(
      more.merging([
        "ph": .string(phase), "name": .string(name), "pid": .integer(process), "tid": .integer(thread),
        "ts": Self.microseconds(time),
      ]) { own, _ in own }
    ).text
  }

  /// The format has times in microseconds.
  static func microseconds(_ nanoseconds: Int64) -> JSON { .number(Double(nanoseconds) / 1000) }
}
