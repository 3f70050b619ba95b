// Logger: writes messages of one part of an app.

/// `Logger`.
public struct Logger: Sendable {
  let log: OSLog

  public init() { log = .default }

  public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

  public init(_ logObj: OSLog) { log = logObj }

  public func log(level: OSLogType, _ message: OSLogMessage) { send(message, level, to: log) }

  public func log(_ message: OSLogMessage) { send(message, .default, to: log) }

  public func trace(_ message: OSLogMessage) { send(message, .debug, to: log) }

  public func debug(_ message: OSLogMessage) { send(message, .debug, to: log) }

  public func info(_ message: OSLogMessage) { send(message, .info, to: log) }

  public func notice(_ message: OSLogMessage) { send(message, .default, to: log) }

  public func warning(_ message: OSLogMessage) { send(message, .error, to: log) }

  public func error(_ message: OSLogMessage) { send(message, .error, to: log) }

  public func critical(_ message: OSLogMessage) { send(message, .fault, to: log) }

  public func fault(_ message: OSLogMessage) { send(message, .fault, to: log) }
}

func send(_ message: OSLogMessage, _ type: OSLogType, to log: OSLog) {
  guard log.isEnabled(type: type) else { return }
  LogEntry(message.text(showsPrivate: LogMode.current.showsPrivate), type, log).send()
}
