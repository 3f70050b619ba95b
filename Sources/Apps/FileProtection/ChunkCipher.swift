// The content of a protected file: chunks whose order and whose end are part of what is authenticated.
import Crypto
import FoundationEssentials

/// STREAM (Hoang, Reyhanitabar, Rogaway, Vizár: "Online Authenticated-Encryption and its Nonce-Reuse
/// Misuse-Resistance") over AES-256-GCM. A chunk moved, left out or repeated has the wrong number, a file cut off the
/// wrong last chunk. Each number is used once with a file key, since a file is written once, from its start to its end.
enum ChunkCipher {
  static let tagSize = 16

  /// Ciphertext and tag.
  static func seal(
    _ plain: some DataProtocol, number: Int, isLast: Bool, key: SymmetricKey, path: String
  ) throws(ProtectionError) -> Data {
    do {
      let box = try AES.GCM.seal(plain, using: key, nonce: nonce(number, isLast))
      return box.ciphertext + box.tag
    } catch {
      throw .damaged(path: path, .content)
    }
  }

  static func open(
    _ stored: Data, number: Int, isLast: Bool, key: SymmetricKey, path: String
  ) throws(ProtectionError) -> Data {
    do {
      let box = try AES.GCM.SealedBox(
        nonce: nonce(number, isLast), ciphertext: stored.dropLast(tagSize), tag: stored.suffix(tagSize))
      return try AES.GCM.open(box, using: key)
    } catch {
      throw .damaged(path: path, .content)
    }
  }

  private static func nonce(_ number: Int, _ isLast: Bool) throws -> AES.GCM.Nonce {
    let count = UInt64(number)
    let counter = (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * UInt64($0))) }
    return try AES.GCM.Nonce(data: [0, 0, 0] + counter + [isLast ? 1 : 0])
  }
}

/// The places of the chunks in a file of a given size.
struct ChunkLayout: Equatable, Sendable {
  let count: Int
  /// Plaintext bytes of the whole file.
  let size: Int
  private let chunkSize: Int
  private let lastSize: Int

  /// Nil when no file that was written to its end has `stored` bytes after its header.
  init?(stored: Int, chunkSize: Int) {
    let full = chunkSize + ChunkCipher.tagSize
    count = (stored + full - 1) / full
    guard count > 0 else { return nil }
    lastSize = stored - (count - 1) * full - ChunkCipher.tagSize
    // Only an empty file ends with an empty chunk.
    guard lastSize > 0 || (lastSize == 0 && count == 1) else { return nil }
    self.chunkSize = chunkSize
    size = (count - 1) * chunkSize + lastSize
  }

  func isLast(_ number: Int) -> Bool { number == count - 1 }

  /// Offset in the file, and bytes there.
  func place(of number: Int) -> (offset: Int, count: Int) {
    let full = chunkSize + ChunkCipher.tagSize
    return (FileHeader.size + number * full, (isLast(number) ? lastSize : chunkSize) + ChunkCipher.tagSize)
  }
}
