// Keeps an open file's own key in memory for as long as its class allows.
import Crypto

/// The key of an open file.
struct OpenKey: Sendable {
  private let header: FileHeader
  private let path: String
  private let keys: any KeySource
  /// Nil for `complete`, whose files are closed to their readers and writers too when the device is locked (DP2): no
  /// copy is kept, and the class key is asked for each time.
  private let held: SymmetricKey?

  init(_ header: FileHeader, _ fileKey: SymmetricKey, path: String, keys: any KeySource) {
    self.header = header
    self.path = path
    self.keys = keys
    switch header.protection {
    case .none, .completeUntilFirstUserAuthentication, .completeUnlessOpen: held = fileKey
    case .complete: held = nil
    }
  }

  func get() throws(ProtectionError) -> SymmetricKey {
    if let held { return held }
    return try header.fileKey(path: path, keys: keys)
  }
}
