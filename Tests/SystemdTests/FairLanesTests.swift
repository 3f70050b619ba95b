// Which kind of work has its turn, by the time that each has had.
import Testing

@testable import Systemd

@Suite struct FairLanesTests {
  @Test("Of two kinds that wait, the one with short pieces has as much time as the one with long ones, and more turns")
  func time() {
    var lanes = FairLanes<UInt64>()
    let (lists, thaws) = (lanes.addLane(), lanes.addLane())
    for _ in 0..<10 { lanes.append(20, to: lists) }
    for _ in 0..<50 { lanes.append(2, to: thaws) }
    var taken = [UInt64](repeating: 0, count: 2)
    for _ in 0..<44 {
      guard let next = lanes.next else { break }
      let time = lanes.removeFirst(of: next)
      lanes.charge(time, to: next)
      taken[next] += time
      #expect(taken[lists] <= taken[thaws] + 20 && taken[thaws] <= taken[lists] + 20, "\(taken)")
    }
    #expect(taken == [80, 80])
  }

  @Test("One that begins to wait has no claim to the time that it did not need, and none to what it had before that")
  func beginning() {
    var lanes = FairLanes<Int>()
    let (first, second) = (lanes.addLane(), lanes.addLane())
    // Nobody waits: no time is owed for these.
    lanes.charge(1000, to: first)
    lanes.append(0, to: first)
    lanes.append(1, to: second)
    var order: [Int] = []
    for _ in 0..<2 {
      guard let next = lanes.next else { break }
      order.append(lanes.removeFirst(of: next))
      lanes.charge(5, to: next)
      if order.count == 1 { lanes.append(2, to: first) }
    }
    #expect(order == [1, 0])
    #expect(lanes.next == first && lanes.count == 1)
  }

  @Test("Whatever comes, a kind that waits has no less time than another by more than the longest piece")
  func random() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix(seed: seed)
    var lanes = FairLanes<UInt64>()
    let kinds = (0..<4).map { _ in lanes.addLane() }
    /// Since this one has waited without a gap.
    var taken: [[UInt64]?] = kinds.map { _ in nil }
    var waiting = kinds.map { _ in 0 }
    for _ in 0..<10_000 {
      let lane = Int.random(in: 0..<4, using: &generator)
      if Bool.random(using: &generator) {
        lanes.append(UInt64.random(in: 1...100, using: &generator), to: lane)
        waiting[lane] += 1
        if taken[lane] == nil { taken[lane] = [0, 0, 0, 0] }
      } else if let next = lanes.next {
        let time = lanes.removeFirst(of: next)
        lanes.charge(time, to: next)
        waiting[next] -= 1
        for kind in kinds { taken[kind]?[next] += time }
        if waiting[next] == 0 { taken[next] = nil }
        for kind in kinds {
          guard let times = taken[kind] else { continue }
          for other in kinds where other != kind {
            #expect(times[other] <= times[kind] + 200, "seed \(seed): \(times) while \(kind) waits")
          }
        }
      }
    }
    #expect(lanes.count == waiting.reduce(0, +))
  }
}

private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
