// EAAccessoryManager: the accessories that are connected, and the notifications of their coming and going (NQ2).

import RoostAgent
import Synchronization

/// In `userInfo` of both notifications: the ``EAAccessory``.
public let EAAccessoryKey = "EAAccessoryKey"

extension Notification.Name {
  public static let EAAccessoryDidConnect = Notification.Name("EAAccessoryDidConnectNotification")
  public static let EAAccessoryDidDisconnect = Notification.Name("EAAccessoryDidDisconnectNotification")
}

/// To be used on the main thread.
open class EAAccessoryManager: NSObject, @unchecked Sendable {
  // @unchecked: used on the main thread alone.
  private static let manager = EAAccessoryManager()
  private var accessories: [EAAccessory] = []
  private var lastConnection = 0
  private var isRegistered = false

  open class func shared() -> EAAccessoryManager { manager }

  /// Those that are connected now.
  open var connectedAccessories: [EAAccessory] {
    catchUp(tells: false)
    return accessories
  }

  private override init() {
    super.init()
    catchUp(tells: false)
    _ = NotificationCenter.default.addObserver(
      forName: Notification.Name(Accessories.didChange), object: nil, queue: nil
    ) {
      [weak self] _ in self?.catchUp(tells: true)
    }
  }

  /// Until then, and after ``unregisterForLocalNotifications()``, no notification is posted.
  open func registerForLocalNotifications() { isRegistered = true }
  open func unregisterForLocalNotifications() { isRegistered = false }

  /// Brings the list up to what is connected now.
  private func catchUp(tells: Bool) {
    let names = Accessories.connected
    let gone = accessories.filter { !names.contains($0.name) }
    accessories.removeAll { !names.contains($0.name) }
    for accessory in gone {
      accessory.disconnect()
      if tells { post(.EAAccessoryDidDisconnect, accessory) }
    }
    for name in names.sorted() where !accessories.contains(where: { $0.name == name }) {
      lastConnection += 1
      let accessory = EAAccessory(name: name, connectionID: lastConnection)
      accessories.append(accessory)
      if tells { post(.EAAccessoryDidConnect, accessory) }
    }
  }

  private func post(_ name: Notification.Name, _ accessory: EAAccessory) {
    guard isRegistered else { return }
    NotificationCenter.default.post(name: name, object: self, userInfo: [EAAccessoryKey: accessory])
  }
}
