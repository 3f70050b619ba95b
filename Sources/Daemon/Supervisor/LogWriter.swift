// The daemon's own log: structured records to the journal, lines to standard error where there is none.
import ControlAPI
import Glibc
import Linux
package import Logging
import Synchronization
import Systemd

/// The level that every copy of a logger goes by, for a daemon that reads its configuration again.
package nonisolated final class LogThreshold: Sendable {
  private let current: Mutex<Logger.Level>

  init(_ level: Logger.Level) { current = Mutex(level) }

  var level: Logger.Level {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}

/// A swift-log back end. Metadata becomes journal fields: `app` is `ROOST_APP` (systemd.journal-fields(7)), and
/// `message-id` what the journal's catalog explains.
package struct LogWriter: LogHandler {
  private nonisolated let threshold: LogThreshold
  package nonisolated var metadata: Logger.Metadata = [:]
  private nonisolated let usesJournal: Bool
  private nonisolated let kept: KeptLines

  /// Standard error that is a terminal or a file is somebody watching; standard error that the service manager has
  /// connected to the journal is better served by the journal's own socket.
  ///
  /// - Parameter directory: for the last lines that the journal is given.
  init(threshold: LogThreshold, keptIn directory: String) {
    self.threshold = threshold
    kept = KeptLines(in: directory)
    usesJournal = Journal.isStandardError && Journal.isAvailable
    if usesJournal { atexit { JournalThread.shared.finish() } }
  }

  /// Of all copies at once: one process has one log.
  package nonisolated var logLevel: Logger.Level {
    get { threshold.level }
    set { threshold.level = newValue }
  }

  package nonisolated subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package nonisolated func log(event: LogEvent) {
    let fields = metadata.merging(event.metadata ?? [:]) { _, own in own }
    let line = Self.line(event.level, "\(event.message)")
    if usesJournal {
      JournalThread.shared.write(
        JournalThread.Message(
          "\(event.message)", Journal.Priority(event.level),
          [("SYSLOG_IDENTIFIER", "roostd")] + fields.map { (Self.field($0.key), "\($0.value)") }))
      kept.write(KeptLines.line(line, at: calendarNow()))
    } else {
      _ = try? Sys.write(STDERR_FILENO, Array(line.utf8))
    }
  }

  /// One line, whatever apps, clients and brokers have put into the message; the journal's readers see to that
  /// themselves.
  static nonisolated func line(_ level: Logger.Level, _ message: String) -> String {
    "roostd: \(level == .info ? "" : "\(level): ")\(message.harmless)\n"
  }

  /// A field's name has capitals, digits and underscores (systemd.journal-fields(7)).
  private static nonisolated func field(_ key: String) -> String {
    key == LogMessage.key ? "MESSAGE_ID" : "ROOST_" + key.uppercased().replacing("-", with: "_")
  }
}

extension Journal.Priority {
  nonisolated init(_ level: Logger.Level) {
    switch level {
    case .trace, .debug: self = .debug
    case .info: self = .info
    case .notice: self = .notice
    case .warning: self = .warning
    case .error: self = .error
    case .critical: self = .critical
    }
  }
}
