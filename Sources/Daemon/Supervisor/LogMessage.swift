// The parts of log messages for programs: fields, and the ids by which config/journal/roost.catalog explains them.
import LifecycleModel
import Logging
import Reporting

/// Messages that the journal's catalog explains (`journalctl -x`, sd-journal(3)).
nonisolated enum LogMessage: String, CaseIterable {
  case missedDeadline = "d6a74e1e9c5f4b0c8f3e5b0a1c7d2e41"
  case tookMemoryBack = "5b1f0c3a7d264e0d9a8e6c2b4f91d350"
  case brokeRule = "0e8c9d2f6b7a4158b3d4a1f05c6e7290"
  case crashed = "a3f5d1c07e9b4c62826f0b9d3e5a1c74"
  case failedToStart = "7c2e4a9b1d3f40f6ae58d70c9b1e6f23"
  case ended = "e9b0d7a25c8f41338d16c4f2a7b35e08"
  case refusedConfiguration = "2f6d8b3e0a914c57b9c07e4d5a1f8362"

  /// Under which the id is in a message's metadata.
  static let key = "message-id"

  init(_ reason: ExitReason) {
    switch reason {
    case .watchdog: self = .missedDeadline
    case .jetsam: self = .tookMemoryBack
    case .heldResource, .lockHeld, .cpuLimit, .tooManyTasks, .violation, .missingPurpose: self = .brokeRule
    case .crashed: self = .crashed
    case .failedToStart: self = .failedToStart
    case .forceQuit, .permissionChanged, .terminatedBySystem, .shutdown, .exited, .unobserved: self = .ended
    }
  }
}

extension Logger.Metadata {
  /// The end of an app: `ROOST_APP`, `ROOST_PID`, `ROOST_STATE` and so on.
  init(_ record: LifecycleModel.ExitRecord) {
    self = [
      LogMessage.key: .string(LogMessage(record.reason).rawValue), "app": .string(record.app.string),
      "state": .string(record.state.rawValue), "reason": .string(record.reason.word),
      "namespace": .string(record.reason.namespace), "footprint": .stringConvertible(record.usage.footprint),
    ]
    self["pid"] = record.pid.map { .stringConvertible($0) }
    self["code"] = record.reason.code.map { .string("0x" + String($0, radix: 16)) }
    self["callback"] = record.activity.map { .string($0.callback) }
  }

  /// The state of an app.
  nonisolated init(app: AppID, state: AppState) {
    self = ["app": .string(app.string), "state": .string(state.rawValue)]
  }

  nonisolated init(app: AppID) { self = ["app": .string(app.string)] }
}
