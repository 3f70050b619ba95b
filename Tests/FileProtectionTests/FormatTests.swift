// Written content comes back, and nothing else ever does.
import FileProtection
import Foundation
import Testing

@Suite struct FormatTests {
  private let folder: TestFolder
  private let keys = TestKeys()
  private let seed = newSeed()

  init() throws { folder = try TestFolder() }

  @Test("DP1: files of each class come back, of sizes around the borders of chunks, written and read in any pieces")
  func roundTrip() throws {
    var random = Seeded(seed)
    let borders = [0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk - 1, 2 * chunk, 2 * chunk + 1]
    for size in borders + [Int.random(in: 0...5 * chunk, using: &random)] {
      for kind in ProtectionClass.allCases {
        let content = random.data(size)
        let file = folder("file")
        let writer = try ProtectedFileWriter(for: file, protection: kind.type, keys: keys)
        var rest = content[...]
        while !rest.isEmpty {
          let piece = rest.prefix(Int.random(in: 1...2 * chunk, using: &random))
          try writer.write(piece)
          rest = rest.dropFirst(piece.count)
        }
        try writer.close()
        #expect(try Data(contentsOfProtected: file, keys: keys) == content, "seed \(seed), \(size) bytes, \(kind)")
        let open = try ProtectedFile(forReadingFrom: file, keys: keys)
        #expect(open.size == size)
        #expect(open.protection == kind)
        for _ in 0..<8 {
          let start = Int.random(in: 0...size, using: &random)
          let count = Int.random(in: 0...size, using: &random)
          let part = try open.read(from: start, count: count)
          #expect(part == content.dropFirst(start).prefix(count), "seed \(seed), \(count) of \(size) from \(start)")
        }
      }
    }
  }

  @Test("DP1: nothing of the content can be read in the file, nor which files have the same")
  func isEncrypted() throws {
    let content = Data(repeating: 0x41, count: 1000)
    for kind in ProtectionClass.allCases {
      try content.write(to: folder("one"), protection: kind.type, keys: keys)
      try content.write(to: folder("two"), protection: kind.type, keys: keys)
      let one = try Data(contentsOf: folder("one"))
      #expect(one.range(of: Data("AAAA".utf8)) == nil)
      #expect(try one.dropFirst(44) != Data(contentsOf: folder("two")).dropFirst(44))
    }
  }

  @Test("DP1: a file cut off anywhere is damaged")
  func truncation() throws {
    var random = Seeded(seed)
    let whole = try written(random.data(2 * chunk + 100))
    let full = chunk + 16
    let borders = [0, 7, headerSize - 1, headerSize, headerSize + 16, headerSize + full, headerSize + full + 16]
    let cuts =
      borders + [headerSize + 2 * full, whole.count - 1]
      + (0..<40).map { _ in
        Int.random(in: 0..<whole.count, using: &random)
      }
    for cut in cuts { expectDamaged(whole.prefix(cut), "cut at \(cut)") }
  }

  @Test("DP1: a file with any bit changed is damaged")
  func bitFlips() throws {
    var random = Seeded(seed)
    let whole = try written(random.data(chunk + 100))
    let header = (0..<headerSize).map { $0 * 8 + Int.random(in: 0..<8, using: &random) }
    for bit in header + (0..<60).map({ _ in Int.random(in: 0..<whole.count * 8, using: &random) }) {
      var changed = whole
      changed[bit / 8] ^= 1 << (bit % 8)
      expectDamaged(changed, "bit \(bit)")
    }
  }

  @Test("DP1: chunks that changed places, were left out, repeated or added are damage")
  func reordered() throws {
    var random = Seeded(seed)
    let whole = try written(random.data(4 * chunk))
    let header = whole.prefix(headerSize)
    let chunks = (0..<4).map { whole.dropFirst(headerSize + $0 * (chunk + 16)).prefix(chunk + 16) }
    for order in [
      [1, 0, 2, 3], [0, 2, 1, 3], [0, 2, 3], [0, 1, 1, 2, 3], [0, 1, 3, 2], [1, 2, 3], [0, 1, 2, 3, 3],
    ] {
      expectDamaged(order.reduce(Data(header)) { $0 + chunks[$1] }, "order \(order)")
    }
    expectDamaged(whole + Data([0]), "a byte more")
    let other = try written(random.data(4 * chunk))
    expectDamaged(header + other.dropFirst(headerSize), "the content of another file")
  }

  @Test("DP1: another app's keys open nothing")
  func otherKeys() throws {
    for kind in ProtectionClass.allCases {
      try Data("secret".utf8).write(to: folder("file"), protection: kind.type, keys: keys)
      #expect(throws: ProtectionError.damaged(path: folder("file").path, .key)) {
        try Data(contentsOfProtected: folder("file"), keys: TestKeys())
      }
    }
  }

  @Test("Files of other kinds are named as what they are")
  func otherFiles() throws {
    let file = folder("file")
    try Data("an ordinary text".utf8).write(to: file)
    #expect(throws: ProtectionError.notProtected(path: file.path)) { try Data(contentsOfProtected: file, keys: keys) }
    #expect(throws: ProtectionError.notProtected(path: folder.url.path)) {
      try Data(contentsOfProtected: folder.url, keys: keys)
    }
    #expect(throws: ProtectionError.system(.open, path: folder("none").path, errno: ENOENT)) {
      try Data(contentsOfProtected: folder("none"), keys: keys)
    }
    var later = try written(Data())
    later[7] = 2
    try later.write(to: file)
    #expect(throws: ProtectionError.laterVersion(path: file.path, version: 2)) {
      try Data(contentsOfProtected: file, keys: keys)
    }
  }

  /// The bytes on disk of a file with this content.
  private func written(_ content: Data) throws -> Data {
    try content.write(to: folder("whole"), protection: .complete, keys: keys)
    return try Data(contentsOf: folder("whole"))
  }

  private func expectDamaged(_ bytes: Data, _ what: String) {
    #expect(throws: ProtectionError.self, "seed \(seed), \(what)") {
      try bytes.write(to: folder("damaged"))
      _ = try Data(contentsOfProtected: folder("damaged"), keys: keys)
    }
  }
}
