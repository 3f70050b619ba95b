// The model answers as the model of its revision number did: a log is only replayed where it does.

import Testing

@testable import LifecycleModel
@testable import SimulatedDevice

@Suite struct RevisionTests {
  /// The digest of the lives of seeds 1 to 300, by revision. The line of a released revision is never changed: when
  /// this fails because the model is meant to answer otherwise, raise `Lifecycle.revision` and add a line.
  private static let answers: [UInt32: UInt64] = [
    1: 0xfad3_e200_7c49_141f, 2: 0xfad3_e200_7c49_141f, 3: 0x3abf_f72c_1846_b4b3,
    4: 0xe845_f5bf_67d7_4dbb, 5: 0xf9c1_20ea_1fb7_998b, 6: 0xb591_56ef_b21c_c158,
    7: 0xb591_56ef_b21c_c158, 8: 0x2b24_39af_2bc0_e68f, 9: 0x1e84_a78d_7457_de4e,
    10: 0x27aa_61d5_75c5_889a, 11: 0xf83c_29ac_b1b3_260a,
  ]

  @Test("the model answers as its revision has answered before") func answersAlike() {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for seed in 1...300 as ClosedRange<UInt64> {
      for line in Schedule(seed: seed).run(journal: true).journal ?? [] where line.hasPrefix("    ") {
        // FNV-1a (Fowler, Noll, Vo) of each effect's letters in order: a dictionary prints its members in any.
        for byte in sorted(line.utf8) { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
      }
    }
    #expect(
      Self.answers[Lifecycle.revision] == digest,
      "revision \(Lifecycle.revision) answers otherwise than before: raise it, and note 0x\(String(digest, radix: 16))")
  }
  /// By counting, which takes a build without optimization a tenth of the time of `sorted()`.
  private func sorted(_ text: String.UTF8View) -> [UInt8] {
    var counts = [Int](repeating: 0, count: 256)
    for byte in text { counts[Int(byte)] += 1 }
    return counts.indices.flatMap { repeatElement(UInt8($0), count: counts[$0]) }
  }
}
