// A question of an app about its past is answered by this daemon, or else by the next.
import AgentProtocol
import LifecycleModel
import Logging
import Processes
import TestFolders
import Testing

@testable import AppLink

@MainActor @Suite struct PastQuestionTests {
  private let serial = ProcessSerial(number: 1)
  private let lifecycle = Lifecycle(policy: Policy(), seed: 1)

  private func question(_ id: UInt64, _ method: AgentProtocol.Request.Method) throws -> PastQuestion {
    try #require(PastQuestion(AgentProtocol.Request(id: id, method), from: serial))
  }

  @Test("A question that the log has without its reply is asked again, over a checkpoint too")
  func replayed() throws {
    var replay = Replay(Checkpoint(lifecycle: lifecycle))
    let lines = """
      {"request":1,"method":"exitsTold","params":{"through":7}}
      {"request":2,"method":"untoldExits"}
      {"request":3,"method":"untoldExits","params":{"after":4}}

      """
    replay.play(.received(serial, Array(lines.utf8)))
    #expect(replay.waiting.isEmpty)
    let asked = try [
      question(1, .exitsTold(through: 7)), question(2, .untoldExits(after: nil)), question(3, .untoldExits(after: 4)),
    ]
    #expect(replay.pastQuestions.all == asked)

    var checkpoint = Checkpoint(lifecycle: lifecycle)
    checkpoint.pastQuestions = replay.pastQuestions.all
    let file = try checkpoint.file(version: "1")
    var next = Replay(try Checkpoint(body: StateFormat.head(of: file).body))
    #expect(next.pastQuestions.all == asked)
    next.play(.line(serial, [], reply: 2))
    #expect(next.pastQuestions.all == [asked[0], asked[2]])
    next.play(.input(.kernel(serial, .exited(.signaled(9), Usage()))))
    next.play(.turn(Instant(nanoseconds: 9)))
    #expect(next.pastQuestions.all.isEmpty)
  }

  @Test("A daemon leaves to the next the questions that it has not answered, and no others")
  func handedOver() throws {
    let folder = try TestFolder()
    func survival() -> Survival {
      Survival(
        runtimeDirectory: folder.path, version: "1", kernel: .live, log: Logger(label: "test"), deliver: { _ in })
    }
    let last = survival()
    last.begin(Checkpoint(lifecycle: lifecycle), rewrite: {}, flush: { $0(true) })
    let (answered, open) = try (question(1, .untoldExits(after: nil)), question(2, .exitsTold(through: 7)))
    last.pastQuestions.note(answered)
    last.pastQuestions.note(open)
    last.pastQuestions.give(serial, id: 1)
    last.handOver(Checkpoint(lifecycle: lifecycle), isOnDisk: true, rewrite: {})
    guard case .state(let replay) = survival().readEarlierState() else {
      Issue.record("the state is not read")
      return
    }
    #expect(replay.pastQuestions.all == [open])
  }
}
