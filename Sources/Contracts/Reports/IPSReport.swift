// The report of one process's end, in the shape of the JSON files that iOS writes since version 15.

/// The report of a process's end: its cause, and what the main thread was doing (TE4). Key names are Apple's; facts
/// that iOS has no key for are under ``Body/roost``.
public struct IPSReport: ReportFile, Hashable, Sendable {
  public static let kind = ReportHeader.Kind.exit
  public var header: ReportHeader
  public var body: Body

  public init(header: ReportHeader, body: Body) {
    self.header = header
    self.body = body
  }

  public struct Body: Hashable, Codable, Sendable {
    public var kind = IPSReport.kind
    public var incident: String
    public var version = 2
    /// Seconds since the machine was booted.
    public var uptime: Int
    /// `Foreground` or `Background`.
    public var procRole: String
    public var userID: UInt32
    public var modelCode: String
    public var osVersion: OSVersion
    /// ``ReportTime/preciseStamp``.
    public var captureTime: String
    public var procLaunch: String?
    /// 0 when no process came to be.
    public var pid: Int32
    public var cpuType: String
    public var procName: String
    public var procPath: String
    public var bundleInfo: BundleInfo
    public var parentProc: String
    public var parentPid: Int32
    public var coalitionName: String
    public var exception: Exception
    public var termination: Termination
    public var faultingThread = 0
    /// The main thread alone.
    public var threads: [Thread]
    public var usedImages: [Image]
    public var roost: RoostFacts

    enum CodingKeys: String, CodingKey {
      case kind = "bug_type"
      case incident, version, uptime, procRole, userID, modelCode, osVersion, captureTime, procLaunch, pid, cpuType
      case procName, procPath, bundleInfo, parentProc, parentPid, coalitionName, exception, termination, faultingThread
      case threads, usedImages, roost
    }
  }

  public struct OSVersion: Hashable, Codable, Sendable {
    /// Such as `Debian GNU/Linux 12 (bookworm)`.
    public var train: String
    /// The kernel's release, uname(2).
    public var build: String

    public init(train: String, build: String) {
      self.train = train
      self.build = build
    }
  }

  public struct BundleInfo: Hashable, Codable, Sendable {
    public var identifier: String
    public var version: String?
    public var shortVersion: String?

    public init(identifier: String, version: String? = nil, shortVersion: String? = nil) {
      self.identifier = identifier
      self.version = version
      self.shortVersion = shortVersion
    }

    enum CodingKeys: String, CodingKey {
      case identifier = "CFBundleIdentifier", version = "CFBundleVersion", shortVersion = "CFBundleShortVersionString"
    }
  }

  /// The message that the kernel would have sent to the process. Linux has no Mach exceptions: the type is the one that
  /// iOS raises for the same signal.
  public struct Exception: Hashable, Codable, Sendable {
    public var type: String
    /// Such as `SIGKILL`.
    public var signal: String
    public var codes: String
    public var rawCodes: [UInt64]

    public init(signal: String) {
      self.signal = signal
      type =
        switch signal {
        case "SIGSEGV", "SIGBUS": "EXC_BAD_ACCESS"
        case "SIGILL": "EXC_BAD_INSTRUCTION"
        case "SIGTRAP": "EXC_BREAKPOINT"
        case "SIGFPE": "EXC_ARITHMETIC"
        default: "EXC_CRASH"
        }
      codes = "0x0000000000000000, 0x0000000000000000"
      rawCodes = [0, 0]
    }
  }

  /// The party that ended it, and the reason.
  public struct Termination: Hashable, Codable, Sendable {
    public var flags = 0
    /// Such as `SPRINGBOARD`.
    public var namespace: String
    /// Such as 0x8badf00d.
    public var code: UInt64
    /// The reason in one line.
    public var indicator: String
    /// The same in the words that tools look for, line by line.
    public var reasons: [String]?
    public var byProc: String
    public var byPid: Int32

    public init(
      namespace: String, code: UInt64, indicator: String, reasons: [String]? = nil, byProc: String, byPid: Int32
    ) {
      self.namespace = namespace
      self.code = code
      self.indicator = indicator
      self.reasons = reasons
      self.byProc = byProc
      self.byPid = byPid
    }
  }

  public struct Thread: Hashable, Codable, Sendable {
    public var triggered = true
    public var id: Int32
    public var queue = "com.apple.main-thread"
    public var threadState: ThreadState
    public var frames: [Frame]
  }

  public struct Frame: Hashable, Codable, Sendable {
    public var imageOffset: UInt64
    /// Position in ``Body/usedImages``.
    public var imageIndex: Int
    public var symbol: String?
    /// Bytes from the symbol's beginning.
    public var symbolLocation: UInt64?
    public var sourceFile: String?
    public var sourceLine: Int?
  }

  public struct Image: Hashable, Codable, Sendable {
    /// `P` for a file that is mapped, `A` for addresses that are in none.
    public var source: String
    public var arch: String
    public var base: UInt64
    public var size: UInt64
    public var uuid: String
    public var path: String
    public var name: String
  }
}

/// The facts of an end that Roost knows beyond those that iOS has keys for. Times are nanoseconds.
public struct RoostFacts: Hashable, Codable, Sendable {
  /// One word for programs, as in `roostctl exits`.
  public var reason: String
  /// The reason why it ended, worded so that it can stand after "ended:".
  public var sentence: String
  /// Advice for the app's developer; nil when there is nothing to do.
  public var advice: String?
  /// The state of the app, one of `notRunning inactive active background suspended`.
  public var state: String
  /// The callback it was in, and for how long.
  public var callback: String?
  public var elapsed: Int64?
  /// The processor time that it used meanwhile.
  public var elapsedCPU: Int64?
  /// The time that it may take, where a deadline was missed.
  public var limit: Int64?
  /// From launch to end.
  public var lifetime: Int64
  public var cpu: Int64
  /// Bytes of memory at the last look.
  public var footprint: Int64
  /// The reason why there is no backtrace, or no more of it.
  public var backtraceError: String?
  /// The use of the processor that it was killed for, where it used too much (BG8).
  public var processorLoad: ProcessorLoad?
  /// Bytes that it may have, where it had more (ME5).
  public var memoryLimit: Int64?

  public init(
    reason: String, sentence: String, advice: String? = nil, state: String, callback: String? = nil,
    elapsed: Int64? = nil, elapsedCPU: Int64? = nil, limit: Int64? = nil, lifetime: Int64, cpu: Int64,
    footprint: Int64, backtraceError: String? = nil, processorLoad: ProcessorLoad? = nil, memoryLimit: Int64? = nil
  ) {
    self.reason = reason
    self.sentence = sentence
    self.advice = advice
    self.state = state
    self.callback = callback
    self.elapsed = elapsed
    self.elapsedCPU = elapsedCPU
    self.limit = limit
    self.lifetime = lifetime
    self.cpu = cpu
    self.footprint = footprint
    self.backtraceError = backtraceError
    self.processorLoad = processorLoad
    self.memoryLimit = memoryLimit
  }
}

/// The use of the processor by an app behind the screen, and the most that it may use (BG8).
public struct ProcessorLoad: Hashable, Codable, Sendable {
  /// Percent of one processor.
  public var limit: Int
  /// Nanoseconds of processor time, and of the time in which it was used.
  public var used: Int64
  public var window: Int64

  public init(limit: Int, used: Int64, window: Int64) {
    self.limit = limit
    self.used = used
    self.window = window
  }

  /// The line of `termination.reasons`, as iOS words its reports of it.
  public var reasons: [String] {
    [
      "\(seconds(used, 1)) seconds cpu time over \(seconds(window, 1)) seconds (\(share)% cpu average), exceeding "
        + "limit of \(limit)% cpu over \(seconds(window, 1)) seconds",
      "Action taken: Process killed",
    ]
  }

  /// Percent of one processor.
  public var share: Int64 {
    guard window > 0 else { return 0 }
    let share = (Double(used) / Double(window) * 100).rounded()
    return Int64(exactly: share) ?? (used < 0 ? .min : .max)
  }
}
