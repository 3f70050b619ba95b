// The words in which iOS says that a deadline was missed: tools look for them.

/// A deadline that was missed, and the time that was spent meanwhile.
public struct WatchdogTransgression: Hashable, Sendable {
  /// The deadlines that iOS has names for.
  public enum Event: String, Sendable {
    case processLaunch = "process-launch"
    case sceneCreate = "scene-create"
    case sceneUpdate = "scene-update"
    case processExit = "process-exit"
  }

  /// Processor time in nanoseconds.
  public struct CPUTime: Hashable, Sendable {
    public var user: Int64
    public var system: Int64

    public init(user: Int64, system: Int64) {
      self.user = user
      self.system = system
    }

    var sum: Int64 {
      let (sum, overflows) = user.addingReportingOverflow(system)
      return overflows ? .max : sum
    }
  }

  public var event: Event
  public var bundleID: String
  public var pid: Int32
  public var isOnScreen: Bool
  /// Nanoseconds that it may take, and that it took.
  public var allowance: Int64
  public var elapsed: Int64
  /// Of the whole machine while it took that long; nil when that was not measured.
  public var total: CPUTime?
  /// Of the app's processes; nil when that was not measured.
  public var application: Int64?
  /// The number of processors of the machine: 100 % is all of them.
  public var processors: Int

  public init(
    event: Event, bundleID: String, pid: Int32, isOnScreen: Bool, allowance: Int64, elapsed: Int64, total: CPUTime?,
    application: Int64?, processors: Int
  ) {
    self.event = event
    self.bundleID = bundleID
    self.pid = pid
    self.isOnScreen = isOnScreen
    self.allowance = allowance
    self.elapsed = elapsed
    self.total = total
    self.application = application
    self.processors = processors
  }

  /// The lines of `termination.reasons`.
  public var reasons: [String] {
    let visibility = isOnScreen ? "Foreground" : "Background"
    var lines = [
      "\(event.rawValue) watchdog transgression: app<\(bundleID)>:\(pid) exhausted real (wall clock) time allowance of "
        + "\(seconds(allowance, 2)) seconds",
      "ProcessVisibility: \(visibility)", "ProcessState: Running", "WatchdogEvent: \(event.rawValue)",
      "WatchdogVisibility: \(visibility)",
    ]
    let statistics = [totalLine, applicationLine].compactMap { $0 }
    if !statistics.isEmpty {
      lines.append("WatchdogCPUStatistics: (")
      lines += statistics.enumerated().map { "\"\($0.element)\"\($0.offset + 1 < statistics.count ? "," : "")" }
      lines.append(")")
    }
    return lines
  }

  private var totalLine: String? {
    total.map {
      "Elapsed total CPU time (seconds): \(seconds($0.sum, 3)) (user \(seconds($0.user, 3)), "
        + "system \(seconds($0.system, 3))), \(percent($0.sum))% CPU"
    }
  }

  private var applicationLine: String? {
    application.map { "Elapsed application CPU time (seconds): \(seconds($0, 3)), \(percent($0))% CPU" }
  }

  private func percent(_ used: Int64) -> Int64 {
    let available = Double(elapsed) * Double(max(1, processors))
    return available > 0 ? Int64(min(100, max(0, Double(used) / available * 100)).rounded()) : 0
  }
}
