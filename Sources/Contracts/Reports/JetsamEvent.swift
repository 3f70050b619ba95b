// The report of a kill for memory, in the shape of the JetsamEvent files that iOS writes.

/// All apps as they were when one was killed for its memory (ME7). Key names are Apple's; facts that iOS has no key for
/// are under ``Body/roost``.
public struct JetsamEvent: ReportFile, Hashable, Sendable {
  public static let kind = ReportHeader.Kind.jetsam
  public var header: ReportHeader
  public var body: Body

  public init(header: ReportHeader, body: Body) {
    self.header = header
    self.body = body
  }

  public struct Body: Hashable, Codable, Sendable {
    public var kind = JetsamEvent.kind
    public var incident: String
    /// ``ReportTime/stamp``.
    public var date: String
    public var build: String
    public var product: String
    public var kernel: String
    public var memoryStatus: MemoryStatus
    /// The name of the largest; empty when there is no process.
    public var largestProcess: String
    public var genCounter = 0
    public var processes: [Process]
    public var roost: Facts

    enum CodingKeys: String, CodingKey {
      case kind = "bug_type"
      case incident, date, build, product, kernel, memoryStatus, largestProcess, genCounter, processes, roost
    }
  }

  public struct MemoryStatus: Hashable, Codable, Sendable {
    /// Bytes of one page.
    public var pageSize: Int64
    public var memoryPages: MemoryPages
  }

  /// One process of an app.
  public struct Process: Hashable, Codable, Sendable {
    public var name: String
    public var pid: Int32
    /// Such as `["suspended"]` or `["frontmost"]`.
    public var states: [String]
    /// The number that all processes of one app share.
    public var coalition: UInt64
    /// Its band: the lower, the earlier it goes.
    public var priority: Int
    /// Pages it has now.
    public var rpages: Int64
    /// The most pages that it ever had, as far as is known.
    public var lifetimeMax: Int64
    /// Seconds of processor time.
    public var cpuTime: Double
    /// The reason why it was killed: only the victim has one.
    public var reason: String?
    public var bundleID: String

    /// - Parameters:
    ///   - footprint: bytes it has now.
    ///   - peak: the most bytes it ever had, as far as is known.
    ///   - cpu: nanoseconds of processor time.
    public init(
      name: String, bundleID: String, pid: Int32, states: [String], coalition: UInt64, priority: Int, footprint: Int64,
      peak: Int64, cpu: Int64, pageSize: Int64, reason: String? = nil
    ) {
      self.name = name
      self.bundleID = bundleID
      self.pid = pid
      self.states = states
      self.coalition = coalition
      self.priority = priority
      rpages = footprint / max(1, pageSize)
      lifetimeMax = max(footprint, peak) / max(1, pageSize)
      cpuTime = Double(cpu) / 1e9
      self.reason = reason
    }
  }

  /// The facts that Roost knows beyond those that iOS has keys for.
  public struct Facts: Hashable, Codable, Sendable {
    /// The reason why memory had to be had, in one sentence.
    public var sentence: String
    /// Bytes that the kill brought back; nil when the report was written before they were measured.
    public var freed: Int64?
    /// Smaller processes that are not listed, because one of many kills in a row does not list them all; nil: none.
    public var omitted: Int?

    public init(sentence: String, freed: Int64? = nil, omitted: Int = 0) {
      self.sentence = sentence
      self.freed = freed
      self.omitted = omitted > 0 ? omitted : nil
    }
  }

  /// - Parameters:
  ///   - incident: a UUID that is the report's own.
  ///   - kernel: uname(2), on one line.
  ///   - processes: the one with a reason is the victim.
  public init(
    incident: String, time: ReportTime, system: IPSReport.System, kernel: String, pageSize: Int64, pages: MemoryPages,
    processes: [Process], facts: Facts
  ) {
    header = ReportHeader(
      kind: Self.kind, timestamp: time.stamp, osVersion: system.osVersion, incident: incident)
    body = Body(
      incident: incident, date: time.stamp, build: system.osVersion, product: system.model, kernel: kernel,
      memoryStatus: MemoryStatus(pageSize: pageSize, memoryPages: pages),
      largestProcess: processes.max { $0.rpages < $1.rpages }?.name ?? "", processes: processes, roost: facts)
  }
}
