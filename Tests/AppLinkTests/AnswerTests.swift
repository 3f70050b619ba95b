// The answers to what apps ask for, as they go over the channel.
import AgentProtocol
import LifecycleModel
import Testing

@testable import AppLink

@MainActor @Suite struct AnswerTests {
  @Test("An app that passes a limit is told its number, its unit and what to do", arguments: Limit.allCases)
  func limits(limit: Limit) {
    guard case .error(let code, let message) = Reply.Outcome(.overLimit(limit)) else {
      Issue.record("a limit that is passed is an error")
      return
    }
    #expect(code == (limit.unit == .bytes ? "TooLarge" : "TooMany"))
    #expect(message.contains("\(limit.number) ") && message.contains("; "))
  }
}
