// ATTrackingManager: the user's permission to be tracked (PR).

@_exported public import Foundation
import RoostAgent

open class ATTrackingManager: NSObject, @unchecked Sendable {
  // @unchecked: it has no state, and no instance.
  private override init() { super.init() }

  /// The user's permission to be tracked.
  public enum AuthorizationStatus: UInt, Sendable {
    case notDetermined, restricted, denied, authorized

    fileprivate init(_ permission: Permission?) {
      switch permission {
      case .granted, nil: self = .authorized
      case .denied: self = .denied
      case .undetermined: self = .notDetermined
      }
    }
  }

  open class var trackingAuthorizationStatus: AuthorizationStatus { AuthorizationStatus(Permission.of(.tracking)) }

  /// Asks the user where nothing is decided and the app is on the screen; behind it the answer is `notDetermined`.
  /// `completion` is called on a thread of its own.
  @preconcurrency
  open class func requestTrackingAuthorization(
    completionHandler completion: @escaping @Sendable (AuthorizationStatus) -> Void
  ) {
    Permission.ask(for: .tracking) { completion(AuthorizationStatus($0)) }
  }

  open class func requestTrackingAuthorization() async -> AuthorizationStatus {
    await withCheckedContinuation { continuation in
      requestTrackingAuthorization { continuation.resume(returning: $0) }
    }
  }
}
