// A file is the old one or the new one, whoever reads it meanwhile and whenever its writer is killed.
import Crypto
import FileProtection
import Foundation
import Testing

@Suite struct ReplacementTests {
  private let folder: TestFolder
  private let keys = TestKeys()

  init() throws { folder = try TestFolder() }

  @Test("DP1: a writer that is let go leaves the old file, and nothing else")
  func letGo() throws {
    try Data("old".utf8).write(to: folder("file"), protection: .complete, keys: keys)
    try ProtectedFileWriter(for: folder("file"), keys: keys).write(Data("new".utf8))
    #expect(try Data(contentsOfProtected: folder("file"), keys: keys) == Data("old".utf8))
    #expect(try folder.names == ["file"])
  }

  @Test("DP1: readers see one whole file while others take its place, and may share an open one")
  func readers() async throws {
    let file = folder("file")
    try content(0).write(to: file, protection: .complete, keys: keys)
    let first = try ProtectedFile(forReadingFrom: file, keys: keys)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<20 {
            let seen = try Data(contentsOfProtected: file, keys: keys)
            #expect(seen == content(seen[0]))
            #expect(try first.read(from: 70_000, count: 50_000) == content(0)[70_000..<120_000])
          }
        }
      }
      group.addTask {
        for round in UInt8(1)...20 { try content(round).write(to: file, protection: .complete, keys: keys) }
      }
      try await group.waitForAll()
    }
    #expect(try Data(contentsOfProtected: file, keys: keys) == content(20))
  }

  @Test("DP1: a process killed while it writes leaves the old or the new content, never half of one")
  func killed() async throws {
    let seed = newSeed()
    var random = Seeded(seed)
    let file = folder("file")
    try content(0).write(to: file, protection: .none, keys: FixedKeys())
    for round in 0..<12 {
      let path = file.path
      let delay = UInt32.random(in: 0...40_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, delay = delay as UInt32] in
        for round in 1... {
          try content(UInt8(round % 250 + 1)).write(to: URL(filePath: path), protection: .none, keys: FixedKeys())
          guard round == 1 else { continue }
          Thread.detachNewThread {
            usleep(delay)
            kill(getpid(), SIGKILL)
          }
        }
      }
      let seen = try Data(contentsOfProtected: file, keys: FixedKeys())
      #expect(seen[0] != 0 && seen == content(seen[0]), "seed \(seed), round \(round)")
    }
  }
}

/// A few chunks that are the same all through, so that a mixture shows.
private func content(_ round: UInt8) -> Data { Data(repeating: round, count: 300_000) }

/// The same in each process.
private struct FixedKeys: KeySource {
  func key(for protection: ProtectionClass) throws(KeyError) -> SymmetricKey {
    SymmetricKey(data: [UInt8](repeating: 7, count: 32))
  }
  func publicKey() throws(KeyError) -> Curve25519.KeyAgreement.PublicKey { throw .unavailable }
}
