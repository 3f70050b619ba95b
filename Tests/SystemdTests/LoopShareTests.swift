// The time of the loop that one kind of work has before everybody else.
import Testing

@testable import Systemd

@MainActor @Suite(.timeLimit(.minutes(40))) struct LoopShareTests {
  @Test("Work has so much at once, and half of the loop after that, however long it went on when it had none left")
  func share() {
    var time: UInt64 = 1_000_000_000
    let share = LoopShare(atOnce: 4_000_000) { time }
    func piece() { share.spend { time += 1_000_000 } }
    for _ in 0..<4 {
      #expect(share.isLeft)
      piece()
    }
    piece()
    #expect(!share.isLeft)
    for _ in 0..<10_000 { piece() }
    #expect(!share.isLeft)
    time += 1_000_000
    #expect(share.isLeft)
  }
}
