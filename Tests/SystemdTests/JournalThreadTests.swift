// A journal that takes nothing: the daemon does not wait for it, and says afterwards how much is missing.
import Dispatch
import Synchronization
import Testing

@testable import Systemd

@Suite(.timeLimit(.minutes(40))) struct JournalThreadTests {
  /// A journal that takes a message when it is told to.
  private final class Journald: Sendable {
    private let written = Mutex<[String]>([])
    private let mayTake = DispatchSemaphore(value: 0)

    var all: [String] { written.withLock { $0 } }
    func take(_ count: Int) { for _ in 0..<count { mayTake.signal() } }

    func put(_ message: JournalThread.Message) {
      mayTake.wait()
      written.withLock { $0.append(message.text) }
    }
  }

  private func message(_ text: String) -> JournalThread.Message { JournalThread.Message(text, .info, []) }

  @Test("Messages are written in order, and all of them before the end")
  func order() {
    let journald = Journald()
    let thread = JournalThread(put: journald.put)
    journald.take(1000)
    for number in 0..<1000 { thread.write(message("\(number)")) }
    thread.finish(within: .seconds(600))
    #expect(journald.all == (0..<1000).map(String.init))
  }

  @Test(
    "Of a journal that takes nothing neither the daemon nor its end waits; the messages that are missing are counted")
  func silent() {
    let journald = Journald()
    let thread = JournalThread(put: journald.put)
    let long = String(repeating: "x", count: JournalThread.most / 4)
    for _ in 0..<10 { thread.write(message(long)) }
    thread.finish(within: .milliseconds(1))
    #expect(journald.all.isEmpty)
    journald.take(5)
    thread.finish(within: .seconds(600))
    #expect(journald.all.count == 5)
    #expect(journald.all.count { $0.hasPrefix("6 messages are missing here") } == 1)
    journald.take(1)
    thread.write(message("after"))
    thread.finish(within: .seconds(600))
    #expect(journald.all.last == "after")
  }
}
