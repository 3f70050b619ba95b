// The errors of reading and writing protected files, in words for the log.
import Glibc

/// An error with a protected file.
public enum ProtectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// DP2: the key of the class is gone until the device is unlocked.
  case unavailable(path: String, class: ProtectionClass)
  /// Nobody could be asked for the key; `why` says what was tried.
  case noKey(path: String, class: ProtectionClass, why: String)
  /// No more than an ordinary file, or a folder.
  case notProtected(path: String)
  /// Written by a later version of this module.
  case laterVersion(path: String, version: Int)
  /// It is not as it was written, or its keys are another app's or another device's. None of it is given out.
  case damaged(path: String, Damage)
  /// The protection type is none of the four.
  case unknownType(path: String, type: String)
  case closed(path: String)
  case system(Action, path: String, errno: Int32)

  /// The damage that a protected file has.
  public enum Damage: String, Hashable, Sendable {
    case header = "its header is not valid"
    case key = "its own key does not fit: the header was changed, or another app or device wrote the file"
    case length = "its end is missing"
    case content = "its content was changed, moved or cut off"
  }

  /// The action that the kernel refused.
  public enum Action: String, Hashable, Sendable {
    case open, read, write, replace
  }

  public var description: String {
    switch self {
    case .unavailable(let path, let kind):
      "unable to read \(path): its protection class \(kind.rawValue) needs the device to be unlocked"
        + (kind == .completeUntilFirstUserAuthentication ? " once" : "")
        + "; try again after protectedDataDidBecomeAvailable"
    case .noKey(let path, let kind, let why):
      "unable to use \(path): there is no key for its protection class \(kind.rawValue): \(why)"
    case .notProtected(let path):
      "unable to read \(path): it is not a protected file; read it with Data(contentsOf:)"
    case .laterVersion(let path, let version):
      "unable to read \(path): its format has version \(version), and this program knows 1; use a newer FileProtection"
    case .damaged(let path, let damage):
      "unable to read \(path): \(damage.rawValue); restore it from a copy"
    case .unknownType(let path, let type):
      "unable to write \(path): no such protection type: \(type); use one of FileProtectionType's constants"
    case .closed(let path):
      "unable to use \(path): it was closed; open it again"
    case .system(let action, let path, let errno):
      "unable to \(action.rawValue) \(path): \(String(cString: strerror(errno)))"
    }
  }
}
