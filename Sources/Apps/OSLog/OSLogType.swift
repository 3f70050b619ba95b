// OSLogType: how much a message matters.

/// `OSLogType`.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let `default` = OSLogType(rawValue: 0x00)
  public static let info = OSLogType(rawValue: 0x01)
  public static let debug = OSLogType(rawValue: 0x02)
  public static let error = OSLogType(rawValue: 0x10)
  public static let fault = OSLogType(rawValue: 0x11)

  /// As the journal has it (syslog(3)): LOG_CRIT, LOG_ERR, LOG_NOTICE, LOG_INFO, LOG_DEBUG.
  var priority: Int {
    switch self {
    case .fault: 2
    case .error: 3
    case .info: 6
    case .debug: 7
    default: 5
    }
  }
}
