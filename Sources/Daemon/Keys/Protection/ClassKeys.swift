// The keys of the protection classes while the device allows their use. No other memory holds them; this one is zeroed.
import Crypto
import LifecycleModel

/// One key for each class; an app's own is derived from it, so that no app can open another's files.
nonisolated struct ClassKeys: Sendable {
  let none: SymmetricKey
  var untilFirstUnlock: SymmetricKey?
  /// The raw private key of X25519.
  var unlessOpen: SymmetricKey?
  var complete: SymmetricKey?

  /// DP2: what the lock takes back.
  mutating func discard() {
    unlessOpen = nil
    complete = nil
  }

  subscript(kind: ProtectionClass) -> SymmetricKey? {
    switch kind {
    case .none: none
    case .completeUntilFirstUserAuthentication: untilFirstUnlock
    case .completeUnlessOpen: unlessOpen
    case .complete: complete
    }
  }
}

extension SymmetricKey {
  /// RFC 5869; `purpose` keeps keys of different use apart.
  nonisolated func derived(for purpose: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(inputKeyMaterial: self, info: Array(purpose.utf8), outputByteCount: 32)
  }

  nonisolated var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
