// Bags of earlier releases, and scrypt by the RFC's own words: files of today have to open for ever (DP1).
import Crypto
import Foundation
import LifecycleModel
import TestFolders
import Testing

@testable import Keys

@MainActor @Suite struct ScryptTests {
  /// `STATE/keys/device.key` and `STATE/keys/bag` as a roostd wrote them whose scrypt was BoringSSL's, for the passcode
  /// that `roostctl passcode set` gave it.
  private let deviceKey = "I77Lk0AVl2CMNgYTFoBQVUWD7A/EfgSSZI4ixlPY1/k="
  private let bag =
    "Um9vc3RLQjEPx917mhiFzJlKjpsI3ZFCqSsOruzlx9/pJcYy46858wYUYvjFEzGvaRtRCSzIOuxXanM+yxzpF8uqfT5Y0191434+"
    + "VQZZkGqO2PDh4T25JPl3SGpuW18vQGt7ZEXqp5DloiLf5KC8VJ82N+B99v8C0yCV7HdJ79bH+R81F5JCADESLLWw9/TmHWUXfoxK"
    + "6HJdU4qKEPJUPuD1u/WmIYv2RRCBNkKTdR6WHrmPQ6urIVyeDqm4xYdpFf6Z3CWML8vhjkPYwzfdL7zKCGYMMmo5b0nTatnc6QI2"
    + "RN2IIO2ASjdgshFxY8F/ge/b8XOuiN1/lG2otzkdIB8jrzJJWv+NSliNba57zhwceBm9dOnQO1+w+em01ZFqVs01Yc1A5YAqbLTw"
    + "iFyFkTuIY0PV8/Ba5TarZaBadWL8mConhhzX/BE="
  private let passcode = "Grüße 1234"

  @Test("DP1: a bag that an earlier release sealed opens with its passcode, and with no other")
  func earlierBag() async throws {
    let folder = try TestFolder()
    try folder.write("keys/apps/none", "")
    for (name, content) in [("device.key", deviceKey), ("bag", bag)] {
      try #require(Data(base64Encoded: content)).write(to: URL(filePath: "\(folder.path)/keys/\(name)"))
    }
    let app = AppID("com.example.vault")
    let keys = TestBag(folder)
    #expect(keys.keys.problem == nil)
    #expect(await keys.available(to: app) == [.none])
    #expect(await keys.unlock("Grüße 1235").error == .wrongPasscode)
    try await keys.unlock(passcode).get()
    #expect(await keys.available(to: app) == ProtectionClass.allCases)
  }

  @Test("DP1: scrypt is RFC 7914's")
  func testVector() throws {
    // Section 12, N = 16384, r = 8, p = 1; of the 64 bytes there the first 32 are what a shorter key is.
    let key = try Scrypt.key(passcode: "pleaseletmein", salt: Array("SodiumChloride".utf8), cost: 14)
    let expected = "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
    #expect(key.bytes.map { String(format: "%02x", $0) }.joined() == expected)
  }

  @Test("DP1: a cost that no machine can pay is refused", arguments: [0, 31, 255] as [UInt8])
  func impossibleCost(_ cost: UInt8) {
    #expect { try Scrypt.key(passcode: "1234", salt: [1, 2, 3], cost: cost) } throws: { error in
      guard case .cryptography(let why) = error as? KeyBagError else { return false }
      return why.contains("scrypt")
    }
  }
}
