// Makes the report of an exit record (TE4).
import FoundationEssentials
import Glibc
package import LifecycleModel
import Linux
package import Reports
import Systemd

/// The parts of a report beyond the record of an end.
package nonisolated struct ReportContext {
  package var executable: String
  /// The user that it ran as; nil: the daemon's.
  package var user: UInt32?
  /// Processor time that the app used in the callback it was in; nil when that was not measured.
  var spent: Duration?
  /// That of the whole machine meanwhile; nil when that was not measured.
  var machineSpent: WatchdogTransgression.CPUTime?
  /// The share of one processor that an app may use behind the screen (BG8).
  package var backgroundCPU: Double = Policy().backgroundCPU
  /// Bytes that this app may have (ME5); nil where nothing limits it.
  package var memoryLimit: UInt64?
  /// Nil when none was asked for, as for a process that is gone before anybody can look.
  package var backtrace: Result<Backtrace, BacktraceError>?

  package init(
    executable: String, spent: Duration? = nil,
    machineSpent: WatchdogTransgression.CPUTime? = nil,
    backgroundCPU: Double = Policy().backgroundCPU, memoryLimit: UInt64? = nil,
    backtrace: Result<Backtrace, BacktraceError>? = nil
  ) {
    self.executable = executable
    self.spent = spent
    self.machineSpent = machineSpent
    self.backgroundCPU = backgroundCPU
    self.memoryLimit = memoryLimit
    self.backtrace = backtrace
  }
}

nonisolated extension IPSReport {
  /// - Parameters:
  ///   - incident: a UUID that is the report's own.
  ///   - time: of the end.
  ///   - system: ``IPSReport/System/current()``.
  package init(
    _ record: LifecycleModel.ExitRecord, _ context: ReportContext, incident: String, at time: ReportTime, system: System
  ) {
    let signal = record.status?.signal
    let lifetime = Int64(clamping: record.lifetime.wholeNanoseconds)
    let launched = ReportTime(nanoseconds: time.nanoseconds &- lifetime, offset: time.offset)
    self.init(
      incident: incident, time: time,
      subject: Subject(
        name: context.executable.split(separator: "/").last.map(String.init) ?? record.app.string,
        bundle: BundleInfo(identifier: record.app.string), executable: context.executable, pid: record.pid,
        user: context.user ?? getuid(), launched: record.pid == nil ? nil : launched,
        wasOnScreen: record.state.isOnScreen),
      system: system, signal: signal.map(signalName) ?? "none",
      termination: Termination(
        namespace: record.reason.namespace, code: record.reason.code ?? signal.map { UInt64($0.magnitude) } ?? 0,
        indicator: record.reason.sentence, reasons: Self.reasons(record, context), byProc: "roostd",
        byPid: system.daemonPID),
      facts: RoostFacts(record, context, lifetime), backtrace: try? context.backtrace?.get())
  }

  private static func reasons(_ record: LifecycleModel.ExitRecord, _ context: ReportContext) -> [String] {
    if let load = ProcessorLoad(record.reason, allowed: context.backgroundCPU) { return load.reasons }
    guard case .watchdog(let step, let limit) = record.reason, let event = step.watchdogEvent else {
      return [record.reason.sentence]
    }
    let elapsed = max(limit, record.activity?.age ?? limit)
    return WatchdogTransgression(
      event: event, bundleID: record.app.string, pid: record.pid ?? 0, isOnScreen: record.state.isOnScreen,
      allowance: Int64(clamping: limit.wholeNanoseconds), elapsed: Int64(clamping: elapsed.wholeNanoseconds),
      total: context.machineSpent, application: context.spent.map { Int64(clamping: $0.wholeNanoseconds) },
      processors: sysconf(CInt(_SC_NPROCESSORS_ONLN))
    ).reasons
  }
}

nonisolated extension RoostFacts {
  fileprivate init(_ record: LifecycleModel.ExitRecord, _ context: ReportContext, _ lifetime: Int64) {
    let failure: BacktraceError? = if case .failure(let error) = context.backtrace { error } else { nil }
    self.init(
      reason: record.reason.word, sentence: record.reason.sentence,
      advice: record.reason.advice(in: record.activity, spent: context.spent), state: record.state.rawValue,
      callback: record.activity?.callback, elapsed: record.activity.map { Int64(clamping: $0.age.wholeNanoseconds) },
      elapsedCPU: context.spent.map { Int64(clamping: $0.wholeNanoseconds) }, limit: record.reason.limit,
      lifetime: lifetime, cpu: Int64(clamping: record.usage.cpu), footprint: Int64(clamping: record.usage.footprint),
      backtraceError: failure?.description ?? (context.backtrace == nil ? record.reason.whyUnseen : nil),
      processorLoad: ProcessorLoad(record.reason, allowed: context.backgroundCPU),
      memoryLimit: record.reason == .jetsam(.perProcessLimit) ? context.memoryLimit.map { Int64(clamping: $0) } : nil)
  }
}

nonisolated extension ProcessorLoad {
  /// BG8; nil for every other end.
  fileprivate init?(_ reason: ExitReason, allowed: Double) {
    guard case .cpuLimit(let percent, let window) = reason else { return nil }
    let used = window / 100 * percent
    self.init(
      limit: Int((allowed * 100).rounded()), used: Int64(clamping: used.wholeNanoseconds),
      window: Int64(clamping: window.wholeNanoseconds))
  }
}

nonisolated extension ExitStatus {
  fileprivate var signal: Int32? {
    switch self {
    case .exited, .unknown: nil
    case .signaled(let number): number
    }
  }
}

nonisolated extension AppState {
  fileprivate var isOnScreen: Bool {
    switch self {
    case .active, .inactive: true
    case .background, .suspended, .notRunning: false
    }
  }
}
