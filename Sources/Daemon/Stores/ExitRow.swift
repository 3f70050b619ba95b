// An exit record as it is kept on disk and printed by `roostctl exits --json`.

/// One end of one process (TE3), in plain values that outlive the supervisor.
package nonisolated struct ExitRow: Hashable, Codable, Sendable {
  package var app: String
  /// Nil when no process came to be.
  package var pid: Int32?
  /// Nanoseconds since 1970 (CLOCK_REALTIME).
  package var time: Int64
  /// The state of the app, one of `AppState`.
  package var state: String
  /// The ender of the process, as `.ips` reports name it.
  package var namespace: String
  /// Such as `"0x8badf00d"`; nil where iOS has no number.
  package var code: String?
  /// One word for programs, such as `watchdog`.
  package var reason: String
  /// The same as a sentence for people.
  package var text: String
  /// The signal that ended it.
  package var signal: Int32?
  /// The status that it handed to exit(3).
  package var status: Int32?
  /// Bytes at the last look.
  package var footprint: Int64
  /// Nanoseconds of user and system time.
  package var cpu: Int64
  /// The callback it was in.
  package var callback: String?
  /// Nanoseconds since that callback began.
  package var elapsed: Int64?
  /// The deadline that it missed, one of `Step`.
  package var step: String?
  /// Nanoseconds from its launch; nil in records of an older daemon.
  var lifetime: Int64?
  /// The number of times in a row that the app had then died right after its launch.
  package var earlyDeaths: Int?
  /// Whether the user had swiped the app away, however it ended then; nil in records of an older daemon.
  package var isForceQuit: Bool?
  /// The UUID of its report; nil where there is none to be.
  package var incident: String?
  /// The serial of the process: it has one record, however often it is written. Nil in records of earlier versions.
  package var process: String?

  package init(
    app: String, pid: Int32? = nil, time: Int64, state: String, namespace: String, code: String? = nil,
    reason: String, text: String, signal: Int32? = nil, status: Int32? = nil, footprint: Int64, cpu: Int64,
    callback: String? = nil, elapsed: Int64? = nil, step: String? = nil, lifetime: Int64? = nil,
    earlyDeaths: Int? = nil, isForceQuit: Bool? = nil, incident: String? = nil, process: String? = nil
  ) {
    self.app = app
    self.pid = pid
    self.time = time
    self.state = state
    self.namespace = namespace
    self.code = code
    self.reason = reason
    self.text = text
    self.signal = signal
    self.status = status
    self.footprint = footprint
    self.cpu = cpu
    self.callback = callback
    self.elapsed = elapsed
    self.step = step
    self.lifetime = lifetime
    self.earlyDeaths = earlyDeaths
    self.isForceQuit = isForceQuit
    self.incident = incident
    self.process = process
  }
}

/// A record with its number in the store.
package nonisolated struct NumberedExit: Hashable, Sendable {
  /// Ascending with time.
  package let number: Int
  package let row: ExitRow
}
