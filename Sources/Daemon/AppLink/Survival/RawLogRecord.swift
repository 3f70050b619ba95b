// A log as bytes: its head and its records, whatever those that the model is asked with mean by now.
import LifecycleModel

/// The format of a log (``StateFormat``), in its first 16 bytes after the ``LogRecord/Completeness``; the first had none,
/// and left zeros.
nonisolated struct LogHead: Equatable {
  let format: UInt32
  let model: UInt32

  static let formatPlace = 4
  static let modelPlace = 8

  init(of log: [UInt8]) {
    func number(at place: Int) -> UInt32 {
      log.dropFirst(place).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    format = max(StateFormat.headless.format, number(at: Self.formatPlace))
    model = number(at: Self.modelPlace)
  }
}

/// One record, as every format has it.
nonisolated struct RawLogRecord: Equatable {
  let kind: LogRecord.Kind
  let number: UInt64
  let bytes: [UInt8]
  /// The offset in the file at which `bytes` begins.
  private let place: Int

  var serial: ProcessSerial { ProcessSerial(number: number) }

  /// Of a line for an app: all of it that this log has.
  var line: ArraySlice<UInt8> { bytes.dropFirst(LogRecord.progress) }

  /// Of a line for an app: what of it has not been written.
  var unwritten: [UInt8] {
    let start = bytes.prefix(LogRecord.progress).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Array(bytes.dropFirst(max(LogRecord.progress, Int(clamping: start) - place)))
  }

  /// Of a line for an app: the number of the request that it answers, which ``Reply`` writes first.
  var reply: UInt64? {
    let beginning = Array(#"{"reply":"#.utf8)
    guard line.starts(with: beginning) else { return nil }
    let digits = line.dropFirst(beginning.count).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return UInt64(String(decoding: digits, as: UTF8.self))
  }

  /// Of the two clocks: the daemon's own.
  var clock: Instant? {
    bytes.count == 8 ? Instant(nanoseconds: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }) : nil
  }

  /// Whether it means the same to every model: a message between the daemon and its apps, not a decision of the daemon.
  var isOfEveryModel: Bool {
    switch kind {
    case .rewriteBegan, .rewritten, .rewriteEnded, .line: true
    case .input, .received, .turn, .spawned, .committed, .clocks: false
    }
  }

  /// The records of a log, whole or cut short; nil when the file is no log, or some record did not fit in.
  static func all(in log: [UInt8]) -> [RawLogRecord]? {
    switch log.first.flatMap(LogRecord.Completeness.init) ?? .new {
    case .new: return []
    case .lacking: return nil
    case .whole: return readable(in: log)
    }
  }

  /// As many of its records as can be told apart, also of one that lacks some.
  static func readable(in log: [UInt8]) -> [RawLogRecord] {
    log.withUnsafeBytes { log in
      var records: [RawLogRecord] = []
      var place = StateLog.start
      while place + LogRecord.head <= log.count, let kind = LogRecord.Kind(rawValue: log[place]) {
        let number = log.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)
        let count = log.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        let rest = log[(place + LogRecord.head)...]
        // The text that was being read has no zero byte in it: an app speaks JSON. There is none after it either.
        let bytes = count == LogRecord.underWay ? rest.prefix { $0 != 0 } : rest.prefix(Int(count))
        records.append(
          RawLogRecord(kind: kind, number: number, bytes: Array(bytes), place: place + LogRecord.head))
        if count == LogRecord.underWay { break }
        place += LogRecord.head + bytes.count
      }
      return records
    }
  }
}
