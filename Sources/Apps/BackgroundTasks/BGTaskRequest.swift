// The requests by which an app asks to be woken later (BX4).

/// A request to be launched, or woken, in the background; one of its subclasses.
open class BGTaskRequest: NSObject, NSCopying {
  /// One of `BGTaskSchedulerPermittedIdentifiers` of Info.plist.
  public let identifier: String
  /// Not before this date; nil: as soon as it suits the system.
  open var earliestBeginDate: Date?

  fileprivate init(_ identifier: String, earliestBeginDate: Date? = nil) {
    self.identifier = identifier
    self.earliestBeginDate = earliestBeginDate
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    BGTaskRequest(identifier, earliestBeginDate: earliestBeginDate)
  }
}

/// A short task that fetches what is new.
open class BGAppRefreshTaskRequest: BGTaskRequest {
  public init(identifier: String) { super.init(identifier) }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = BGAppRefreshTaskRequest(identifier: identifier)
    copy.earliestBeginDate = earliestBeginDate
    return copy
  }
}

/// A longer task, done while nobody uses the device.
open class BGProcessingTaskRequest: BGTaskRequest {
  open var requiresNetworkConnectivity = false
  open var requiresExternalPower = false

  public init(identifier: String) { super.init(identifier) }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = BGProcessingTaskRequest(identifier: identifier)
    copy.earliestBeginDate = earliestBeginDate
    copy.requiresNetworkConnectivity = requiresNetworkConnectivity
    copy.requiresExternalPower = requiresExternalPower
    return copy
  }
}
