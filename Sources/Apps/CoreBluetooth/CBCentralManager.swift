// CBCentralManager: peripherals that come near, and the restoration of the manager in a later process (BX3, LA4).

import RoostAgent

public let CBCentralManagerOptionRestoreIdentifierKey = "CBCentralManagerOptionRestoreIdentifierKey"
public let CBCentralManagerOptionShowPowerAlertKey = "CBCentralManagerOptionShowPowerAlertKey"
public let CBCentralManagerRestoredStatePeripheralsKey = "CBCentralManagerRestoredStatePeripheralsKey"

/// The calls of a central manager, on its queue.
public protocol CBCentralManagerDelegate: NSObjectProtocol {
  func centralManagerDidUpdateState(_ central: CBCentralManager)
  /// Before the first state, in a process that made the manager again.
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])
  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber)
  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)
}

extension CBCentralManagerDelegate {
  public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
  public func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {}
  public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {}
}

/// A device that is near, or was.
open class CBPeripheral: NSObject, @unchecked Sendable {
  // @unchecked: used on its manager's queue alone.
  public enum State: Int, Sendable {
    case disconnected, connecting, connected, disconnecting
  }

  /// The same for the same name.
  public let identifier: UUID
  public let name: String?
  open internal(set) var state = State.disconnected

  init(name: String, state: State = .disconnected) {
    self.name = name
    self.state = state
    identifier = UUID(named: name)
  }
}

/// An identifier of a service. There are no services behind it.
open class CBUUID: NSObject, @unchecked Sendable {
  // @unchecked: nothing of it changes.
  public let uuidString: String
  public init(string: String) { uuidString = string.uppercased() }
}

open class CBCentralManager: CBManager, @unchecked Sendable {
  // @unchecked: as CBManager.
  open weak var delegate: (any CBCentralManagerDelegate)?
  open private(set) var isScanning = false
  private var peripherals: [CBPeripheral] = []
  private var observer: (any NSObjectProtocol)?
  private let kept: KeptManagers

  public convenience init(
    delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil
  ) {
    self.init(delegate: delegate, queue: queue, options: options, kept: KeptManagers(.centrals))
  }

  init(
    delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]?, kept: KeptManagers
  ) {
    self.delegate = delegate
    self.kept = kept
    super.init(queue: queue, restoreIdentifier: options?[CBCentralManagerOptionRestoreIdentifierKey] as? String)
    observer = NotificationCenter.default.addObserver(
      forName: Notification.Name("org.roost.bluetooth"), object: nil, queue: nil
    ) { [weak self] event in
      guard let self, let name = event.userInfo?["name"] as? String else { return }
      // UIKit posts it on the main thread, which must not wait for a queue of the app's own: its delegate may wait for the
      // main thread there. A barrier, so that calls keep their order on a concurrent queue too.
      if self.isOnMain { return self.heard(name) }
      self.queue.async(group: event.userInfo?[EventWork.key] as? DispatchGroup, flags: .barrier) { self.heard(name) }
    }
    begin { [weak self] in
      guard let self else { return }
      self.restore()
      self.delegate?.centralManagerDidUpdateState(self)
    }
  }

  deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

  open func scanForPeripherals(withServices services: [CBUUID]?, options: [String: Any]? = nil) { isScanning = true }
  open func stopScan() { isScanning = false }

  /// Connected when the peripheral is heard of, however long that takes.
  open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
    guard peripheral.state == .disconnected else { return }
    peripheral.state = .connecting
    if !peripherals.contains(where: { $0 === peripheral }) { peripherals.append(peripheral) }
    keep()
  }

  open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
    peripheral.state = .disconnected
    peripherals.removeAll { $0 === peripheral }
    keep()
  }

  open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
    peripherals.filter { identifiers.contains($0.identifier) }
  }

  private func keep() {
    if let restoreIdentifier { kept.keep(restoreIdentifier, peripherals.compactMap(\.name)) }
  }

  private func restore() {
    guard let restoreIdentifier else { return }
    if let names = kept.names(of: restoreIdentifier), !names.isEmpty {
      peripherals = names.map { CBPeripheral(name: $0, state: .connecting) }
      delegate?.centralManager(
        self, willRestoreState: [CBCentralManagerRestoredStatePeripheralsKey: peripherals])
    }
    keep()
  }

  /// Something of this name is near.
  private func heard(_ name: String) {
    beginIfDecided()
    guard state == .poweredOn else { return }
    if let peripheral = peripherals.first(where: { $0.name == name && $0.state == .connecting }) {
      peripheral.state = .connected
      delegate?.centralManager(self, didConnect: peripheral)
    } else if isScanning {
      delegate?.centralManager(
        self, didDiscover: peripherals.first { $0.name == name } ?? CBPeripheral(name: name), advertisementData: [:],
        rssi: 0)
    }
  }
}

extension UUID {
  /// The same for the same name, in every process: two runs of FNV-1a (Fowler, Noll, Vo), the second backwards.
  fileprivate init(named name: String) {
    func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
      bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
    let halves = [hash(name.utf8), hash(name.utf8.reversed() + [0])]
    let bytes = halves.flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(8 * $0)) } }
    self = bytes.withUnsafeBytes { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}
