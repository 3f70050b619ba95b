// An exit record as it is kept on disk and printed by `roostctl exits --json`.

/// One end of one process (TE3), in plain values that outlive the supervisor.
nonisolated struct ExitRow: Hashable, Codable, Sendable {
  var app: String
  /// Nil when no process came to be.
  var pid: Int32?
  /// Nanoseconds since 1970 (CLOCK_REALTIME).
  var time: Int64
  /// What the app was, one of `AppState`.
  var state: String
  /// Who ended it, as `.ips` reports name it.
  var namespace: String
  /// Such as `"0x8badf00d"`; nil where iOS has no number.
  var code: String?
  /// One word for programs, such as `watchdog`.
  var reason: String
  /// The same as a sentence for people.
  var text: String
  /// The signal that ended it.
  var signal: Int32?
  /// What it handed to exit(3).
  var status: Int32?
  /// Bytes at the last look.
  var footprint: Int64
  /// Nanoseconds of user and system time.
  var cpu: Int64
  /// The callback it was in.
  var callback: String?
  /// Nanoseconds since that callback began.
  var elapsed: Int64?
  /// Which deadline it missed, one of `Step`.
  var step: String?
  /// Nanoseconds from its launch; nil in records of an older daemon.
  var lifetime: Int64?
  /// How often in a row the app had then died right after its launch.
  var earlyDeaths: Int?
  /// The UUID of its report; nil where there is none to be.
  var incident: String?
  /// Whose end it is: a process has one record, however often it is written. Nil in records of earlier versions.
  var process: String?
}

/// A record with its number in the store.
nonisolated struct NumberedExit: Hashable, Sendable {
  /// Ascending with time.
  let number: Int
  let row: ExitRow
}
