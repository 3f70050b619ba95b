// Why there is no key, or no new passcode.
import LifecycleModel
import SystemPackage

package nonisolated enum KeyBagError: Error, Equatable, Sendable, CustomStringConvertible {
  case passcodeNeeded
  case wrongPasscode
  case emptyPasscode
  /// DP2.
  case unavailable(ProtectionClass)
  /// What the keys are made of is not there, or is not what was written. New keys would not open the old files.
  case unusable(path: String, why: String)
  case system(path: String, Errno)
  case cryptography(String)

  package var description: String {
    switch self {
    case .passcodeNeeded: "unable to unlock: a passcode is set; give it"
    case .wrongPasscode: "unable to unlock: the passcode is wrong; try again"
    case .emptyPasscode: "unable to set the passcode: it is empty; give one of at least one character"
    case .unavailable(let kind):
      "unable to give the key of protection class \(kind.rawValue): the device is locked; "
        + "ask again after protectedDataDidBecomeAvailable"
    case .unusable(let path, let why):
      "unable to use the keys of protected files: \(path) \(why); restore it from a copy, or give up what they protect: "
        + "move the folder it is in away and restart roostd"
    case .system(let path, let errno):
      "unable to keep the keys of protected files in \(path): \(errno); see that the state directory is writable and "
        + "has space"
    case .cryptography(let why): "unable to use the keys of protected files: \(why); this is a defect of roostd"
    }
  }
}
