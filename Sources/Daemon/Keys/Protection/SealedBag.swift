// The class keys as they lie on disk, sealed with the device's key and, where one is set, the passcode.
import Crypto
import LifecycleModel

/// 329 bytes, the last 32 the HMAC-SHA256 of the others under the device's key, so that a damaged file is told from a
/// wrong passcode.
///
///      0  "RoostKB1"
///      8  log2 of scrypt's cost; 0: no passcode is set
///      9  scrypt's salt
///     25  the public key of completeUnlessOpen
///     57  nonce, ciphertext and tag of four keys: none, completeUntilFirst…, completeUnlessOpen, complete
nonisolated struct SealedBag: Equatable, Sendable {
  private static let magic = Array("RoostKB1".utf8)
  private static let keysOffset = 57
  private static let sealedSize = 60
  private static let size = keysOffset + 4 * sealedSize + 32
  private static let order: [ProtectionClass] = [
    .none, .completeUntilFirstUserAuthentication, .completeUnlessOpen, .complete,
  ]

  /// Nil: the keys are open to whoever has the device's key.
  private let passcode: Passcode?
  /// Files of completeUnlessOpen can be made with it at any time.
  let publicKey: [UInt8]
  private let sealed: [[UInt8]]

  struct Passcode: Equatable, Sendable {
    let cost: UInt8
    let salt: [UInt8]
  }

  var hasPasscode: Bool { passcode != nil }

  /// Seals `keys`, anew or for the first time. A null passcode sets none.
  init(_ keys: ClassKeys, device: SymmetricKey, passcode text: String?, cost: UInt8) throws(KeyBagError) {
    let passcode = text.map { _ in
      Passcode(cost: cost, salt: SymmetricKey(size: .bits128).bytes)
    }
    self.passcode = passcode
    let secret = try Self.secret(device, passcode, text)
    do {
      guard let own = keys.unlessOpen else { throw KeyBagError.unavailable(.completeUnlessOpen) }
      publicKey = try [UInt8](Curve25519.KeyAgreement.PrivateKey(rawRepresentation: own).publicKey.rawRepresentation)
      sealed = try Self.order.map { kind in
        guard let key = keys[kind] else { throw KeyBagError.unavailable(kind) }
        let box = try AES.GCM.seal(
          key.bytes, using: Self.wrapping(kind, device, secret), authenticating: Self.label(kind))
        return [UInt8](box.nonce) + [UInt8](box.ciphertext) + [UInt8](box.tag)
      }
    } catch let error as KeyBagError {
      throw error
    } catch {
      throw .cryptography("\(error)")
    }
  }

  /// Reads what ``bytes(device:)`` wrote.
  init(_ bytes: [UInt8], device: SymmetricKey, path: String) throws(KeyBagError) {
    guard bytes.count == Self.size, bytes.starts(with: Self.magic),
      HMAC<SHA256>.isValidAuthenticationCode(
        bytes.suffix(32), authenticating: bytes.dropLast(32), using: device.derived(for: "roost key bag"))
    else { throw .unusable(path: path, why: "or device.key beside it is damaged") }
    passcode = bytes[8] == 0 ? nil : Passcode(cost: bytes[8], salt: Array(bytes[9..<25]))
    publicKey = Array(bytes[25..<57])
    sealed = (0..<4).map { Array(bytes.dropFirst(Self.keysOffset + $0 * Self.sealedSize).prefix(Self.sealedSize)) }
  }

  func bytes(device: SymmetricKey) -> [UInt8] {
    let content =
      Self.magic + [passcode?.cost ?? 0] + (passcode?.salt ?? [UInt8](repeating: 0, count: 16)) + publicKey
      + sealed.joined()
    let code = HMAC<SHA256>.authenticationCode(for: content, using: device.derived(for: "roost key bag"))
    return content + [UInt8](code)
  }

  /// The keys that can be had before the first unlock.
  func openWithoutPasscode(device: SymmetricKey) throws(KeyBagError) -> ClassKeys {
    if hasPasscode { return ClassKeys(none: try open(.none, device, device)) }
    return try open(device: device, passcode: nil)
  }

  /// All keys. It takes as long as scrypt is meant to take.
  func open(device: SymmetricKey, passcode text: String?) throws(KeyBagError) -> ClassKeys {
    let secret = try Self.secret(device, passcode, text)
    return ClassKeys(
      none: try open(.none, device, secret),
      untilFirstUnlock: try open(.completeUntilFirstUserAuthentication, device, secret),
      unlessOpen: try open(.completeUnlessOpen, device, secret), complete: try open(.complete, device, secret))
  }

  private func open(
    _ kind: ProtectionClass, _ device: SymmetricKey, _ secret: SymmetricKey
  ) throws(KeyBagError) -> SymmetricKey {
    do {
      let box = try AES.GCM.SealedBox(combined: zip(Self.order, sealed).first { $0.0 == kind }?.1 ?? [])
      return try SymmetricKey(
        data: AES.GCM.open(box, using: Self.wrapping(kind, device, secret), authenticating: Self.label(kind)))
    } catch {
      // The file is as it was written, so it is the passcode that does not fit.
      throw hasPasscode ? .wrongPasscode : .cryptography("\(error)")
    }
  }

  private static func label(_ kind: ProtectionClass) -> [UInt8] { Array("roost class key \(kind.rawValue)".utf8) }

  private static func wrapping(
    _ kind: ProtectionClass, _ device: SymmetricKey, _ secret: SymmetricKey
  ) -> SymmetricKey {
    (kind == .none ? device : secret).derived(for: "roost wrapping \(kind.rawValue)")
  }

  /// Both what the device knows and what the person knows, or the device's key alone.
  private static func secret(
    _ device: SymmetricKey, _ passcode: Passcode?, _ text: String?
  ) throws(KeyBagError) -> SymmetricKey {
    guard let passcode else { return device }
    guard let text else { throw .passcodeNeeded }
    guard !text.isEmpty else { throw .wrongPasscode }
    let derived = try Scrypt.key(passcode: text, salt: passcode.salt, cost: passcode.cost)
    return SymmetricKey(
      data: derived.withUnsafeBytes { HMAC<SHA256>.authenticationCode(for: $0, using: device) })
  }
}
