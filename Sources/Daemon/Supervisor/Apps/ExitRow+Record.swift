// An end as the model tells it, in the words that are kept of it.
import LifecycleModel
import Linux
import Reporting
import Stores

extension ExitRow {
  /// An end as the model tells it, with its time by the calendar.
  init(
    _ record: LifecycleModel.ExitRecord, process: String, isForceQuit: Bool, time: Int64 = calendarNow(),
    incident: String? = nil
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
      earlyDeaths: record.earlyDeaths, isForceQuit: isForceQuit, incident: incident, process: process)
  }
}

extension ExitReason {
  /// The deadline that it missed.
  var missedStep: Step? { if case .watchdog(let step, _) = self { step } else { nil } }
}
