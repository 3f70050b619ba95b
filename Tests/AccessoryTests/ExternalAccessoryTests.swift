// The accessories that come and go, as an app hears of them by ExternalAccessory.

import ExternalAccessory
import Foundation
import RoostAgent
import Testing

@MainActor @Suite("ExternalAccessory", .serialized) struct ExternalAccessoryTests {
  /// As UIKit does when roostd tells of it.
  private func change(connected: [String] = [], disconnected: [String] = []) {
    Accessories.change(connected: connected, disconnected: disconnected)
    NotificationCenter.default.post(name: Notification.Name(Accessories.didChange), object: nil)
  }

  @Test("NQ2 a registered app is told of each accessory that comes and goes, and finds those that are there")
  func comeAndGo() throws {
    let manager = EAAccessoryManager.shared()
    nonisolated(unsafe) var told: [String] = []
    let observers = [Notification.Name.EAAccessoryDidConnect, .EAAccessoryDidDisconnect].map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
        let accessory = notification.userInfo?[EAAccessoryKey] as? EAAccessory
        told.append("\(accessory?.name ?? "nobody") \(accessory?.isConnected == true)")
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    change(connected: ["pen"])
    #expect(told == [], "it is not registered")
    #expect(manager.connectedAccessories.map(\.name) == ["pen"])
    manager.registerForLocalNotifications()
    change(connected: ["scale", "watch"])
    #expect(told == ["scale true", "watch true"])
    let watch = try #require(manager.connectedAccessories.last)
    let delegate = Watcher()
    watch.delegate = delegate
    change(disconnected: ["pen", "watch"])
    #expect(told.suffix(2) == ["pen false", "watch false"])
    #expect(delegate.isTold && !watch.isConnected)
    change(connected: ["watch"], disconnected: ["scale"])
    #expect(manager.connectedAccessories.map(\.name) == ["watch"])
    #expect(manager.connectedAccessories.first?.connectionID != watch.connectionID, "it is another connection")
    manager.unregisterForLocalNotifications()
    let count = told.count
    change(disconnected: ["watch"])
    #expect(told.count == count)
  }

  @Test("NQ2 an app that reads the list when it is told of one that went is told of all that came and went with it")
  func readsMeanwhile() throws {
    let manager = EAAccessoryManager.shared()
    manager.registerForLocalNotifications()
    change(connected: ["lamp", "pump"])
    let delegate = Watcher()
    let lamp = try #require(manager.connectedAccessories.first)
    lamp.delegate = delegate
    nonisolated(unsafe) var told: [String] = []
    let observers = [Notification.Name.EAAccessoryDidConnect, .EAAccessoryDidDisconnect].map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
        let accessory = notification.userInfo?[EAAccessoryKey] as? EAAccessory
        told.append("\(accessory?.name ?? "nobody") \(accessory?.isConnected == true)")
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    change(connected: ["drum"], disconnected: ["lamp", "pump"])
    #expect(delegate.seen == ["drum"])
    #expect(told == ["lamp false", "pump false", "drum true"])
    change(disconnected: ["drum"])
    manager.unregisterForLocalNotifications()
  }
}

private final class Watcher: NSObject, EAAccessoryDelegate {
  var isTold = false
  /// The list in the call.
  var seen: [String] = []

  func accessoryDidDisconnect(_ accessory: EAAccessory) {
    isTold = true
    seen = EAAccessoryManager.shared().connectedAccessories.map(\.name)
  }
}
