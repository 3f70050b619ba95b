// The first bytes of a protected file: its class, and its own key wrapped by the class key (docs/protected-data.md).
import Crypto
import FoundationEssentials

/// 104 bytes; the first 44 are authenticated together with the wrapped key.
///
///     0  "RoostPD" and the version, 1
///     8  the class
///     9  log2 of the chunk size
///    10  two zeros
///    12  the ephemeral public key of X25519, zeros but in completeUnlessOpen
///    44  nonce, ciphertext and tag of the file key under AES-256-GCM
struct FileHeader: Equatable, Sendable {
  static let size = 104
  private static let magic = Array("RoostPD".utf8)
  private static let version: UInt8 = 1
  private static let authenticated = 44
  private static let defaultChunk: UInt8 = 16

  let bytes: [UInt8]
  let protection: ProtectionClass
  /// Plaintext bytes in all chunks but the last.
  let chunkSize: Int

  /// A header for a new file, and the key that its content is to be encrypted with.
  static func make(
    _ protection: ProtectionClass, path: String, keys: any KeySource
  ) throws(ProtectionError) -> (FileHeader, SymmetricKey) {
    let fileKey = SymmetricKey(size: .bits256)
    var start = magic + [version, protection.byte, defaultChunk, 0, 0]
    let wrapping: SymmetricKey
    switch protection {
    case .none, .completeUntilFirstUserAuthentication, .complete:
      wrapping = try classKey(protection, path, keys)
      start += [UInt8](repeating: 0, count: 32)
    case .completeUnlessOpen:
      // Apple Platform Security, "Data Protection classes", class B: only the private half needs an unlocked device.
      let ephemeral = Curve25519.KeyAgreement.PrivateKey()
      let publicKey: Curve25519.KeyAgreement.PublicKey
      do { publicKey = try keys.publicKey() } catch { throw ProtectionError(error, path, protection) }
      wrapping = try agree(ephemeral, publicKey, salt: ephemeral.publicKey, path)
      start += ephemeral.publicKey.rawRepresentation
    }
    do {
      let plain = fileKey.withUnsafeBytes { Data($0) }
      guard let sealed = try AES.GCM.seal(plain, using: wrapping, authenticating: start).combined else {
        throw ProtectionError.damaged(path: path, .key)
      }
      return (try FileHeader(start + sealed, path: path), fileKey)
    } catch {
      throw .damaged(path: path, .key)
    }
  }

  /// Checks everything that can be checked without a key.
  init(_ bytes: [UInt8], path: String) throws(ProtectionError) {
    guard bytes.starts(with: Self.magic) else { throw .notProtected(path: path) }
    guard bytes.count == Self.size else { throw .damaged(path: path, .length) }
    guard bytes[7] == Self.version else { throw .laterVersion(path: path, version: Int(bytes[7])) }
    guard let protection = ProtectionClass(byte: bytes[8]), (12...24).contains(bytes[9]), bytes[10] == 0, bytes[11] == 0
    else { throw .damaged(path: path, .header) }
    self.bytes = bytes
    self.protection = protection
    chunkSize = 1 << Int(bytes[9])
  }

  /// The header of an open file.
  init(of file: Descriptor, path: String) throws(ProtectionError) {
    try self.init([UInt8](file.bytes(from: 0, count: Self.size, path: path)), path: path)
  }

  /// The file's own key.
  func fileKey(path: String, keys: any KeySource) throws(ProtectionError) -> SymmetricKey {
    let start = bytes[..<Self.authenticated]
    let given = try Self.classKey(protection, path, keys)
    let wrapping: SymmetricKey
    switch protection {
    case .none, .completeUntilFirstUserAuthentication, .complete: wrapping = given
    case .completeUnlessOpen:
      do {
        let own = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: given)
        let ephemeral = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: start[12...])
        wrapping = try Self.agree(own, ephemeral, salt: ephemeral, path)
      } catch {
        throw .damaged(path: path, .key)
      }
    }
    do {
      let box = try AES.GCM.SealedBox(combined: bytes[Self.authenticated...])
      return SymmetricKey(data: try AES.GCM.open(box, using: wrapping, authenticating: start))
    } catch {
      throw .damaged(path: path, .key)
    }
  }

  private static func classKey(
    _ protection: ProtectionClass, _ path: String, _ keys: any KeySource
  ) throws(ProtectionError) -> SymmetricKey {
    do { return try keys.key(for: protection) } catch { throw ProtectionError(error, path, protection) }
  }

  private static func agree(
    _ own: Curve25519.KeyAgreement.PrivateKey, _ other: Curve25519.KeyAgreement.PublicKey,
    salt ephemeral: Curve25519.KeyAgreement.PublicKey, _ path: String
  ) throws(ProtectionError) -> SymmetricKey {
    do {
      return try own.sharedSecretFromKeyAgreement(with: other).hkdfDerivedSymmetricKey(
        using: SHA256.self, salt: ephemeral.rawRepresentation, sharedInfo: Array("roost protected file 1".utf8),
        outputByteCount: 32)
    } catch {
      throw .damaged(path: path, .key)
    }
  }
}

extension ProtectionError {
  init(_ error: KeyError, _ path: String, _ protection: ProtectionClass) {
    switch error {
    case .unavailable: self = .unavailable(path: path, class: protection)
    case .unreachable(let why): self = .noKey(path: path, class: protection, why: why)
    }
  }
}
