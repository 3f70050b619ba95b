// Names told apart and put in order by their bytes.
import Testing

@testable import LifecycleModel

@Suite("Spelling", .timeLimit(.minutes(40)))
struct SpellingTests {
  /// The first place where two differ is anywhere in a word of eight bytes or behind the last whole one.
  @Test("names are in the order of their bytes, wherever two differ")
  func orderOfBytes() {
    let ends = [
      "", "\u{1}", "a", "b", "ab", "ba", "\u{E4}", "a\u{308}", "\u{10FFFF}", "abcdefgh", "abcdefgi", "abcdefghi",
    ]
    for length in 0...17 {
      let names = ends.map { String(repeating: "n", count: length) + $0 }
      for left in names {
        for right in names {
          #expect(
            (Spelling(left) < Spelling(right)) == left.utf8.lexicographicallyPrecedes(right.utf8), "\(left) \(right)")
          #expect(left.isSpelled(as: right) == left.utf8.elementsEqual(right.utf8), "\(left) \(right)")
        }
      }
    }
  }
}
