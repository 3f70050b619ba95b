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
    #expect(answers.answers(to: serial) == 3)
    answers.give(to: 1)
    #expect(said == ["1", "a", "b"] && answers.answers(to: serial) == 2)
    answers.hold(for: serial, event: { said.append("d") })
    answers.give(to: 3)
    #expect(said == ["1", "a", "b", "2", "3", "c", "d"] && !answers.hasWaiting(for: serial))
    answers.give(to: 3)
    #expect(said.count == 7, "one that nobody waits for")
    for number in ["4", "5"] { answers.hold(for: serial, answer: { said.append(number) }) }
    answers.hold(for: serial, event: { said.append("e") })
    answers.giveAll()
    #expect(said.suffix(3) == ["4", "5", "e"] && answers.isEmpty)
  }

  @Test("PR2 the disk is asked once about all answers that wait")
  func settling() {
    let answers = AnswersInOrder()
    let other = ProcessSerial(number: 8)
    var said: [String] = []
    #expect(answers.beginSettling() == nil, "none waits")
    answers.hold(for: serial, answer: { said.append("1") })
    answers.hold(for: other, answer: { said.append("2") })
    let first = answers.beginSettling()
    #expect(first == 2)
    answers.hold(for: serial, answer: { said.append("3") })
    #expect(answers.beginSettling() == nil, "the disk is being asked")
    answers.give(to: 2)
    #expect(said.sorted() == ["1", "2"] && answers.hasWaiting(for: serial) && !answers.hasWaiting(for: other))
    #expect(answers.beginSettling() == 3)
    answers.give(to: 3)
    #expect(said.last == "3" && answers.isEmpty)
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
    answers.give(to: 1)
    #expect(said == ["1", "a", "b"] && !answers.hasWaiting(for: serial))
  }
}
