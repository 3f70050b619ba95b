// Answers to apps that wait for the disk, and the events that come of them.
import LifecycleModel
import Testing

@testable import Supervisor

@MainActor @Suite struct AnswersInOrderTests {
  private let serial = ProcessSerial(number: 7)

  @Test("PR2 an event waits for the answers before it, and for no other process's")
  func order() {
    let answers = AnswersInOrder()
    var said: [String] = []
    #expect(!answers.hasWaiting(for: serial))
    answers.hold(for: serial, answer: { said.append("1") })
    answers.hold(for: serial, event: { said.append("a") })
    answers.hold(for: serial, event: { said.append("b") })
    answers.hold(for: serial, answer: { said.append("2") })
    answers.hold(for: serial, answer: { said.append("3") })
    answers.hold(for: serial, event: { said.append("c") })
    #expect(answers.hasWaiting(for: serial) && !answers.hasWaiting(for: ProcessSerial(number: 8)))
    var after: [[String]] = []
    while answers.hasWaiting(for: serial) {
      answers.giveFirst(to: serial)
      after.append(said)
      said = []
    }
    #expect(after == [["1", "a", "b"], ["2"], ["3", "c"]])
    answers.giveFirst(to: serial)
    #expect(said == [], "one that nobody waits for")
    for number in ["4", "5"] { answers.hold(for: serial, answer: { said.append(number) }) }
    answers.hold(for: serial, event: { said.append("d") })
    answers.giveAll()
    #expect(said == ["4", "5", "d"] && !answers.hasWaiting(for: serial))
  }

  @Test("PR2 an event that comes while an answer is given is behind those that wait")
  func meanwhile() {
    let answers = AnswersInOrder()
    var said: [String] = []
    answers.hold(
      for: serial,
      answer: { [serial] in
        said.append("1")
        #expect(answers.hasWaiting(for: serial))
        answers.hold(for: serial, event: { said.append("b") })
      })
    answers.hold(for: serial, event: { said.append("a") })
    answers.giveFirst(to: serial)
    #expect(said == ["1", "a", "b"] && !answers.hasWaiting(for: serial))
  }
}
