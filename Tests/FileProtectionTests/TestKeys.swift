// A device of a test's own that can be locked, a folder, and random bytes that a printed seed brings back.
import Crypto
import FileProtection
import Foundation
import Synchronization

/// Keys as an app has them from roostd.
final class TestKeys: KeySource {
  enum Device { case beforeFirstUnlock, locked, unlocked }
  private let device = Mutex(Device.unlocked)
  private let symmetric = Dictionary(
    uniqueKeysWithValues: ProtectionClass.allCases.map { ($0, SymmetricKey(size: .bits256)) })
  private let pair = Curve25519.KeyAgreement.PrivateKey()

  func set(_ new: Device) { device.withLock { $0 = new } }

  func key(for protection: ProtectionClass) throws(KeyError) -> SymmetricKey {
    switch (device.withLock { $0 }, protection) {
    case (.locked, .complete), (.locked, .completeUnlessOpen): throw .unavailable
    case (.beforeFirstUnlock, .complete), (.beforeFirstUnlock, .completeUnlessOpen): throw .unavailable
    case (.beforeFirstUnlock, .completeUntilFirstUserAuthentication): throw .unavailable
    case (_, .completeUnlessOpen): return SymmetricKey(data: pair.rawRepresentation)
    case (_, .none), (.unlocked, _), (.locked, .completeUntilFirstUserAuthentication):
      guard let key = symmetric[protection] else { throw .unreachable("no such class") }
      return key
    }
  }

  func publicKey() throws(KeyError) -> Curve25519.KeyAgreement.PublicKey { pair.publicKey }
}

/// A temporary folder that is gone with the value.
final class TestFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "roost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func callAsFunction(_ name: String) -> URL { url.appending(path: name) }

  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }
}

/// SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators").
struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func data(_ count: Int) -> Data {
    var bytes = [UInt8]()
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { withUnsafeBytes(of: next()) { bytes += $0 } }
    return Data(bytes.prefix(count))
  }
}

/// A new seed each run; a test prints it where it fails.
func newSeed() -> UInt64 { .random(in: 0 ... .max) }

let chunk = 1 << 16
let headerSize = 104
