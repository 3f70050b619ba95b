// One answer for all who have asked before it was begun.
import Testing

@testable import Systemd

@MainActor @Suite(.timeLimit(.minutes(40))) struct SharedAnswerTests {
  @MainActor private final class Told {
    var lines: [String] = []
  }

  @Test("One who asks while others wait is told with them; one who asks when it has begun is told the next")
  func shared() {
    let answer = SharedAnswer<Int>()
    let told = Told()
    func then(_ name: String) -> SharedAnswer<Int>.Then { { told.lines.append("\(name) \($0)") } }
    #expect(answer.isFirst(then("a")))
    #expect(!answer.isFirst(then("b")))
    let first = answer.begin()
    #expect(answer.isFirst(then("c")))
    for then in first { then(1) }
    for then in answer.begin() { then(2) }
    #expect(told.lines == ["a 1", "b 1", "c 2"])
    #expect(answer.begin().isEmpty)
  }
}
