// An exit record as it is kept on disk and printed by `roostctl exits --json`.
import FoundationEssentials
import LifecycleModel

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

extension ExitRow {
  /// What the model says of an end, and when by the calendar.
  init(
    _ record: ExitRecord, process: String, time: Int64 = calendarNow(), incident: String? = nil
  ) {
    let (signal, status): (Int32?, Int32?) =
      switch record.status {
      case .exited(let code): (nil, code)
      case .signaled(let number): (number, nil)
      case .unknown, nil: (nil, nil)
      }
    self.init(
      app: record.app.string, pid: record.pid, time: time, state: record.state.rawValue,
      namespace: record.reason.namespace, code: record.reason.code.map { "0x" + String($0, radix: 16) },
      reason: record.reason.word, text: record.reason.sentence, signal: signal, status: status,
      footprint: Int64(clamping: record.usage.footprint), cpu: Int64(clamping: record.usage.cpu),
      callback: record.activity?.callback,
      elapsed: record.activity.map { Int64(clamping: $0.age.wholeNanoseconds) },
      step: record.reason.missedStep?.rawValue, lifetime: Int64(clamping: record.lifetime.wholeNanoseconds),
      earlyDeaths: record.earlyDeaths, incident: incident, process: process)
  }
}

/// Nanoseconds since 1970 by the machine's calendar clock.
nonisolated func calendarNow() -> Int64 {
  Int64(Date().timeIntervalSince1970 * 1e9)
}

extension ExitReason {
  /// The deadline that it missed.
  var missedStep: Step? { if case .watchdog(let step, _) = self { step } else { nil } }
}

/// A record with its number in the store.
nonisolated struct NumberedExit: Hashable, Sendable {
  /// Ascending with time.
  let number: Int
  let row: ExitRow
}
