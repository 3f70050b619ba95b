// The daemon's own log: structured records to the journal, lines to standard error where there is none.
import Glibc
public import Logging
import Systemd

/// A swift-log back end. Metadata becomes journal fields: `app` is `ROOST_APP` (systemd.journal-fields(7)).
public struct LogWriter: LogHandler {
  public nonisolated var logLevel: Logger.Level
  public nonisolated var metadata: Logger.Metadata = [:]
  private nonisolated let usesJournal: Bool

  /// Standard error that is a terminal or a file is somebody watching; standard error that the service manager has
  /// connected to the journal is better served by the journal's own socket.
  public init(level: Logger.Level) {
    logLevel = level
    usesJournal = Journal.isStandardError && Journal.isAvailable
  }

  public nonisolated subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  public nonisolated func log(event: LogEvent) {
    let fields = metadata.merging(event.metadata ?? [:]) { _, own in own }
    if usesJournal {
      try? Journal.send(
        "\(event.message)", priority: Journal.Priority(event.level),
        fields: fields.map { ("ROOST_" + $0.key.uppercased(), "\($0.value)") })
    } else {
      let line = "roostd: \(event.level == .info ? "" : "\(event.level): ")\(event.message)\n"
      line.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
    }
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
