// Keeps the records of a log, for a test to read.
public import Logging
import Synchronization

/// One text a record, as in "warning: no such file".
public final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])
  public var all: [String] { lines.withLock { $0 } }
  public var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

  public init() {}

  private struct Handler: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.lines.withLock { $0.append("\(event.level): \(event.message)") } }
  }
}
