// How a process ended, as the control interfaces show it (TE3).

/// The one record that every end of every process leaves.
public struct ExitRecord: Codable, Hashable, Sendable {
  public var app: String
  /// Nil when no process came to be.
  public var pid: Int64?
  /// ISO 8601 in UTC, such as `2026-11-21T04:42:34.123Z`.
  public var time: String
  /// What the app was when it ended.
  public var state: AppStatus.State
  /// Who ended it, as `.ips` reports name it.
  public var namespace: String
  /// Such as `0x8badf00d`; nil where iOS has no number for it.
  public var code: String?
  /// One word for programs, such as `watchdog`.
  public var reason: String
  /// The signal it died of, signal(7).
  public var signal: Int64?
  /// What it returned from main or gave exit(3).
  public var status: Int64?
  /// Bytes.
  public var footprint: Int64
  /// Nanoseconds of user and system time.
  public var cpu: Int64
  /// The callback it was in, and for how many nanoseconds.
  public var callback: String?
  public var elapsed: Int64?
  /// The whole as a sentence for people.
  public var text: String

  public init(
    app: String, pid: Int64?, time: String, state: AppStatus.State, namespace: String, code: String?, reason: String,
    signal: Int64?, status: Int64?, footprint: Int64, cpu: Int64, callback: String?, elapsed: Int64?, text: String
  ) {
    self.app = app
    self.pid = pid
    self.time = time
    self.state = state
    self.namespace = namespace
    self.code = code
    self.reason = reason
    self.signal = signal
    self.status = status
    self.footprint = footprint
    self.cpu = cpu
    self.callback = callback
    self.elapsed = elapsed
    self.text = text
  }

  /// Writes what is absent as `null`, so that scripts find every member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(app, forKey: .app)
    try container.encode(pid, forKey: .pid)
    try container.encode(time, forKey: .time)
    try container.encode(state, forKey: .state)
    try container.encode(namespace, forKey: .namespace)
    try container.encode(code, forKey: .code)
    try container.encode(reason, forKey: .reason)
    try container.encode(signal, forKey: .signal)
    try container.encode(status, forKey: .status)
    try container.encode(footprint, forKey: .footprint)
    try container.encode(cpu, forKey: .cpu)
    try container.encode(callback, forKey: .callback)
    try container.encode(elapsed, forKey: .elapsed)
    try container.encode(text, forKey: .text)
  }
}
