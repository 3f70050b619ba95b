// scrypt (RFC 7914), by which a passcode becomes a key. It is OpenSSL's: in swift-crypto only CryptoExtras has it, and
// all of that would be compiled for this one call.
import COpenSSL
import Crypto

nonisolated enum Scrypt {
  /// 32 bytes of EVP_PBE_scrypt(3), which takes 2^`cost` KiB and a time in proportion. Block size and parallelism are
  /// the ones that RFC 7914 recommends.
  static func key(passcode: String, salt: [UInt8], cost: UInt8) throws(KeyBagError) -> SymmetricKey {
    let blockSize: UInt64 = 8
    // A terabyte is more than any machine has to give, and the sums below still fit.
    guard (1...30).contains(cost) else { throw .cryptography("scrypt's cost cannot be 2^\(cost)") }
    let rounds: UInt64 = 1 << cost
    // OpenSSL's own limit is 32 MiB, a little too low for cost 15, as it counts three blocks of 128 * blockSize more.
    let memory = 128 * blockSize * (rounds + 3)
    var passcode = passcode
    let key = passcode.withUTF8 { passcode in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { derived -> SymmetricKey? in
        defer { OPENSSL_cleanse(derived.baseAddress, derived.count) }
        let worked = EVP_PBE_scrypt(
          passcode.baseAddress, passcode.count, salt, salt.count, rounds, blockSize, 1, memory, derived.baseAddress,
          derived.count)
        return worked == 1 ? SymmetricKey(data: derived) : nil
      }
    }
    guard let key else { throw .cryptography("scrypt failed: \(lastError())") }
    return key
  }

  /// The oldest of this thread's errors, in OpenSSL's words.
  private static func lastError() -> String {
    let code = ERR_get_error()
    ERR_clear_error()
    return ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
