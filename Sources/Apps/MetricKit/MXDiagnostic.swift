// One end that somebody should look into.

/// The properties that all diagnostics have.
open class MXDiagnostic: NSObject, @unchecked Sendable {
  // @unchecked: nothing changes.
  let exit: PastExit
  init(_ exit: PastExit) { self.exit = exit }

  open var metaData: MXMetaData { .current }
  open var applicationVersion: String { MXMetaData.current.applicationBuildVersion }
  /// Of the main thread, taken before the process was gone; empty where none could be had.
  open var callStackTree: MXCallStackTree { MXCallStackTree(exit.frames ?? []) }

  /// Apple's keys.
  open func dictionaryRepresentation() -> [AnyHashable: Any] {
    [
      "version": "1.0.0", "callStackTree": callStackTree.dictionaryRepresentation(), "diagnosticMetaData": details,
    ]
  }

  var details: [AnyHashable: Any] {
    metaData.dictionaryRepresentation().merging(["appVersion": applicationVersion]) { $1 }
  }

  open func jsonRepresentation() -> Data { json(dictionaryRepresentation()) }
}

/// A process that a signal of its own making ended, or that was killed for what it did.
open class MXCrashDiagnostic: MXDiagnostic, @unchecked Sendable {
  /// `Namespace SPRINGBOARD, Code 0x8badf00d` and the reason in words.
  open var terminationReason: String? {
    "Namespace \(exit.namespace)" + (exit.code.map { ", Code \($0)" } ?? "") + " \(exit.text)"
  }
  /// Linux does not tell.
  open var virtualMemoryRegionInfo: String? { nil }
  /// The Mach exception that iOS raises for the same signal: 1 bad access, 2 bad instruction, 3 arithmetic,
  /// 6 breakpoint, 10 crash.
  open var exceptionType: NSNumber? {
    switch exit.signal {
    case SIGSEGV, SIGBUS: 1
    case SIGILL: 2
    case SIGFPE: 3
    case SIGTRAP: 6
    default: 10
    }
  }
  open var exceptionCode: NSNumber? { 0 }
  open var signal: NSNumber? { exit.signal.map { NSNumber(value: $0) } }

  override var details: [AnyHashable: Any] {
    var details = super.details
    details["terminationReason"] = terminationReason
    details["exceptionType"] = exceptionType?.intValue
    details["exceptionCode"] = exceptionCode?.intValue
    details["signal"] = signal?.intValue
    return details
  }
}

/// A callback that took longer than it may.
open class MXHangDiagnostic: MXDiagnostic, @unchecked Sendable {
  /// Until the app was killed for it.
  open var hangDuration: Measurement<UnitDuration> { seconds(exit.elapsed ?? 0) }

  override var details: [AnyHashable: Any] {
    super.details.merging(["hangDuration": "\(hangDuration.value) sec"]) { $1 }
  }
}

/// More use of the processor behind the screen than an app may have (BG8).
open class MXCPUExceptionDiagnostic: MXDiagnostic, @unchecked Sendable {
  open var totalCPUTime: Measurement<UnitDuration> { seconds(exit.load?.used ?? 0) }
  /// The time in which it was used.
  open var totalSampledTime: Measurement<UnitDuration> { seconds(exit.load?.window ?? 0) }

  override var details: [AnyHashable: Any] {
    super.details.merging([
      "totalCPUTime": "\(totalCPUTime.value) sec", "totalSampledTime": "\(totalSampledTime.value) sec",
    ]) { $1 }
  }
}

private func seconds(_ nanoseconds: Int) -> Measurement<UnitDuration> {
  Measurement(value: Double(nanoseconds) / 1e9, unit: .seconds)
}
