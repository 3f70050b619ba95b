// One record of the log: an input, bytes of an app, a turn of the model, or a line for an app.
import FoundationEssentials
package import LifecycleModel
import Systemd

/// In the order they happened, the records since a checkpoint lead from it to where the daemon was.
package nonisolated enum LogRecord: Equatable {
  package enum Kind: UInt8, CaseIterable {
    case input = 1, received, turn, line, rewriteBegan, rewritten, rewriteEnded, spawned, committed, clocks
  }

  /// An input waits for its turn.
  case input(Input)
  /// An app has sent these bytes; the inputs that they mean wait for their turn.
  case received(ProcessSerial, [UInt8])
  /// In virtual time: the clock of apps, in nanoseconds since 1970, and the daemon's when it read what follows.
  case clocks(apps: Int64, own: Instant)
  /// The first input that waited had its turn.
  case turn(Instant)
  /// A line for an app: what of it has not been written yet, and the request that it answers.
  case line(ProcessSerial, [UInt8], reply: UInt64? = nil)
  /// Begins the rewrite of every line that is not fully sent.
  case rewriteBegan
  /// A line of an earlier log, or of an earlier daemon: what of it has not been written yet.
  case rewritten(ProcessSerial, [UInt8])
  /// Ends the rewrite: the rewritten lines are all that is still to be sent.
  case rewriteEnded
  case spawned(ProcessIdentity)
  /// The next effect that must not be carried out twice has been carried out.
  case committed

  /// The first byte of a log.
  enum Completeness: UInt8 {
    /// Its maker ended before there was anything in it.
    case new
    case whole
    /// Some record did not fit in.
    case lacking
  }

  /// Bytes before those that it holds: the kind, the count of bytes at 4, and a number at 8.
  static let head = 16
  /// Bytes at the beginning of a line's record that say where in the file its rest begins.
  static let progress = 8
  /// The count of bytes while they are being read.
  static let underWay = UInt32.max
}

nonisolated extension LogRecord {
  /// The records of a log, whole or cut short; nil when the file is no log, or some record did not fit in.
  package static func all(in log: [UInt8]) -> [LogRecord]? {
    guard let raw = RawLogRecord.all(in: log) else { return nil }
    var records: [LogRecord] = []
    for record in raw {
      guard let record = LogRecord(record) else { return nil }
      records.append(record)
    }
    return records
  }

  private init?(_ record: RawLogRecord) {
    switch record.kind {
    case .input:
      guard let input = try? JSONDecoder().decode(Input.self, from: Data(record.bytes)) else { return nil }
      self = .input(input)
    case .received: self = .received(record.serial, record.bytes)
    case .turn: self = .turn(Instant(nanoseconds: record.number))
    case .line: self = .line(record.serial, record.unwritten, reply: record.reply)
    case .rewritten: self = .rewritten(record.serial, record.unwritten)
    case .rewriteBegan: self = .rewriteBegan
    case .rewriteEnded: self = .rewriteEnded
    case .committed: self = .committed
    case .clocks:
      guard let own = record.clock else { return nil }
      self = .clocks(apps: Int64(bitPattern: record.number), own: own)
    case .spawned:
      guard let identity = try? JSONDecoder().decode(ProcessIdentity.self, from: Data(record.bytes)) else { return nil }
      self = .spawned(identity)
    }
  }
}
