// The looks at an app's past ends are spaced, whatever the app asks (TE3).
import LifecycleModel
import Systemd
import TestLoop
import Testing

@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(40))) struct PastLooksTests {
  private let notes = AppID("notes")
  private let clock = AppID("clock")

  @Test("TE3 some looks at an app's past come at once, the next waits for its turn, and another app's does not")
  func paced() throws {
    let looks = PastLooks(on: try EventLoop(), pause: 3_600_000_000_000)
    var done = 0
    for _ in 0..<3 * PastLooks.atOnce { looks.take(of: notes) { done += 1 } }
    #expect(done == Int(PastLooks.atOnce))
    looks.take(of: clock) { done += 1 }
    #expect(done == Int(PastLooks.atOnce) + 1)
  }

  @Test("TE3 looks that wait come all, in their order")
  func inTurn() throws {
    let loop = try EventLoop()
    let looks = PastLooks(on: loop, pause: 1_000_000)
    var done: [Int] = []
    for number in 0..<40 { looks.take(of: notes) { done.append(number) } }
    try withExtendedLifetime(looks) { try loop.run { done.count == 40 } }
    #expect(done == Array(0..<40))
  }
}
