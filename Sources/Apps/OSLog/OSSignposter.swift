// OSSignposter: marks the beginning and the end of work, for those who measure it.

import Synchronization

/// `OSSignpostID`.
public struct OSSignpostID: Hashable, Comparable, Sendable {
  public let rawValue: UInt64

  public init(_ value: UInt64) { rawValue = value }

  public init(log: OSLog) { self = .next() }

  /// The same object has the same as long as it lives.
  public init(log: OSLog, object: AnyObject) { rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object).hashValue)) }

  public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
  public static let invalid = OSSignpostID(.max)
  public static let null = OSSignpostID(0)

  private static let last = Atomic<UInt64>(0)

  static func next() -> OSSignpostID { OSSignpostID(last.wrappingAdd(1, ordering: .relaxed).newValue) }

  public static func < (one: OSSignpostID, other: OSSignpostID) -> Bool { one.rawValue < other.rawValue }
}

/// `OSSignpostIntervalState`.
public final class OSSignpostIntervalState: Sendable {
  let id: OSSignpostID

  init(id: OSSignpostID) { self.id = id }

  public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { OSSignpostIntervalState(id: id) }
}

/// `OSSignposter`. The signposts are in the journal, with the fields `SIGNPOST_NAME`, `SIGNPOST_ID` and `SIGNPOST_TYPE`
/// (`begin`, `end` or `event`); where there is no journal they are nowhere.
public struct OSSignposter: Sendable {
  private let log: OSLog

  public init() { log = .default }

  public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

  public init(subsystem: String, category: OSLog.Category) { log = OSLog(subsystem: subsystem, category: category) }

  public init(logHandle: OSLog) { log = logHandle }

  public init(logger: Logger) { log = logger.log }

  public static let disabled = OSSignposter(logHandle: .disabled)

  public var isEnabled: Bool { log.signpostsEnabled }

  public func makeSignpostID() -> OSSignpostID { .next() }

  public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID(log: log, object: object) }

  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = ""
  ) -> OSSignpostIntervalState {
    send(name, id, "begin", message)
    return OSSignpostIntervalState(id: id)
  }

  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage = "") {
    send(name, state.id, "end", message)
  }

  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = "") {
    send(name, id, "event", message)
  }

  public func withIntervalSignpost<Result>(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = "",
    around task: () throws -> Result
  ) rethrows -> Result {
    let state = beginInterval(name, id: id, message)
    defer { endInterval(name, state) }
    return try task()
  }

  private func send(_ name: StaticString, _ id: OSSignpostID, _ type: String, _ message: OSLogMessage) {
    guard isEnabled else { return }
    var entry = LogEntry(message.text(showsPrivate: LogMode.current.showsPrivate), .debug, log)
    entry.signpost = (name: "\(name)", id: id.rawValue, type: type)
    entry.send()
  }
}
