// One line of `roostctl monitor --json`.
import ControlAPI

/// An event as scripts read it: flat, so that an exit's record can be asked for its `code` like any other member.
/// `time` stays the event's own, on the monotonic clock; the record as a whole, with its calendar time, is under
/// `exit`.
struct MonitorLine: Encodable {
  let event: MonitorEvent

  private enum CodingKeys: String, CodingKey {
    case pid, state, namespace, code, reason, signal, status, footprint, cpu, callback, elapsed, text
  }

  func encode(to encoder: any Encoder) throws {
    try event.encode(to: encoder)
    guard case .exit(let record) = event.kind else { return }
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(record.pid, forKey: .pid)
    try members.encode(record.state, forKey: .state)
    try members.encode(record.namespace, forKey: .namespace)
    try members.encode(record.code, forKey: .code)
    try members.encode(record.reason, forKey: .reason)
    try members.encode(record.signal, forKey: .signal)
    try members.encode(record.status, forKey: .status)
    try members.encode(record.footprint, forKey: .footprint)
    try members.encode(record.cpu, forKey: .cpu)
    try members.encode(record.callback, forKey: .callback)
    try members.encode(record.elapsed, forKey: .elapsed)
    try members.encode(record.text, forKey: .text)
  }
}
