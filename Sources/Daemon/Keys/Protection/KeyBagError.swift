// The reasons why roostd gives out no key, or sets no new passcode.
package import LifecycleModel
package import SystemPackage
import Systemd

package nonisolated enum KeyBagError: Error, Equatable, Sendable, CustomStringConvertible {
  case passcodeNeeded
  case wrongPasscode
  /// So many were wrong that the next is taken only after a wait.
  case tooManyAttempts(seconds: Int)
  case emptyPasscode
  /// DP2.
  case unavailable(ProtectionClass)
  /// The file of the keys is missing or damaged. New keys would not open the old files.
  case unusable(path: String, why: String)
  case system(path: String, Errno)
  /// Whether there is a passcode, and which, cannot be told.
  case unread(path: String, Errno)
  case cryptography(String)

  /// Whether there may be a passcode where the keys could not be had for this reason. Keys that are damaged have none any more.
  func mayHidePasscode(stateDirectory: String) -> Bool {
    switch self {
    // Keys that could not be made at the first start have none yet.
    case .system, .unread: (try? KeyFile.exists(stateDirectory + "/keys")) ?? true
    case .unusable, .cryptography, .passcodeNeeded, .wrongPasscode, .tooManyAttempts, .emptyPasscode, .unavailable:
      false
    }
  }

  package var description: String {
    switch self {
    case .passcodeNeeded: "unable to unlock: a passcode is set; give the passcode"
    case .wrongPasscode: "unable to unlock: the passcode is wrong; try again"
    case .tooManyAttempts(let seconds):
      "unable to try the passcode: too many were wrong; try again in \(seconds) s"
    case .emptyPasscode: "unable to set the passcode: it is empty; give one of at least one character"
    case .unavailable(let kind):
      "unable to give the key of protection class \(kind.rawValue): the device is locked; "
        + "ask again after protectedDataDidBecomeAvailable"
    case .unusable(let path, let why):
      "unable to use the keys of protected files: \(path) \(why); restore it from a copy, or give up the protected "
        + "files: move the folder with the keys away and restart roostd"
    case .system(let path, let errno):
      "unable to keep the keys of protected files in \(path): \(errno); check that the state directory is writable and "
        + "has space"
    case .unread(let path, let errno):
      "unable to unlock: roostd cannot read the keys from \(path), by which it judges a passcode: \(errno); check that "
        + "the disk works and roostd has memory and descriptors left, and try again"
    case .cryptography(let why): "unable to use the keys of protected files: \(why); this is a bug in roostd, report it"
    }
  }
}
