// One record of the log: what has come in, what the model was asked, and what has gone out.
import FoundationEssentials
package import LifecycleModel
import Systemd

/// In the order they happened, the records since a checkpoint lead from it to where the daemon was.
package nonisolated enum LogRecord: Equatable {
  package enum Kind: UInt8, CaseIterable {
    case input = 1, received, handled, line, restating, carriedOver, restated, spawned, kept
  }

  /// Something happened; it waits for its turn.
  case input(Input)
  /// An app has sent these bytes: what they mean waits for its turn.
  case received(ProcessSerial, [UInt8])
  /// It was the turn of the first that waited.
  case handled(Instant)
  /// A line for an app: what of it has not been written yet.
  case line(ProcessSerial, [UInt8])
  /// Begins a restatement of all unwritten lines.
  case restating
  /// The same of a line that an earlier log has, or an earlier daemon.
  case carriedOver(ProcessSerial, [UInt8])
  /// What was carried over is all that is still to be written.
  case restated
  case spawned(ProcessIdentity)
  /// The next effect that would write something twice has been carried out.
  case kept

  /// The first byte of a log.
  enum Completeness: UInt8 {
    /// Its maker ended before there was anything in it.
    case new
    case whole
    /// Some record did not fit in.
    case lacking
  }

  /// Bytes before those that it holds: the kind, the count of bytes at 4, and a number at 8.
  package static let head = 16
  /// Bytes at the beginning of a line's record that say where in the file its rest begins.
  static let progress = 8
  /// The count of bytes while they are being read.
  package static let underWay = UInt32.max
}

nonisolated extension LogRecord {
  /// The records of a log, whole or cut short; nil when the file is no log, or some record did not fit in.
  package static func all(in log: [UInt8]) -> [LogRecord]? {
    switch log.first.flatMap(Completeness.init) ?? .new {
    case .new: return []
    case .lacking: return nil
    case .whole: break
    }
    return log.withUnsafeBytes { log in
      var records: [LogRecord] = []
      var place = StateLog.start
      while place + head <= log.count, let kind = Kind(rawValue: log[place]) {
        let number = log.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)
        let count = log.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        let rest = log[(place + head)...]
        // What was being read has no zero byte in it: an app speaks JSON. There is none after it either.
        let bytes = count == underWay ? rest.prefix { $0 != 0 } : rest.prefix(Int(count))
        guard let record = LogRecord(kind, number, bytes, at: place + head) else { return nil }
        records.append(record)
        if count == underWay { break }
        place += head + bytes.count
      }
      return records
    }
  }

  private init?(_ kind: Kind, _ number: UInt64, _ bytes: Slice<UnsafeRawBufferPointer>, at place: Int) {
    switch kind {
    case .input:
      guard let input = try? JSONDecoder().decode(Input.self, from: Data(bytes)) else { return nil }
      self = .input(input)
    case .received: self = .received(ProcessSerial(number: number), Array(bytes))
    case .handled: self = .handled(Instant(nanoseconds: number))
    case .line: self = .line(ProcessSerial(number: number), Self.rest(of: bytes, at: place))
    case .carriedOver: self = .carriedOver(ProcessSerial(number: number), Self.rest(of: bytes, at: place))
    case .restating: self = .restating
    case .restated: self = .restated
    case .kept: self = .kept
    case .spawned:
      guard let identity = try? JSONDecoder().decode(ProcessIdentity.self, from: Data(bytes)) else { return nil }
      self = .spawned(identity)
    }
  }
  private static func rest(of record: Slice<UnsafeRawBufferPointer>, at place: Int) -> [UInt8] {
    let start = record.prefix(progress).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Array(record.dropFirst(max(progress, Int(clamping: start) - place)))
  }
}
