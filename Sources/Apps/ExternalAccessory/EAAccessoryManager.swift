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

  /// Brings the list up to what is connected now, and tells of it afterwards: an app that is told may read the list.
  private func catchUp(tells: Bool) {
    let names = Accessories.connected
    let gone = accessories.filter { !names.contains($0.name) }
    let come = names.subtracting(accessories.map(\.name)).sorted().map { name in
      lastConnection += 1
      return EAAccessory(name: name, connectionID: lastConnection)
    }
    accessories.removeAll { !names.contains($0.name) }
    accessories += come
    for accessory in gone { accessory.disconnect() }
    for accessory in gone {
      accessory.delegate?.accessoryDidDisconnect(accessory)
      if tells { post(.EAAccessoryDidDisconnect, accessory) }
    }
    if tells { for accessory in come { post(.EAAccessoryDidConnect, accessory) } }
  }

  private func post(_ name: Notification.Name, _ accessory: EAAccessory) {
    guard isRegistered else { return }
    NotificationCenter.default.post(name: name, object: self, userInfo: [EAAccessoryKey: accessory])
  }
}
