// A protected file as another app, or a broken disk, leaves it.
import Crypto
import FoundationEssentials

@testable import FileProtection

@MainActor enum ProtectedInput {
  /// The same in each process; X25519 takes any 32 bytes.
  private struct FixedKeys: KeySource {
    private let bytes = [UInt8](repeating: 7, count: 32)

    func key(for protection: ProtectionClass) throws(KeyError) -> SymmetricKey { SymmetricKey(data: bytes) }

    func publicKey() throws(KeyError) -> Curve25519.KeyAgreement.PublicKey {
      guard let pair = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes) else { throw .unavailable }
      return pair.publicKey
    }
  }

  static func read(_ bytes: [UInt8]) {
    let path = WorkFolder.path + "/protected"
    WorkFolder.write(bytes, to: path)
    guard let file = try? ProtectedFile(forReadingFrom: URL(filePath: path), keys: FixedKeys()) else { return }
    require(file.size < bytes.count, "its content is larger than the file")
    guard let content = try? file.read() else { return }
    require(content.count == file.size, "some of the content is missing")
    let middle = file.size / 2
    require((try? file.read(from: middle, count: .max)) == content.dropFirst(middle), "a part is not of the whole")
    require((try? file.read(from: -1, count: -1)) == Data(), "nothing is something")
  }
}
