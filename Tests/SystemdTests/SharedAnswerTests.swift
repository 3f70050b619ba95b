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

  @Test("Those who ask the same are told together, and each question has its answer")
  func questions() {
    let answers = SharedAnswers<String, Int>()
    let told = Told()
    func then(_ name: String) -> SharedAnswer<Int>.Then { { told.lines.append("\(name) \($0)") } }
    let first = [answers.isFirst("x", then("a")), answers.isFirst("y", then("b")), answers.isFirst("x", then("c"))]
    #expect(first == [true, true, false])
    for then in answers.begin("x") { then(1) }
    #expect(answers.isFirst("x", then("d")))
    for then in answers.begin("y") { then(2) }
    for then in answers.begin("x") { then(3) }
    #expect(told.lines == ["a 1", "c 1", "b 2", "d 3"])
    #expect(answers.begin("x").isEmpty)
  }
}
