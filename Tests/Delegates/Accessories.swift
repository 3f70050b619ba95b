// A companion app of a gadget: Bluetooth with state restoration, an accessory on the plug, motion where there is some.

import CoreBluetooth
import CoreMotion
import ExternalAccessory
import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private var central: CBCentralManager?
  private var gadgets: [CBPeripheral] = []
  private let motion = CMMotionManager()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    if let identifiers = launchOptions?[.bluetoothCentrals] as? [String] {
      print("launched for \(identifiers)")
    }
    central = CBCentralManager(
      delegate: self, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "gadgets"])
    EAAccessoryManager.shared().registerForLocalNotifications()
    NotificationCenter.default.addObserver(forName: .EAAccessoryDidConnect, object: nil, queue: .main) { notification in
      guard let accessory = notification.userInfo?[EAAccessoryKey] as? EAAccessory else { return }
      print(accessory.name, accessory.protocolStrings)
    }
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    if motion.isAccelerometerAvailable { motion.startAccelerometerUpdates() }
  }

  func applicationWillResignActive(_ application: UIApplication) {
    if motion.isAccelerometerActive { motion.stopAccelerometerUpdates() }
  }
}

extension AppDelegate: CBCentralManagerDelegate {
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    gadgets = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else { return print(CBCentralManager.authorization == .denied) }
    central.scanForPeripherals(withServices: [CBUUID(string: "180D")], options: nil)
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    gadgets.append(peripheral)
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) { print(peripheral.name ?? "") }
}
