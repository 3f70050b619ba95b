// OSLog: the part of an app that a message comes from.

/// `OSLog`.
public final class OSLog: Hashable, Sendable {
  public let subsystem: String
  public let category: String
  private let isOn: Bool

  /// `OSLog.Category`: those that Instruments shows by themselves.
  public struct Category: Hashable, Sendable {
    let name: String
    public static let pointsOfInterest = Category(name: "PointsOfInterest")
    public static let dynamicTracing = Category(name: "DynamicTracing")
    public static let dynamicStackTracing = Category(name: "DynamicStackTracing")
  }

  public convenience init(subsystem: String, category: String) {
    self.init(subsystem, category, isOn: true)
  }

  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem, category.name, isOn: true)
  }

  private init(_ subsystem: String, _ category: String, isOn: Bool) {
    self.subsystem = subsystem
    self.category = category
    self.isOn = isOn
  }

  public static let `default` = OSLog("", "", isOn: true)
  /// Takes no message.
  public static let disabled = OSLog("", "", isOn: false)

  /// Whether a message of this type gets anywhere.
  public func isEnabled(type: OSLogType) -> Bool { isOn && !LogMode.current.isSilent }

  /// `OSLog.signpostsEnabled`.
  public var signpostsEnabled: Bool { isEnabled(type: .default) }

  public static func == (one: OSLog, other: OSLog) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
