// The secrets of Vault: Documents/secrets, a file that can be read only while the device is unlocked.

import FileProtection
import UIKit

@MainActor class Secrets {
  static let shared = Secrets()
  static let didChangeNotification = Notification.Name("SecretsDidChange")

  /// Nil: locked.
  private(set) var text: String? {
    didSet { NotificationCenter.default.post(name: Self.didChangeNotification, object: self) }
  }
  private let file = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    .appending(path: "secrets")

  /// Reads them, or writes the first.
  func open() {
    do {
      if !FileManager.default.fileExists(atPath: file.path) {
        try Data("The treasure is under the old oak".utf8).write(to: file, protection: .complete)
      }
      text = String(decoding: try Data(contentsOfProtected: file), as: UTF8.self)
      print("open")
    } catch {
      text = nil
      print("locked: \(error)")
    }
  }

  func forget() {
    text = nil
    print("forgotten")
  }
}
