// The files behind ReportStore, on its thread.
import FoundationEssentials
import Glibc
import Reports
import Synchronization
import SystemPackage

/// `STATE/reports`: nobody but the daemon writes in it.
nonisolated final class ReportFolder: Sendable {
  let path: String
  private let bounds: Mutex<ExitStore.Bounds>
  private let now: @Sendable () -> Int64
  /// Nanoseconds since 1970 at the last look through all files.
  private let lastTrim = Mutex(Int64.min)
  /// What is larger was not written by us.
  static let largest = 8 << 20

  init(_ path: String, bounds: ExitStore.Bounds, now: @escaping @Sendable () -> Int64) {
    self.path = path
    self.bounds = Mutex(bounds)
    self.now = now
  }

  /// From the next report on so much is kept.
  func keep(_ new: ExitStore.Bounds) { bounds.withLock { $0 = new } }

  // MARK: Writing

  /// Writes a new file and returns its name. It is on disk, or there is none at all.
  func write(_ bytes: [UInt8], _ name: ReportName) throws(ReportError) -> String {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw storage() }
    // No report's name. What an earlier daemon left half written is overwritten.
    let half = path + "/.new"
    let descriptor = open(half, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw storage() }
    var failure = Self.put(bytes, descriptor)
    if close(descriptor) != 0, failure == 0 { failure = errno }
    guard failure == 0 else {
      unlink(half)
      throw storage(failure)
    }
    // Nobody else writes here, so a name that is free stays so.
    guard let file = name.candidates.first(where: { access("\(path)/\($0)", F_OK) != 0 }),
      rename(half, "\(path)/\(file)") == 0
    else {
      let error = storage()
      unlink(half)
      throw error
    }
    trim()
    return file
  }

  private static func put(_ bytes: [UInt8], _ descriptor: CInt) -> CInt {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
    }
    return fsync(descriptor) == 0 ? 0 : errno
  }

  /// Removes what is too old, and the oldest of what is too much. What cannot be removed stays until the next time.
  ///
  /// Looking at all files costs with their number: in a row of many reports there may be a few too many meanwhile.
  private func trim() {
    let (now, bounds) = (now(), bounds.withLock { $0 })
    let isSoon = lastTrim.withLock { last in last != .min && now >= last && now - last < 1_000_000_000 }
    let count = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter(ReportName.isReport).count
    if isSoon, count <= bounds.keep + bounds.keep / 16 { return }
    lastTrim.withLock { $0 = now }
    let oldest = now - Int64(clamping: bounds.age.components.seconds) * 1_000_000_000
    for (number, file) in files().enumerated() where number >= bounds.keep || file.time < oldest {
      unlink("\(path)/\(file.name)")
    }
  }

  // MARK: Reading

  /// All reports, the newest first; none when the folder cannot be read.
  func list() -> [ReportEntry] {
    files().map { file in
      ReportEntry(name: file.name, time: file.time, header: try? header(of: file.name))
    }
  }

  func read(_ name: String) throws(ReportError) -> [UInt8] {
    guard ReportName.isReport(name) else { throw .unknown(name) }
    do {
      return try SmallFile.read("\(path)/\(name)", limit: Self.largest)
    } catch {
      switch error {
      case .missing: throw .unknown(name)
      case .notRegular, .tooLarge, .system: throw .storage(path: path, why: "\(error)")
      }
    }
  }

  /// By the time in their names, so that few have to be read.
  func find(_ incidents: [ReportStore.Incident]) -> [String: IPSReport.Body] {
    guard !incidents.isEmpty else { return [:] }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter(ReportName.isReport)
    var found: [String: IPSReport.Body] = [:]
    for incident in incidents {
      let stamp = ReportTime(nanoseconds: incident.time).fileStamp
      for name in names where name.contains(stamp) {
        guard let file = try? read(name), let report = try? IPSReport(file: file),
          report.header.incident == incident.id
        else { continue }
        found[incident.id] = report.body
        break
      }
    }
    return found
  }

  private func header(of name: String) throws -> ReportHeader {
    let line = try read(name).prefix { $0 != UInt8(ascii: "\n") }
    return try JSONDecoder().decode(ReportHeader.self, from: Data(line))
  }

  /// Names and when they were written, in nanoseconds since 1970; the newest first.
  private func files() -> [(name: String, time: Int64)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let files = names.filter(ReportName.isReport).compactMap { name -> (name: String, time: Int64)? in
      // By way of Foundation: a static build finds `timespec` in a module that cannot be named.
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
      guard let attributes, attributes[.type] as? FileAttributeType == .typeRegular,
        let date = attributes[.modificationDate] as? Date
      else { return nil }
      return (name, Int64(clamping: date))
    }
    return files.sorted { ($0.time, $0.name) > ($1.time, $1.name) }
  }

  private func storage(_ number: CInt = errno) -> ReportError {
    .storage(path: path, why: "\(Errno(rawValue: number))")
  }
}

extension Int64 {
  /// Nanoseconds since 1970; a file's time can be set to anything (utimensat(2)).
  fileprivate nonisolated init(clamping date: Date) {
    self = Int64(Swift.max(-9e18, Swift.min(9e18, date.timeIntervalSince1970 * 1e9)))
  }
}

/// A report as it is listed.
nonisolated struct ReportEntry: Equatable, Sendable {
  /// Of the file.
  let name: String
  /// Nanoseconds since 1970.
  let time: Int64
  /// Nil when the file is damaged.
  let header: ReportHeader?
}

/// Why a report is not kept, or cannot be had.
nonisolated enum ReportError: Error, Equatable, Sendable, CustomStringConvertible {
  case unknown(String)
  /// The state directory cannot be used.
  case storage(path: String, why: String)
  /// What is to be reported cannot be written down.
  case encoding(String)

  var description: String {
    switch self {
    case .unknown(let name): "no such report: \(name.prefix(200)); `roostctl reports` lists all reports"
    case .storage(let path, let why):
      "unable to keep reports in \(path): \(why); check that the state directory is writable and has space"
    case .encoding(let why): "unable to write a report: \(why)"
    }
  }
}
