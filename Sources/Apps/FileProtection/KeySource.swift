// The source of class keys: roostd in an app, a stand-in in a test.
public import Crypto
import Synchronization

/// Gives out the keys of this app's protection classes, or says that they are gone. Asked from any thread.
///
/// Nothing keeps what it gives: class keys are asked for when a file is opened, that of `complete` at every read and
/// write as well, and are zeroed as soon as the file's own key has been unwrapped with them.
public protocol KeySource: Sendable {
  /// The key of a class; for `completeUnlessOpen` the raw private key of X25519.
  func key(for protection: ProtectionClass) throws(KeyError) -> SymmetricKey
  /// The public half of `completeUnlessOpen`, with which files are made while the device is locked.
  func publicKey() throws(KeyError) -> Curve25519.KeyAgreement.PublicKey
}

/// The reason why there is no key.
public enum KeyError: Error, Hashable, Sendable {
  /// The device is locked (DP2).
  case unavailable
  /// The source itself failed.
  case unreachable(String)
}

/// The keys this process uses where a call names none.
public enum ProtectedData {
  private static let source = Mutex<(any KeySource)?>(nil)

  /// roostd's, unless another source is set before the first protected file is used.
  public static var keys: any KeySource {
    get { source.withLock { $0 } ?? RoostKeys() }
    set { source.withLock { $0 = newValue } }
  }
}
