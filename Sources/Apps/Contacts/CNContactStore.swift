// CNContactStore, as far as the user's permission goes: there are no contacts behind it (PR).

@_exported public import Foundation
import RoostAgent

/// The user's permission for the contacts.
public enum CNAuthorizationStatus: Int, Sendable {
  case notDetermined, restricted, denied, authorized, limited
}

public enum CNEntityType: Int, Sendable {
  case contacts
}

open class CNContactStore: NSObject, @unchecked Sendable {
  // @unchecked: it has no state.
  public override init() { super.init() }

  open class func authorizationStatus(for entityType: CNEntityType) -> CNAuthorizationStatus {
    switch Permission.of(.contacts) {
    case .granted, nil: .authorized
    case .denied: .denied
    case .undetermined: .notDetermined
    }
  }

  /// Asks the user where nothing is decided. `completionHandler` is called on a thread of its own.
  @preconcurrency
  open func requestAccess(
    for entityType: CNEntityType, completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    Permission.ask(for: .contacts) { permission in
      let isGranted = permission ?? .granted == .granted
      completionHandler(isGranted, isGranted ? nil : CNError(.authorizationDenied))
    }
  }

  open func requestAccess(for entityType: CNEntityType) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      requestAccess(for: entityType) { granted, error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: granted) }
      }
    }
  }
}

/// The reason why the contacts cannot be had.
public struct CNError: Error, Hashable, LocalizedError, CustomNSError {
  public enum Code: Int, Sendable {
    case authorizationDenied = 100
  }

  public let code: Code

  public init(_ code: Code) { self.code = code }

  public static var errorDomain: String { "CNErrorDomain" }
  public var errorCode: Int { code.rawValue }
  public var errorDescription: String? { "unable to use the contacts: the user has denied the app access to them" }
}
