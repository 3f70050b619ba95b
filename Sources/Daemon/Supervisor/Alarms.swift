// Asking the model again when the time comes that it has set.
import AppLink
import LifecycleModel
import Logging
import Systemd

/// One timer of the loop for each alarm but the deadlines of processes, made when it is set for the first time.
final class Alarms {
  private let runtime: Runtime
  private let model: ModelLoop
  private var timers: [Alarm: any ModelTimer] = [:]

  init(_ runtime: Runtime, _ model: ModelLoop) {
    self.runtime = runtime
    self.model = model
  }

  /// Replaces the time that was set before; nil: it is not due at all.
  func set(_ alarm: Alarm, at due: Instant?) {
    guard let due else { return timers[alarm]?.disarm() ?? () }
    do {
      let timer = try timers[alarm] ?? runtime.timer { [unowned self] in model.submit(.due(alarm)) }
      timers[alarm] = timer
      timer.ring(at: due)
    } catch {
      runtime.log.error("unable to set the timer for \(alarm.purpose): \(error)")
      // A key that nobody would take back is taken back now.
      if alarm == .keys { model.submit(.due(alarm)) }
    }
  }
}

extension Alarm {
  /// To be read after "the timer for".
  fileprivate var purpose: String {
    switch self {
    case .step(let serial, let step): "the step \(step.rawValue) of process \(serial.number)"
    case .tasks: "background work"
    case .notifications: "scheduled notifications"
    case .transfers: "background transfers"
    case .keys: "discarding the key of class complete"
    case .memory: "the next memory check"
    }
  }
}
