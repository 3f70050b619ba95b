// The counts of the app's ends, by kind.

/// Counts of ends by where the app was: each end is in exactly one of them.
open class MXAppExitMetric: NSObject, @unchecked Sendable {
  // @unchecked: nothing changes.
  /// Of processes that were on the screen.
  public let foregroundExitData: MXForegroundExitData
  /// Of those that were behind it, running or suspended, and of those that never got as far as being anything.
  public let backgroundExitData: MXBackgroundExitData

  init(_ exits: [PastExit]) {
    foregroundExitData = MXForegroundExitData(Self.count(exits.filter(\.wasOnScreen).map(\.foregroundKind)))
    backgroundExitData = MXBackgroundExitData(Self.count(exits.filter { !$0.wasOnScreen }.map(\.kind)))
  }

  private static func count(_ kinds: [ExitKind]) -> [ExitKind: Int] {
    kinds.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  open func dictionaryRepresentation() -> [AnyHashable: Any] {
    [
      "foregroundExitData": foregroundExitData.dictionaryRepresentation(),
      "backgroundExitData": backgroundExitData.dictionaryRepresentation(),
    ]
  }

  open func jsonRepresentation() -> Data { json(dictionaryRepresentation()) }
}

/// Ends on the screen.
open class MXForegroundExitData: NSObject, @unchecked Sendable {
  // @unchecked: nothing changes.
  fileprivate let counts: [ExitKind: Int]
  fileprivate init(_ counts: [ExitKind: Int]) { self.counts = counts }
  fileprivate func count(_ kind: ExitKind) -> Int { counts[kind] ?? 0 }

  /// It returned, was quit by the user, or was ended in order.
  open var cumulativeNormalAppExitCount: Int { count(.normal) }
  /// It used more memory than its limit. On the screen, a kill under pressure counts here as well: Apple has no other.
  open var cumulativeMemoryResourceLimitExitCount: Int { count(.memoryLimit) }
  /// SIGSEGV, SIGBUS.
  open var cumulativeBadAccessExitCount: Int { count(.badAccess) }
  /// Every end that is none of the others: abort, an exit code other than 0, another signal, a broken rule.
  open var cumulativeAbnormalExitCount: Int { count(.abnormal) }
  /// SIGILL, SIGTRAP: what Swift's traps are.
  open var cumulativeIllegalInstructionExitCount: Int { count(.illegalInstruction) }
  /// A callback took longer than it may (0x8badf00d).
  open var cumulativeAppWatchdogExitCount: Int { count(.watchdog) }

  open func dictionaryRepresentation() -> [AnyHashable: Any] {
    [
      "cumulativeNormalAppExitCount": cumulativeNormalAppExitCount,
      "cumulativeMemoryResourceLimitExitCount": cumulativeMemoryResourceLimitExitCount,
      "cumulativeBadAccessExitCount": cumulativeBadAccessExitCount,
      "cumulativeAbnormalExitCount": cumulativeAbnormalExitCount,
      "cumulativeIllegalInstructionExitCount": cumulativeIllegalInstructionExitCount,
      "cumulativeAppWatchdogExitCount": cumulativeAppWatchdogExitCount,
    ]
  }

  open func jsonRepresentation() -> Data { json(dictionaryRepresentation()) }
}

/// Ends behind the screen.
open class MXBackgroundExitData: NSObject, @unchecked Sendable {
  // @unchecked: nothing changes.
  fileprivate let counts: [ExitKind: Int]
  fileprivate init(_ counts: [ExitKind: Int]) { self.counts = counts }
  fileprivate func count(_ kind: ExitKind) -> Int { counts[kind] ?? 0 }

  /// It returned, was quit by the user, or was ended in order.
  open var cumulativeNormalAppExitCount: Int { count(.normal) }
  /// It used more memory than its limit (ME5).
  open var cumulativeMemoryResourceLimitExitCount: Int { count(.memoryLimit) }
  /// It used too much of the processor (BG8).
  open var cumulativeCPUResourceLimitExitCount: Int { count(.cpuLimit) }
  /// Memory was short, and it was its turn (ME3).
  open var cumulativeMemoryPressureExitCount: Int { count(.memoryPressure) }
  /// SIGSEGV, SIGBUS.
  open var cumulativeBadAccessExitCount: Int { count(.badAccess) }
  /// Every end that is none of the others: abort, an exit code other than 0, another signal, a broken rule.
  open var cumulativeAbnormalExitCount: Int { count(.abnormal) }
  /// SIGILL, SIGTRAP: what Swift's traps are.
  open var cumulativeIllegalInstructionExitCount: Int { count(.illegalInstruction) }
  /// A callback took longer than it may (0x8badf00d).
  open var cumulativeAppWatchdogExitCount: Int { count(.watchdog) }
  /// It was to be suspended while it held a lock outside its container (0xdead10cc).
  open var cumulativeSuspendedWithLockedFileExitCount: Int { count(.lockedFile) }
  /// It did not end its background tasks when their time was up, or had too many.
  open var cumulativeBackgroundTaskAssertionTimeoutExitCount: Int { count(.backgroundTask) }

  open func dictionaryRepresentation() -> [AnyHashable: Any] {
    [
      "cumulativeNormalAppExitCount": cumulativeNormalAppExitCount,
      "cumulativeMemoryResourceLimitExitCount": cumulativeMemoryResourceLimitExitCount,
      "cumulativeCPUResourceLimitExitCount": cumulativeCPUResourceLimitExitCount,
      "cumulativeMemoryPressureExitCount": cumulativeMemoryPressureExitCount,
      "cumulativeBadAccessExitCount": cumulativeBadAccessExitCount,
      "cumulativeAbnormalExitCount": cumulativeAbnormalExitCount,
      "cumulativeIllegalInstructionExitCount": cumulativeIllegalInstructionExitCount,
      "cumulativeAppWatchdogExitCount": cumulativeAppWatchdogExitCount,
      "cumulativeSuspendedWithLockedFileExitCount": cumulativeSuspendedWithLockedFileExitCount,
      "cumulativeBackgroundTaskAssertionTimeoutExitCount": cumulativeBackgroundTaskAssertionTimeoutExitCount,
    ]
  }

  open func jsonRepresentation() -> Data { json(dictionaryRepresentation()) }
}
