// AVCaptureDevice, as far as the user's permission goes: there is no camera behind it (PR).

import RoostAgent

/// The kind of what is captured.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let video = AVMediaType(rawValue: "vide")
  public static let audio = AVMediaType(rawValue: "soun")
}

/// The user's permission to capture.
public enum AVAuthorizationStatus: Int, Sendable {
  case notDetermined, restricted, denied, authorized
}

/// A camera or a microphone. No device is found here; an app asks for the permission alone.
open class AVCaptureDevice: NSObject, @unchecked Sendable {
  // @unchecked: it has no state, and no instance.
  private override init() { super.init() }

  /// Nil: this machine's cameras are files below /dev, which an app opens itself where its bundle asks for them.
  open class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? { nil }

  open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
    switch Permission.of(mediaType.service) {
    case .granted, nil: .authorized
    case .denied: .denied
    case .undetermined: .notDetermined
    }
  }

  /// Asks the user where nothing is decided. `handler` is called on a thread of its own.
  @preconcurrency
  open class func requestAccess(
    for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    Permission.ask(for: mediaType.service) { handler($0 ?? .granted == .granted) }
  }

  open class func requestAccess(for mediaType: AVMediaType) async -> Bool {
    await withCheckedContinuation { continuation in
      requestAccess(for: mediaType) { continuation.resume(returning: $0) }
    }
  }
}

extension AVMediaType {
  fileprivate var service: Permission.Service { self == .audio ? .microphone : .camera }
}
