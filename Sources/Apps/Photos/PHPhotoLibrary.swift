// PHPhotoLibrary, as far as the user's permission goes: there is no library of photos behind it (PR).

@_exported public import Foundation
import RoostAgent

/// The user's permission for the photos.
public enum PHAuthorizationStatus: Int, Sendable {
  case notDetermined, restricted, denied, authorized, limited
}

/// The access that an app asks for; there is one permission for both.
public enum PHAccessLevel: Int, Sendable {
  case addOnly = 1
  case readWrite
}

open class PHPhotoLibrary: NSObject, @unchecked Sendable {
  // @unchecked: it has no state.
  private static let library = PHPhotoLibrary()

  open class func shared() -> PHPhotoLibrary { library }

  open class func authorizationStatus() -> PHAuthorizationStatus { authorizationStatus(for: .readWrite) }

  open class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
    PHAuthorizationStatus(Permission.of(.photos))
  }

  /// Asks the user where nothing is decided. `handler` is called on a thread of its own.
  @preconcurrency
  open class func requestAuthorization(_ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
    requestAuthorization(for: .readWrite, handler: handler)
  }

  @preconcurrency
  open class func requestAuthorization(
    for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
  ) {
    Permission.ask(for: .photos) { handler(PHAuthorizationStatus($0)) }
  }

  open class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
    await withCheckedContinuation { continuation in
      requestAuthorization(for: accessLevel) { continuation.resume(returning: $0) }
    }
  }
}

extension PHAuthorizationStatus {
  fileprivate init(_ permission: Permission?) {
    switch permission {
    case .granted, nil: self = .authorized
    case .denied: self = .denied
    case .undetermined: self = .notDetermined
    }
  }
}
