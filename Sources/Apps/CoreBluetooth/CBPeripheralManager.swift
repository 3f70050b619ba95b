// CBPeripheralManager: an app that is a peripheral itself, and its restoration in a later process (LA4).

public let CBPeripheralManagerOptionRestoreIdentifierKey = "CBPeripheralManagerOptionRestoreIdentifierKey"
public let CBPeripheralManagerOptionShowPowerAlertKey = "CBPeripheralManagerOptionShowPowerAlertKey"

/// The calls of a peripheral manager, on its queue.
public protocol CBPeripheralManagerDelegate: NSObjectProtocol {
  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager)
  /// Before the first state, in a process that made the manager again.
  func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any])
  func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?)
}

extension CBPeripheralManagerDelegate {
  public func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {}
  public func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {}
}

open class CBPeripheralManager: CBManager, @unchecked Sendable {
  // @unchecked: as CBManager.
  open weak var delegate: (any CBPeripheralManagerDelegate)?
  open private(set) var isAdvertising = false
  private let kept: KeptManagers

  public convenience init(
    delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil
  ) {
    self.init(delegate: delegate, queue: queue, options: options, kept: KeptManagers(.peripherals))
  }

  init(
    delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]?, kept: KeptManagers
  ) {
    self.delegate = delegate
    self.kept = kept
    super.init(queue: queue, restoreIdentifier: options?[CBPeripheralManagerOptionRestoreIdentifierKey] as? String)
    begin { [weak self] in
      guard let self else { return }
      self.restore()
      self.delegate?.peripheralManagerDidUpdateState(self)
    }
  }

  /// Nobody receives it.
  open func startAdvertising(_ advertisementData: [String: Any]?) {
    isAdvertising = true
    queue.async { [weak self] in
      if let self { self.delegate?.peripheralManagerDidStartAdvertising(self, error: nil) }
    }
  }

  open func stopAdvertising() { isAdvertising = false }

  private func restore() {
    guard let restoreIdentifier else { return }
    if kept.names(of: restoreIdentifier) != nil { delegate?.peripheralManager(self, willRestoreState: [:]) }
    kept.keep(restoreIdentifier, [])
  }
}
