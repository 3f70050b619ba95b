// Refusals quote as much of a client's words as people read.
import LifecycleModel
import Testing

@testable import Reporting

@Suite struct RefusalSentenceTests {
  @Test("A refusal has so many bytes of a name, also of one that is a single character")
  func names() {
    let app = AppID("a")
    let name = "e" + String(repeating: "\u{301}", count: 100_000)
    let refusals: [Refusal] = [
      .unknownNotification(app, name), .unknownSession(app, SessionID(name)), .taskNotPending(app, name),
      .taskNotRunning(app, name), .taskUnderWay(app, name), .severalTasks(app, [name]),
    ]
    let sentences = refusals.map(\.sentence) + [ReportError.unknown(name).description]
    let longest = sentences.map(\.utf8.count).max() ?? 0
    #expect(longest > Limit.identifier.number && longest < Limit.identifier.number + 400)
  }
}
