// The one who waits for another thread's answer belongs to the loop, and is let go of there.
import Synchronization
import Testing

@testable import Systemd

@MainActor @Suite(.timeLimit(.minutes(40))) struct AnswerOnLoopTests {
  @MainActor private final class Told {
    var answers: [Int?] = []
  }

  private final class Letters: Sendable {
    let all = Mutex<[@MainActor @Sendable () -> Void]>([])
  }

  @Test("The one who waits is let go of when told, though others still have the answer; nobody is told twice")
  func letsGo() {
    let told = Told(), letters = Letters()
    weak var asker: Told?
    let answer: AnswerOnLoop<Int?>
    do {
      let one = Told()
      asker = one
      answer = AnswerOnLoop {
        one.answers.append($0)
        told.answers += one.answers
      }
    }
    let deliver: Deliver = { letter in letters.all.withLock { $0.append(letter) } }
    answer.tell(nil, by: deliver)
    #expect(told.answers.isEmpty && asker != nil)
    for letter in letters.all.withLock(\.self) { letter() }
    #expect(told.answers == [nil] && asker == nil)
    answer.tell(2, by: deliver)
    for letter in letters.all.withLock(\.self) { letter() }
    answer(3)
    #expect(told.answers == [nil])
  }
}
