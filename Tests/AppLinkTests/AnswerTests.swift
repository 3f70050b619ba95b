// The answers to what apps ask for, and the events that they are sent, as they go over the channel.
import AgentProtocol
import Testing
import WireJSON

@testable import AppLink
@testable import LifecycleModel

@MainActor @Suite struct AnswerTests {
  @Test("An activity that is too long by far is not written to be refused, and stays too long; another is as it was")
  func longActivity() {
    let long = JSON.object(Dictionary(uniqueKeysWithValues: (0..<16_000).map { ("\($0)", JSON.null) }))
    let short: JSON = ["activityType": "a", "userInfo": ["b": 1]]
    func texts(_ activity: JSON) -> [String?] {
      guard case .restorable(let given) = Acknowledgement(AckResult.restorable(activity: activity)),
        case .requestScene(_, let shown) = AppRequest(.requestScene(session: nil, activity: activity), now: nil)
      else { return [] }
      return [given, shown]
    }
    #expect(texts(short) == [short.text, short.text])
    let tooLong = Limit.payload.number + 1
    #expect(texts(long).map { $0?.utf8.count } == [tooLong, tooLong])
  }

  @Test("An app that passes a limit is told its number, its unit and what to do", arguments: Limit.allCases)
  func limits(limit: Limit) {
    guard case .error(let code, let message) = Reply.Outcome(.overLimit(limit)) else {
      Issue.record("a limit that is passed is an error")
      return
    }
    #expect(code == (limit.unit == .bytes ? "TooLarge" : "TooMany"))
    #expect(message.contains("\(limit.number) ") && message.contains("; "))
  }

  @Test("A name in a refusal is cut by its bytes, since one character may be as long as its app likes")
  func longNames() {
    let name = "e" + String(repeating: "\u{301}", count: 5000)
    let transfer = TransferName(session: name, number: 1)
    let answers: [AppAnswer] = [
      .unknownService(name), .lacksMode(name), .unknownTransfer(transfer), .transferExists(transfer),
      .unknownProtectionClass(name), .taskNotPermitted(name),
    ]
    for answer in answers {
      guard case .error(_, let message) = Reply.Outcome(answer) else {
        Issue.record("\(answer) is no error")
        continue
      }
      #expect(message.unicodeScalars.contains("\u{301}") && message.utf8.count < 1000)
    }
  }

  @Test("JSON that the model keeps as text goes to the app as it is, and is not taken apart")
  func texts() {
    // Our writer leaves no spaces.
    let text = #"{"b" : 1}"#
    let shown = ShownNotification(
      LifecycleModel.UserNotification(identifier: "a", title: "", body: "", content: text, isRemote: false),
      time: ClockDate(nanoseconds: 1))
    let options = AgentProtocol.LaunchOptions(
      LifecycleModel.LaunchOptions(
        shortcut: text, activity: text,
        response: LifecycleModel.NotificationResponse(notification: shown, action: nil, text: nil), wake: .push(text)))
    #expect(options.shortcut?.text == text)
    #expect(options.userActivity?.text == text)
    #expect(options.notificationResponse?.notification.content.text == text)
    #expect(options.payload?.text == text)
    #expect(AgentProtocol.UserNotification(shown.notification).content.text == text)
    let reply = Reply(to: 1, Reply.Outcome(.notifications([shown]))).line
    #expect(String(decoding: reply, as: UTF8.self).contains(#""content":\#(text)"#))
  }

  @Test("NQ6 a setting goes to its app as the client's text was kept, at the launch and in a notice")
  func settings() {
    let text = #"{"b" : 1}"#
    var facts = DeviceFacts()
    facts.apply(.setting(app: AppID("com.example.a"), key: "k", value: text))
    #expect(facts.settings(for: AppID("com.example.a"))["k"]?.text == text)
    #expect(Notice.settings(["k": text]).payload.text == #"{"values":{"k":\#(text)}}"#)
  }

  @Test("The bytes of an answer's texts are counted before it is put together, each header field of a transfer too")
  func size() {
    let text = String(repeating: "x", count: 1000)
    let shown = ShownNotification(
      LifecycleModel.UserNotification(identifier: text, title: text, body: text, content: "{}", isRemote: false),
      time: ClockDate(nanoseconds: 1))
    let transfer = Transfer(
      TransferSerial(number: 1),
      LifecycleModel.TransferRequest(TransferName(session: text, number: 1), url: text),
      end: .done(status: 200, file: text, size: 1, headers: [text: text]))
    let answers: [(AppAnswer, Int)] = [
      (.notifications([shown, shown]), 6004), (.transfers([transfer, transfer]), 10_000), (.key(text), 1000),
      (.done, 0),
    ]
    for (answer, size) in answers {
      #expect(answer.size == size)
      #expect(Reply(to: 1, Reply.Outcome(answer)).line.count >= size)
    }
  }
}
