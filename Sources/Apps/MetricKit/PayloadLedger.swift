// The payloads that the app has been given, in a file of its container: pastPayloads outlive the process.

import Synchronization

/// `Library/Caches/MetricKit/payloads.json`. A file that cannot be read or written costs the past payloads, and no new
/// one.
final class PayloadLedger: Sendable {
  static let ofApp = PayloadLedger(
    file: URL(fileURLWithPath: NSHomeDirectory() + "/Library/Caches/MetricKit/payloads.json"))

  /// Payloads that are kept; Apple has one a day, of the last month.
  static let most = 30
  /// Exits that one payload tells of.
  static let mostExits = 1000

  private let file: URL
  private let periods: Mutex<[Period]?> = Mutex(nil)

  init(file: URL) { self.file = file }

  /// The newest last.
  var all: [Period] {
    periods.withLock { periods in
      let known = periods ?? (try? JSONDecoder().decode([Period].self, from: Data(contentsOf: file))) ?? []
      periods = known
      return known
    }
  }

  /// Adds the newest; an earlier one about the same exits was never told.
  func append(_ period: Period) {
    let first = period.exits.first?.number ?? 0
    let kept = all.filter { ($0.exits.last?.number ?? 0) < first } + [period]
    periods.withLock { $0 = kept.suffix(Self.most) }
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try JSONEncoder().encode(all).write(to: file, options: .atomic)
    } catch {
      FileHandle.standardError.write(Data("unable to write MetricKit's records to \(file.path): \(error)\n".utf8))
    }
  }
}
