// Which apps' descriptors the next daemon is given by name, when there are more than one variable can name.
import SimulatedDevice
import Testing

@testable import Supervisor

@Suite struct DescriptorRoomTests {
  @Test("those that came first go first, but none that runs; one that finds no room stays out")
  func order() {
    var room = DescriptorRoom<Int>(most: 30)
    for app in 1...3 { #expect(room.admit(app, size: 10) { _ in false } == (true, [])) }
    #expect(room.admit(4, size: 10) { $0 == 1 } == (true, [2]))
    #expect(room.admit(5, size: 20) { $0 == 4 } == (true, [3, 1]))
    #expect(room.admit(6, size: 10) { _ in true } == (false, []))
    #expect(room.admit(5, size: 20) { _ in false } == (true, []))
    room.leave(4)
    #expect(room.admit(6, size: 10) { _ in true } == (true, []))
    #expect([1, 2, 3, 4, 5, 6].filter(room.has) == [5, 6])
  }

  @Test("whatever comes, runs, sleeps and goes, there is never too much in it, and one that runs stays in")
  func random() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    var room = DescriptorRoom<Int>(most: 1000)
    var inside: [Int: Int] = [:]
    var running: Set<Int> = []
    for step in 0..<2000 {
      let app = Int.random(in: 0..<60, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        room.leave(app)
        inside[app] = nil
      case 1: running.insert(app)
      case 2: running.remove(app)
      default:
        let size = inside[app] ?? Int.random(in: 1...90, using: &random)
        let before = inside
        let (isIn, out) = room.admit(app, size: size, sparing: running.contains)
        for other in out { inside[other] = nil }
        if isIn { inside[app] = size }
        #expect(Set(out).isSubset(of: before.keys) && running.isDisjoint(with: out), "step \(step), seed \(seed)")
        #expect(
          isIn || inside.filter { running.contains($0.key) }.values.reduce(size, +) > 1000, "step \(step), seed \(seed)"
        )
      }
      #expect(inside.values.reduce(0, +) <= 1000, "step \(step), seed \(seed)")
      #expect((0..<60).allSatisfy { room.has($0) == (inside[$0] != nil) }, "step \(step), seed \(seed)")
    }
  }
}
