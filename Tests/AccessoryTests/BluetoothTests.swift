// The managers of CoreBluetooth, without a roostd: nobody asks the user, and the radio is on.

import Foundation
import RoostAgent
import Synchronization
import Testing

@testable import CoreBluetooth

@MainActor @Suite("CoreBluetooth", .serialized) final class BluetoothTests {
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent("bluetooth-\(UUID().uuidString)")
    .path

  deinit { try? FileManager.default.removeItem(atPath: file) }

  private func central(_ delegate: Recorder, _ identifier: String? = "gadgets") -> CBCentralManager {
    CBCentralManager(
      delegate: delegate, queue: nil,
      options: identifier.map { [CBCentralManagerOptionRestoreIdentifierKey: $0] },
      kept: KeptManagers(.centrals, file: file))
  }

  /// As UIKit does when roostd wakes the app.
  private func hear(_ name: String, _ work: DispatchGroup = DispatchGroup()) {
    NotificationCenter.default.post(
      name: Notification.Name("org.roost.bluetooth"), object: nil, userInfo: ["name": name, EventWork.key: work])
  }

  @Test(
    "LA4 BX3 the manager of the next process is told what to restore before its state, and connects what comes back")
  func restored() async throws {
    let first = Recorder()
    var manager: CBCentralManager? = central(first)
    try await first.wait(for: "state 5")
    #expect(first.told == ["state 5"])
    hear("pen")
    #expect(first.told == ["state 5"], "it does not look for anything yet")
    manager?.scanForPeripherals(withServices: nil)
    hear("pen")
    #expect(first.told == ["state 5", "discovered pen"])
    let pen = try #require(first.peripherals.first)
    manager?.connect(pen)
    #expect(pen.state == .connecting)
    manager = nil

    let next = Recorder()
    let again = central(next)
    try await next.wait(for: "state 5")
    #expect(next.told == ["restores pen", "state 5"])
    #expect(next.peripherals.first?.identifier == pen.identifier)
    hear("pen")
    #expect(next.told.last == "connected pen")
    #expect(again.retrievePeripherals(withIdentifiers: [pen.identifier]).first?.state == .connected)
  }

  @Test("LA4 BX3 the event that the app was launched for is not lost, however soon it comes")
  func soon() {
    KeptManagers(.centrals, file: file).keep("gadgets", ["pen"])
    let delegate = Recorder()
    let manager = central(delegate)
    hear("pen")
    #expect(delegate.told == ["restores pen", "state 5", "connected pen"])
    _ = manager
  }

  @Test("BX3 on a queue of the app's own the delegate may wait for the main thread; the event is handled after that")
  func ownQueue() async throws {
    KeptManagers(.centrals, file: file).keep("gadgets", ["pen", "scale"])
    let delegate = Waiter()
    let manager = CBCentralManager(
      delegate: delegate, queue: DispatchQueue(label: "gadgets"),
      options: [CBCentralManagerOptionRestoreIdentifierKey: "gadgets"], kept: KeptManagers(.centrals, file: file))
    let work = DispatchGroup()
    hear("scale", work)
    hear("pen", work)
    #expect(!isDone(work), "its delegate waits for the main thread, which is here")
    let end = ContinuousClock.now + .seconds(30)
    while !isDone(work) {
      try #require(ContinuousClock.now < end, "it waits for ever: \(delegate.told)")
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }
    #expect(delegate.told == ["state 5", "connected scale", "connected pen"])
    _ = manager
  }

  private func isDone(_ work: DispatchGroup) -> Bool { work.wait(timeout: .now()) == .success }

  @Test("LA4 a manager without an identifier, or with another, has nothing to restore", arguments: [nil, "others"])
  func notRestored(identifier: String?) async throws {
    KeptManagers(.centrals, file: file).keep("gadgets", ["pen"])
    let delegate = Recorder()
    let manager = central(delegate, identifier)
    try await delegate.wait(for: "state 5")
    #expect(delegate.told == ["state 5"])
    _ = manager
  }

  @Test("LA4 a peripheral manager is restored by its identifier, and advertises when asked")
  func peripheral() async throws {
    func make(_ delegate: Recorder) -> CBPeripheralManager {
      CBPeripheralManager(
        delegate: delegate, queue: nil, options: [CBPeripheralManagerOptionRestoreIdentifierKey: "beacon"],
        kept: KeptManagers(.peripherals, file: file))
    }
    let first = Recorder()
    let manager = make(first)
    try await first.wait(for: "state 5")
    #expect(first.told == ["state 5"])
    manager.startAdvertising([:])
    try await first.wait(for: "advertises")
    let next = Recorder()
    let again = make(next)
    try await next.wait(for: "state 5")
    #expect(next.told == ["restores", "state 5"])
    _ = again
  }

  @Test("LA4 managers on queues of their own that change what is kept at the same time lose nothing of each other's")
  func together() {
    DispatchQueue.concurrentPerform(iterations: 64) { @Sendable [file] number in
      KeptManagers(number.isMultiple(of: 2) ? .centrals : .peripherals, file: file).keep("gadget \(number)", ["pen"])
    }
    let lost = (0..<64).filter { number in
      let kept = KeptManagers(number.isMultiple(of: 2) ? .centrals : .peripherals, file: file)
      return kept.names(of: "gadget \(number)") != ["pen"]
    }
    #expect(lost == [])
  }

  @Test(
    "LA4 what is kept is no state of ours: then nothing is restored", arguments: ["", "{", "[1]", "{\"centrals\":[]}"])
  func damaged(text: String) throws {
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    let kept = KeptManagers(.centrals, file: file)
    #expect(kept.names(of: "gadgets") == nil)
    kept.keep("gadgets", ["pen"])
    #expect(kept.names(of: "gadgets") == ["pen"])
  }
}

/// Notes the calls, which all come on the main thread.
private final class Recorder: NSObject, CBCentralManagerDelegate, CBPeripheralManagerDelegate, @unchecked Sendable {
  // @unchecked: used on the main thread alone.
  private(set) var told: [String] = []
  private(set) var peripherals: [CBPeripheral] = []

  @MainActor func wait(for call: String) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while !told.contains(call) {
      try #require(ContinuousClock.now < end, "\(call) never came: \(told)")
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) { told.append("state \(central.state.rawValue)") }

  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    peripherals = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
    told.append("restores \(peripherals.compactMap(\.name).joined(separator: " "))")
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    peripherals.append(peripheral)
    told.append("discovered \(peripheral.name ?? "")")
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    told.append("connected \(peripheral.name ?? "")")
  }

  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    told.append("state \(peripheral.state.rawValue)")
  }

  func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {
    told.append("restores")
  }

  func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {
    told.append("advertises")
  }
}

/// Waits for the main thread in a call on a queue of its own, as an app does that shows what it is told.
private final class Waiter: NSObject, CBCentralManagerDelegate, @unchecked Sendable {
  // @unchecked: the calls are behind a lock.
  private let calls = Mutex<[String]>([])
  var told: [String] { calls.withLock { $0 } }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    calls.withLock { $0.append("state \(central.state.rawValue)") }
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    DispatchQueue.main.sync { calls.withLock { $0.append("connected \(peripheral.name ?? "")") } }
  }
}
