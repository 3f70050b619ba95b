// EAAccessory: an accessory that is connected to the device, as far as its coming and going (NQ2).

@_exported public import Foundation

/// An accessory. There is no data stream to it: `EASession` is not there.
open class EAAccessory: NSObject, @unchecked Sendable {
  // @unchecked: `isConnected` is changed on the main thread alone, and the delegate is the app's.
  public let name: String
  /// Unlike that of any other connection of this process.
  public let connectionID: Int
  open private(set) var isConnected = true
  open weak var delegate: (any EAAccessoryDelegate)?

  open var manufacturer: String { "" }
  open var modelNumber: String { "" }
  open var serialNumber: String { "" }
  open var firmwareRevision: String { "" }
  open var hardwareRevision: String { "" }
  /// None: the machine does not know any accessory's protocols.
  open var protocolStrings: [String] { [] }

  init(name: String, connectionID: Int) {
    self.name = name
    self.connectionID = connectionID
  }

  func disconnect() { isConnected = false }
}

public protocol EAAccessoryDelegate: NSObjectProtocol {
  func accessoryDidDisconnect(_ accessory: EAAccessory)
}

extension EAAccessoryDelegate {
  public func accessoryDidDisconnect(_ accessory: EAAccessory) {}
}
