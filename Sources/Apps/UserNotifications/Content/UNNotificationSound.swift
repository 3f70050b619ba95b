// The parts of a notification besides its text: a sound, files.

/// The sound that a notification is heard by.
open class UNNotificationSound: NSObject, @unchecked Sendable {
  // @unchecked: its one property never changes.
  let sound: Sound

  init(_ sound: Sound) { self.sound = sound }

  open class var `default`: UNNotificationSound { UNNotificationSound(Sound()) }
  open class var defaultCritical: UNNotificationSound { UNNotificationSound(Sound(isCritical: true)) }
  open class var defaultRingtone: UNNotificationSound { UNNotificationSound(Sound(isRingtone: true)) }

  open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
    UNNotificationSound(Sound(isCritical: true, volume: volume))
  }
  open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
    UNNotificationSound(Sound(name: name.rawValue, isCritical: true))
  }
  open class func criticalSoundNamed(_ name: UNNotificationSoundName, withAudioVolume volume: Float)
    -> UNNotificationSound
  {
    UNNotificationSound(Sound(name: name.rawValue, isCritical: true, volume: volume))
  }

  /// A sound file of the app's bundle.
  public convenience init(named name: UNNotificationSoundName) { self.init(Sound(name: name.rawValue)) }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationSound)?.sound == sound }
  open override var hash: Int { sound.hashValue }
}

/// The name of a sound file in the app's bundle.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A file that is shown with a notification.
open class UNNotificationAttachment: NSObject, @unchecked Sendable {
  // @unchecked: its one property never changes.
  let attachment: Attachment

  init(_ attachment: Attachment) { self.attachment = attachment }

  /// - Throws: when there is no file at `URL`.
  public convenience init(identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil) throws {
    guard URL.isFileURL, FileManager.default.fileExists(atPath: URL.path) else {
      throw UNError(.attachmentInvalidURL)
    }
    self.init(Attachment(identifier: identifier.isEmpty ? UUID().uuidString : identifier, url: URL))
  }

  open var identifier: String { attachment.identifier }
  open var url: URL { attachment.url }
}

struct Sound: Hashable, Codable {
  /// Nil for the system's own sound.
  var name: String?
  var isCritical = false
  var isRingtone = false
  var volume: Float?
}

struct Attachment: Hashable, Codable {
  var identifier: String
  var url: URL
}
