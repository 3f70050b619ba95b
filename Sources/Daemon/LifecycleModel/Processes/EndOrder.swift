// The orders to end, and the reason that each leaves in the record.

/// The reason why a process has been told to end in order.
public enum EndOrder: Hashable, Codable, Sendable {
  case forceQuit, system, shutdown
  /// BG7: it would have entered the background.
  case exitsOnSuspend
  /// ME3: others need what it holds.
  case memory(JetsamCause)

  /// The reason its record gives when it ends as ordered by `status`.
  func reason(for status: ExitStatus) -> ExitReason {
    switch self {
    case .forceQuit: .forceQuit
    case .system: .terminatedBySystem
    case .shutdown: .shutdown
    case .exitsOnSuspend: ExitReason(unordered: status)
    case .memory(let cause): .jetsam(cause)
    }
  }

  /// The reason given when a suspended process is killed on this order, without a call (TE1).
  var silently: ExitReason {
    switch self {
    case .forceQuit: .forceQuit
    case .system, .exitsOnSuspend: .terminatedBySystem
    case .shutdown: .shutdown
    case .memory(let cause): .jetsam(cause)
    }
  }
}

extension ExitReason {
  /// The reason of an end that nobody here asked for.
  init(unordered status: ExitStatus) {
    switch status {
    case .exited(let code): self = .exited(code: code)
    case .signaled(let signal): self = .crashed(signal: signal)
    case .unknown: self = .unobserved
    }
  }
}
