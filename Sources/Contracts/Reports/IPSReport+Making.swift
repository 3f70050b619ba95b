// Making an .ips report out of what is known of an end.

extension IPSReport {
  /// The app and the process that ended.
  public struct Subject: Hashable, Sendable {
    public var name: String
    public var bundle: BundleInfo
    public var executable: String
    /// Nil when no process came to be.
    public var pid: Int32?
    public var user: UInt32
    public var launched: ReportTime?
    public var wasOnScreen: Bool

    public init(
      name: String, bundle: BundleInfo, executable: String, pid: Int32?, user: UInt32, launched: ReportTime?,
      wasOnScreen: Bool
    ) {
      self.name = name
      self.bundle = bundle
      self.executable = executable
      self.pid = pid
      self.user = user
      self.launched = launched
      self.wasOnScreen = wasOnScreen
    }
  }

  /// The machine and the daemon.
  public struct System: Hashable, Sendable {
    public var version: OSVersion
    public var model: String
    /// Seconds since it was booted.
    public var uptime: Int
    public var daemonPID: Int32

    public init(version: OSVersion, model: String, uptime: Int, daemonPID: Int32) {
      self.version = version
      self.model = model
      self.uptime = uptime
      self.daemonPID = daemonPID
    }

    /// As on one line: `Debian GNU/Linux 12 (bookworm) (6.1.0-31-amd64)`.
    var osVersion: String { "\(version.train) (\(version.build))" }
  }

  /// - Parameters:
  ///   - incident: a UUID that is the report's own.
  ///   - signal: what ended it, such as `SIGKILL`.
  ///   - backtrace: of the main thread, taken before it ended; nil when none could be had.
  public init(
    incident: String, time: ReportTime, subject: Subject, system: System, signal: String, termination: Termination,
    facts: RoostFacts, backtrace: Backtrace?
  ) {
    let architecture = backtrace?.architecture ?? .current
    let images = backtrace.map { Image.list(of: $0) } ?? []
    let pid = subject.pid ?? 0
    var facts = facts
    facts.backtraceError = facts.backtraceError ?? backtrace?.incomplete
    header = ReportHeader(
      kind: Self.kind, timestamp: time.stamp, osVersion: system.osVersion, incident: incident, appName: subject.name,
      name: subject.name, bundleID: subject.bundle.identifier, appVersion: subject.bundle.shortVersion ?? "",
      buildVersion: subject.bundle.version ?? "",
      sliceUUID: images.first { $0.path == subject.executable }?.uuid ?? Image.noUUID)
    body = Body(
      incident: incident, uptime: system.uptime, procRole: subject.wasOnScreen ? "Foreground" : "Background",
      userID: subject.user, modelCode: system.model, osVersion: system.version, captureTime: time.preciseStamp,
      procLaunch: subject.launched?.preciseStamp, pid: pid, cpuType: architecture.cpuType, procName: subject.name,
      procPath: subject.executable, bundleInfo: subject.bundle, parentProc: "roostd", parentPid: system.daemonPID,
      coalitionName: subject.bundle.identifier, exception: Exception(signal: signal), termination: termination,
      threads: [
        // Readers index it without looking: there is always one, if only an empty one.
        Thread(
          id: pid, threadState: ThreadState(architecture: architecture, registers: backtrace?.registers ?? []),
          frames: backtrace?.frames.map { Frame($0, among: images) } ?? [])
      ],
      usedImages: images, roost: facts)
  }
}

extension IPSReport.Frame {
  fileprivate init(_ frame: Backtrace.Frame, among images: [IPSReport.Image]) {
    // The last image stands for addresses in no file.
    let image = frame.image.flatMap { images.indices.contains($0) ? $0 : nil } ?? images.count - 1
    imageIndex = image
    imageOffset = frame.address &- images[image].base
    symbol = frame.symbol
    symbolLocation = frame.symbol == nil ? nil : frame.symbolOffset ?? 0
    sourceFile = frame.sourceFile
    sourceLine = frame.sourceLine
  }
}

extension IPSReport.Image {
  static let noUUID = "00000000-0000-0000-0000-000000000000"

  /// Those of a backtrace, and one more when a frame is in none of them.
  fileprivate static func list(of backtrace: Backtrace) -> [Self] {
    var images = backtrace.images.map { image in
      Self(
        source: "P", arch: backtrace.architecture.rawValue, base: image.base, size: image.size,
        uuid: uuid(image.buildID), path: image.path, name: image.name)
    }
    let isComplete = backtrace.frames.allSatisfy { $0.image.map(images.indices.contains) ?? false }
    if !isComplete {
      images.append(
        Self(
          source: "A", arch: backtrace.architecture.rawValue, base: 0, size: 0, uuid: noUUID, path: "", name: "???"))
    }
    return images
  }

  /// The first 16 bytes of a build ID, in groups.
  static func uuid(_ buildID: String?) -> String {
    let digits = Array((buildID ?? "").filter(\.isHexDigit).lowercased().prefix(32))
    let all = digits + Array(repeating: "0", count: 32 - digits.count)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(all[$0]) }.joined(separator: "-")
  }
}
