// The shares of a bound of all: who has to go when there is too much.
import Settings
import Testing

@Suite struct FairSharesTests {
  private func quotas(_ counts: [Int], keep: Int) -> [Int: Int] {
    FairShares.quotas(
      of: counts.enumerated().map { .init(owner: $0.offset, count: $0.element, newest: Int64($0.offset)) }, keep: keep)
  }

  @Test("as long as there is room nobody has to go; then those who have most, down to the same number")
  func shares() {
    #expect(quotas([], keep: 3).isEmpty && quotas([1, 2], keep: 3).isEmpty)
    #expect(quotas([1, 9], keep: 5) == [1: 4])
    #expect(quotas([2, 8, 9], keep: 12) == [1: 5, 2: 5])
    // One is left over, for that whose last record is newest.
    #expect(quotas([2, 8, 9], keep: 13) == [1: 5, 2: 6])
    #expect(quotas([1, 1, 1, 1], keep: 2) == [0: 0, 1: 0], "more apps than records: the newest have one")
  }

  @Test(
    "of up to four apps with up to five records as many are kept as may be, and nobody who has less goes for another")
  func laws() {
    var all: [[Int]] = [[]]
    for _ in 0..<4 { all += all.flatMap { counts in (1...5).map { counts + [$0] } } }
    for counts in Set(all) {
      for keep in 1...21 {
        let quotas = quotas(counts, keep: keep)
        let kept = counts.enumerated().map { quotas[$0.offset] ?? $0.element }
        #expect(kept.reduce(0, +) == min(keep, counts.reduce(0, +)), "\(counts), \(keep)")
        for (owner, quota) in quotas {
          #expect(quota < counts[owner] && kept.allSatisfy { $0 <= quota + 1 }, "\(counts), \(keep): \(kept)")
        }
      }
    }
  }
}
