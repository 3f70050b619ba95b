// One entry of the log: a line on standard error, as in Xcode's console, and fields in the journal.

import Glibc

struct LogEntry {
  private let message: String
  private let type: OSLogType
  private let log: OSLog
  var signpost: (name: String, id: UInt64, type: String)?

  /// iOS cuts longer ones too, at 32 KiB.
  static let longest = 32 * 1024

  init(_ message: String, _ type: OSLogType, _ log: OSLog) {
    let isLong = message.utf8.count > Self.longest
    self.message = isLong ? String(decoding: message.utf8.prefix(Self.longest), as: UTF8.self) : message
    self.type = type
    self.log = log
  }

  func send() {
    // Signposts are nothing to read.
    if signpost == nil {
      let line = Array(line(at: time(nil)).utf8)
      // Less than a pipe holds at once; one that nobody reads is no concern of the app's.
      _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
    if signpost != nil || LogMode.current.keeps(type) { Journal.shared.send(fields) }
  }

  /// As `2026-11-22 13:05:01+0000 Notes[1234] [com.example.notes:sync] error: message`.
  func line(at time: time_t) -> String {
    var moment = time
    var parts = tm()
    var bytes = [CChar](repeating: 0, count: 64)
    localtime_r(&moment, &parts)
    let count = strftime(&bytes, bytes.count, "%Y-%m-%d %H:%M:%S%z", &parts)
    let date = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let from = log.subsystem.isEmpty && log.category.isEmpty ? "" : "[\(log.subsystem):\(log.category)] "
    return "\(date) \(Self.program)[\(getpid())] \(from)\(word)\(message)\n"
  }

  /// As systemd.journal-fields(7) has them, and `SUBSYSTEM` and `CATEGORY`.
  var fields: [(name: String, value: String)] {
    var fields = [
      ("MESSAGE", message), ("PRIORITY", "\(type.priority)"), ("SYSLOG_IDENTIFIER", Self.program),
    ]
    if !log.subsystem.isEmpty { fields.append(("SUBSYSTEM", log.subsystem)) }
    if !log.category.isEmpty { fields.append(("CATEGORY", log.category)) }
    if let signpost {
      fields += [
        ("SIGNPOST_NAME", signpost.name), ("SIGNPOST_ID", "\(signpost.id)"), ("SIGNPOST_TYPE", signpost.type),
      ]
    }
    return fields
  }

  private var word: String {
    switch type {
    case .fault: "fault: "
    case .error: "error: "
    case .info: "info: "
    case .debug: "debug: "
    default: ""
    }
  }

  private static let program =
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "app"
}
