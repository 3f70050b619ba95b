// The user's permission to record, which is that for the microphone (PR).

import RoostAgent

extension AVAudioSession {
  public enum RecordPermission: UInt, Sendable {
    // The values are Apple's: four letters each.
    case undetermined = 0x756e_6474
    case denied = 0x6465_6e79
    case granted = 0x6772_6e74

    fileprivate init(_ permission: Permission?) {
      switch permission {
      case .granted, nil: self = .granted
      case .denied: self = .denied
      case .undetermined: self = .undetermined
      }
    }
  }

  public var recordPermission: RecordPermission { RecordPermission(Permission.of(.microphone)) }

  /// `response` is called on a thread of its own.
  @preconcurrency
  public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
    Permission.ask(for: .microphone) { response($0 ?? .granted == .granted) }
  }
}

/// The app as a source and a sink of sound, of iOS 17.
open class AVAudioApplication: NSObject, @unchecked Sendable {
  // @unchecked: it has no state.
  public static let shared = AVAudioApplication()

  open var recordPermission: AVAudioSession.RecordPermission { AVAudioSession.sharedInstance().recordPermission }

  /// `response` is called on a thread of its own.
  @preconcurrency
  open class func requestRecordPermission(completionHandler response: @escaping @Sendable (Bool) -> Void) {
    AVAudioSession.sharedInstance().requestRecordPermission(response)
  }

  open class func requestRecordPermission() async -> Bool {
    await withCheckedContinuation { continuation in
      requestRecordPermission { continuation.resume(returning: $0) }
    }
  }
}
