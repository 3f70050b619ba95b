// An app's own key pair of completeUnlessOpen, which can be made while the device is locked.
import Crypto
import LifecycleModel

/// 164 bytes: "RoostKA1", the pair's public key, an ephemeral public key, the pair's private key sealed to the bag's
/// public key, and the HMAC-SHA256 of all that under the device's key.
nonisolated struct AppPair: Equatable, Sendable {
  private static let magic = Array("RoostKA1".utf8)
  private static let size = 8 + 32 + 32 + 60 + 32

  let publicKey: [UInt8]
  private let ephemeral: [UInt8]
  private let sealed: [UInt8]

  /// A new pair, whose private half only an unlocked bag can open.
  init(for app: AppID, bag: SealedBag) throws(KeyBagError) {
    do {
      let pair = Curve25519.KeyAgreement.PrivateKey()
      let once = Curve25519.KeyAgreement.PrivateKey()
      let shared = try once.sharedSecretFromKeyAgreement(
        with: Curve25519.KeyAgreement.PublicKey(rawRepresentation: bag.publicKey))
      publicKey = [UInt8](pair.publicKey.rawRepresentation)
      ephemeral = [UInt8](once.publicKey.rawRepresentation)
      let box = try AES.GCM.seal(
        pair.rawRepresentation, using: Self.wrapping(shared, ephemeral),
        authenticating: publicKey + Array(app.string.utf8))
      sealed = [UInt8](box.nonce) + [UInt8](box.ciphertext) + [UInt8](box.tag)
    } catch {
      throw .cryptography("\(error)")
    }
  }

  init(_ bytes: [UInt8], device: SymmetricKey, path: String) throws(KeyBagError) {
    guard bytes.count == Self.size, bytes.starts(with: Self.magic),
      HMAC<SHA256>.isValidAuthenticationCode(
        bytes.suffix(32), authenticating: bytes.dropLast(32), using: device.derived(for: "roost app pair"))
    else { throw .unusable(path: path, why: "is damaged") }
    publicKey = Array(bytes[8..<40])
    ephemeral = Array(bytes[40..<72])
    sealed = Array(bytes[72..<132])
  }

  func bytes(device: SymmetricKey) -> [UInt8] {
    let content = Self.magic + publicKey + ephemeral + sealed
    return content
      + [UInt8](HMAC<SHA256>.authenticationCode(for: content, using: device.derived(for: "roost app pair")))
  }

  /// The raw private key.
  func open(for app: AppID, with unlessOpen: SymmetricKey) throws(KeyBagError) -> [UInt8] {
    do {
      let own = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: unlessOpen.bytes)
      let shared = try own.sharedSecretFromKeyAgreement(
        with: Curve25519.KeyAgreement.PublicKey(rawRepresentation: ephemeral))
      let box = try AES.GCM.SealedBox(combined: sealed)
      return try [UInt8](
        AES.GCM.open(
          box, using: Self.wrapping(shared, ephemeral), authenticating: publicKey + Array(app.string.utf8)))
    } catch {
      throw .cryptography("\(error)")
    }
  }

  private static func wrapping(_ shared: SharedSecret, _ ephemeral: [UInt8]) -> SymmetricKey {
    shared.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: ephemeral, sharedInfo: Array("roost app pair".utf8), outputByteCount: 32)
  }
}
