// The files behind ReportStore, on its thread.
import FoundationEssentials
import Glibc
import LifecycleModel
import Linux
package import Reports
import Settings
import Synchronization
import SystemPackage
import Systemd

/// `STATE/reports`: nobody but the daemon writes in it.
nonisolated final class ReportFolder: Sendable {
  let path: String
  private let bounds: Mutex<KeptBounds>
  private let now: @Sendable () -> Int64
  /// Nanoseconds since 1970 at the last look through all files.
  private let lastTrim = Mutex(Int64.min)
  /// Whose reports those are that were there at the last look.
  private let owners = Mutex<[String: String]>([:])
  /// A larger file was not written by us.
  static let largest = 8 << 20

  init(_ path: String, bounds: KeptBounds, now: @escaping @Sendable () -> Int64) {
    self.path = path
    self.bounds = Mutex(bounds)
    self.now = now
  }

  /// From the next report on so much is kept.
  func keep(_ new: KeptBounds) { bounds.withLock { $0 = new } }

  // MARK: Writing

  /// Writes a new file and returns its name. It is on disk, or there is none at all.
  func write(_ bytes: [UInt8], _ name: ReportName) throws(ReportError) -> String {
    do {
      try Folder.make(path)
      // Nobody else writes here, so a name that is free stays so.
      guard let file = name.candidates.first(where: { (try? Sys.access("\(path)/\($0)", F_OK)) == nil }) else {
        throw Errno.fileExists
      }
      // The draft has no report's name.
      try AtomicFile.write(bytes, to: "\(path)/\(file)", draft: path + "/.new", isSynced: true)
      trim()
      return file
    } catch {
      throw .storage(path: path, why: "\(error)")
    }
  }

  /// Removes the files that are too old, and of those that are too many the oldest of the apps that have most. A file that cannot be
  /// removed stays until the next time.
  ///
  /// Looking at all files costs with their number: in a row of many reports there may be a few too many meanwhile.
  private func trim() {
    let (now, bounds) = (now(), bounds.withLock { $0 })
    let isSoon = lastTrim.withLock { last in last != .min && now >= last && now - last < 1_000_000_000 }
    let count = names().count
    if isSoon, count <= bounds.keep + bounds.keep / 16 { return }
    lastTrim.withLock { $0 = now }
    let oldest = now - Int64(clamping: bounds.age.components.seconds) * 1_000_000_000
    let files = files()
    for file in files where file.time < oldest { try? Sys.unlink("\(path)/\(file.name)") }
    let kept = files.filter { $0.time >= oldest }
    if kept.count > bounds.keep { removeMost(of: kept, keep: bounds.keep) }
  }

  /// - Parameter files: the newest first.
  private func removeMost(of files: [(name: String, time: Int64)], keep: Int) {
    let known = owners.withLock { $0 }
    var left: [String: String] = [:]
    let named = files.map { file in
      // One that cannot be read for now is asked again.
      left[file.name] = known[file.name] ?? owner(of: file.name)
      return (file, owner: left[file.name] ?? "")
    }
    let holdings = Dictionary(grouping: named, by: \.owner).map { owner, all in
      FairShares.Holding(owner: owner, count: all.count, newest: all[0].0.time)
    }
    let quotas = FairShares.quotas(of: holdings, keep: keep)
    var seen: [String: Int] = [:]
    for (file, owner) in named {
      seen[owner, default: 0] += 1
      guard let quota = quotas[owner], seen[owner] ?? 0 > quota else { continue }
      try? Sys.unlink("\(path)/\(file.name)")
      left[file.name] = nil
    }
    owners.withLock { [left] in $0 = left }
  }

  /// The identifier of the app that a report is about; those of shortages of memory, and damaged ones, are nobody's. Nil where
  /// the file cannot be read.
  private func owner(of name: String) -> String? {
    guard let file = try? read(name) else { return nil }
    return (try? Self.header(of: file))?.bundleID ?? ""
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
    let names = names()
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

  private func header(of name: String) throws -> ReportHeader { try Self.header(of: read(name)) }

  private static func header(of file: [UInt8]) throws -> ReportHeader {
    let line = file.prefix { $0 != UInt8(ascii: "\n") }
    return try JSONDecoder().decode(ReportHeader.self, from: Data(line))
  }

  /// Names and when they were written, in nanoseconds since 1970; the newest first.
  private func files() -> [(name: String, time: Int64)] {
    let files = names().compactMap { name -> (name: String, time: Int64)? in
      guard let status = try? FileStatus(of: "\(path)/\(name)", followsLinks: false), status.kind == .regular else {
        return nil
      }
      return (name, status.modified)
    }
    return files.sorted { ($0.time, $0.name) > ($1.time, $1.name) }
  }

  /// None when the folder cannot be read.
  private func names() -> [String] { ((try? Folder.names(in: path)) ?? []).filter(ReportName.isReport) }
}

/// A report as it is listed.
package nonisolated struct ReportEntry: Equatable, Sendable {
  /// Of the file.
  package let name: String
  /// Nanoseconds since 1970.
  package let time: Int64
  /// Nil when the file is damaged.
  package let header: ReportHeader?
}

/// The reason why a report is not kept, or cannot be had.
package nonisolated enum ReportError: Error, Equatable, Sendable, CustomStringConvertible {
  case unknown(String)
  /// The state directory cannot be used.
  case storage(path: String, why: String)
  /// The report cannot be encoded.
  case encoding(String)

  package var description: String {
    switch self {
    case .unknown(let name): "no such report: \(name.cut(to: .identifier)); `roostctl reports` lists all reports"
    case .storage(let path, let why):
      "unable to keep reports in \(path): \(why); check that the state directory is writable and has space"
    case .encoding(let why): "unable to write a report: \(why)"
    }
  }
}
