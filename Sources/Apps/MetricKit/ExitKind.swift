// Turns an exit record into the kind that Apple counts it as.

/// The kinds of ends that are counted; each end is one of these.
enum ExitKind: CaseIterable, Hashable, Sendable {
  case normal, memoryLimit, cpuLimit, memoryPressure, badAccess, abnormal, illegalInstruction, watchdog, lockedFile
  case backgroundTask
}

extension PastExit {
  var wasOnScreen: Bool { state == "active" || state == "inactive" }

  /// The words are those of `roostctl exits`; one that this version does not know is abnormal.
  var kind: ExitKind {
    switch reason {
    case "force-quit", "terminated", "shutdown": .normal
    case "exit": status == 0 ? .normal : .abnormal
    case "watchdog": step == "expiration" || step == "backgroundTasks" ? .backgroundTask : .watchdog
    case "too-many-tasks": .backgroundTask
    case "lock-held": .lockedFile
    case "cpu-limit": .cpuLimit
    case "per-process-limit": .memoryLimit
    case "highwater", "vm-pageshortage", "idle-exit": .memoryPressure
    case "crash":
      switch signal {
      case SIGSEGV, SIGBUS: .badAccess
      case SIGILL, SIGTRAP: .illegalInstruction
      default: .abnormal
      }
    default: .abnormal
    }
  }

  /// On the screen Apple has fewer counts.
  var foregroundKind: ExitKind {
    switch kind {
    case .memoryPressure: .memoryLimit
    case .cpuLimit, .lockedFile, .backgroundTask: .abnormal
    case .normal, .memoryLimit, .badAccess, .abnormal, .illegalInstruction, .watchdog: kind
    }
  }

  /// Whether somebody should look into it: a signal of its own making, or a kill for what it did.
  var isCrash: Bool {
    switch kind {
    case .badAccess, .illegalInstruction, .watchdog, .lockedFile, .backgroundTask: true
    case .abnormal: reason != "exit" && reason != "failed-to-start"
    case .normal, .memoryLimit, .cpuLimit, .memoryPressure: false
    }
  }
}
