// The parts that both managers of CoreBluetooth share: the state of the radio as the app may see it, the permission.

@_exported public import Dispatch
@_exported public import Foundation
import RoostAgent
import Synchronization

public enum CBManagerState: Int, Sendable {
  case unknown, resetting, unsupported, unauthorized, poweredOff, poweredOn
}

/// The user's permission for Bluetooth (PR).
public enum CBManagerAuthorization: Int, Sendable {
  case notDetermined, restricted, denied, allowedAlways
}

/// No radio is behind it: an event is what `roostctl bluetooth` sends.
open class CBManager: NSObject, @unchecked Sendable {
  // @unchecked: used on its queue alone.
  /// `unknown` until the user has answered.
  open private(set) var state = CBManagerState.unknown
  let queue: DispatchQueue
  /// By which the app's next process finds this manager again; nil: it does not.
  let restoreIdentifier: String?

  open var authorization: CBManagerAuthorization { Self.authorization }

  open class var authorization: CBManagerAuthorization {
    switch Permission.of(.bluetooth) {
    case .granted, nil: .allowedAlways
    case .denied: .denied
    case .undetermined: .notDetermined
    }
  }

  /// Whether its queue is the main one, which has no identity to compare.
  var isOnMain: Bool { queue.getSpecific(key: Self.main) == true }

  private static let main: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  init(queue: DispatchQueue?, restoreIdentifier: String?) {
    self.queue = queue ?? .main
    self.restoreIdentifier = restoreIdentifier
    super.init()
  }

  /// Called once, when the state is known.
  private var begun: (() -> Void)?

  /// Asks for the permission, and calls `begun` when the user has answered.
  func begin(_ begun: @escaping @Sendable () -> Void) {
    self.begun = begun
    Permission.ask(for: .bluetooth) { [weak self] permission in
      guard let self else { return }
      queue.async { self.become(permission) }
    }
  }

  /// The event that the app was launched for may be here before the answer is.
  func beginIfDecided() {
    guard begun != nil else { return }
    let permission = Permission.of(.bluetooth)
    if permission != .undetermined { become(permission) }
  }

  private func become(_ permission: Permission?) {
    guard let begun else { return }
    self.begun = nil
    state = permission ?? .granted == .granted ? .poweredOn : .unauthorized
    begun()
  }
}

/// The managers that the app's processes have had, by restoration identifier.
struct KeptManagers {
  enum Role: String { case centrals, peripherals }

  let role: Role
  let file: String

  init(_ role: Role, file: String = KeptBluetooth.file) {
    self.role = role
    self.file = file
  }

  /// The names that the manager of this identifier was connected to, or had asked to be; nil: no earlier process had it.
  func names(of identifier: String) -> [String]? { all[role.rawValue]?[identifier] }

  /// A file that cannot be written is done without: the next process then restores nothing.
  func keep(_ identifier: String, _ names: [String]) {
    Self.writing.withLock { _ in
      var kept = all
      kept[role.rawValue, default: [:]][identifier] = names
      try? JSONEncoder().encode(kept).write(to: URL(fileURLWithPath: file), options: .atomic)
    }
  }

  /// The managers of an app share the file, each on its own queue.
  private static let writing = Mutex(())

  private var all: [String: [String: [String]]] {
    guard let data = FileManager.default.contents(atPath: file) else { return [:] }
    return (try? JSONDecoder().decode([String: [String: [String]]].self, from: data)) ?? [:]
  }
}
