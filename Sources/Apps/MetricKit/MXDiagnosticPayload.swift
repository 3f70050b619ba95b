// The ends that somebody should look into.

/// Those among the ends of an ``MXMetricPayload`` that were crashes or kills for what the app did.
open class MXDiagnosticPayload: NSObject, @unchecked Sendable {
  // @unchecked: nothing changes.
  private let period: Period
  /// Crashes, and as on iOS kills by the watchdog and the like.
  public let crashDiagnostics: [MXCrashDiagnostic]?
  /// Callbacks that took longer than they may; the kill that ended each is in ``crashDiagnostics`` too.
  public let hangDiagnostics: [MXHangDiagnostic]?
  /// BG8.
  public let cpuExceptionDiagnostics: [MXCPUExceptionDiagnostic]?

  /// Nil when there is nothing to look into.
  init?(_ period: Period) {
    self.period = period
    crashDiagnostics = period.exits.filter(\.isCrash).map(MXCrashDiagnostic.init).nonempty
    hangDiagnostics =
      period.exits.filter { $0.reason == "watchdog" && $0.elapsed != nil }.map(MXHangDiagnostic.init)
      .nonempty
    cpuExceptionDiagnostics = period.exits.filter { $0.kind == .cpuLimit }.map(MXCPUExceptionDiagnostic.init).nonempty
    super.init()
    if crashDiagnostics == nil, cpuExceptionDiagnostics == nil { return nil }
  }

  open var timeStampBegin: Date { Date(nanoseconds: period.begin) }
  open var timeStampEnd: Date { Date(nanoseconds: period.end) }

  /// Apple's keys.
  open func dictionaryRepresentation() -> [AnyHashable: Any] {
    var members: [AnyHashable: Any] = ["timeStampBegin": stamp(timeStampBegin), "timeStampEnd": stamp(timeStampEnd)]
    members["crashDiagnostics"] = crashDiagnostics?.map { $0.dictionaryRepresentation() }
    members["hangDiagnostics"] = hangDiagnostics?.map { $0.dictionaryRepresentation() }
    members["cpuExceptionDiagnostics"] = cpuExceptionDiagnostics?.map { $0.dictionaryRepresentation() }
    return members
  }

  open func jsonRepresentation() -> Data { json(dictionaryRepresentation()) }
}

extension Array {
  fileprivate var nonempty: Self? { isEmpty ? nil : self }
}
