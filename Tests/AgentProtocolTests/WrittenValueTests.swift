// Values that the daemon keeps as text go to apps as they are: to take them apart for each message held the daemon for seconds.
import AgentProtocol
import Testing
import WireJSON

@Suite struct WrittenValueTests {
  /// Our writer leaves no spaces, so they show that a text was not taken apart.
  private static let roomy = #"{"b" : 1}"#
  private static let json = WrittenJSON(written: roomy)
  private static let notification = UserNotification(identifier: "a", title: "T", body: "B", content: json)
  private static let options = LaunchOptions(
    shortcut: json, userActivity: json, notificationResponse: NotificationResponse(notification), payload: json)

  /// Each with the number of texts in it.
  private static let events: [(Event.Body, Int)] = [
    (.launch(Launch(options: options, settings: ["k": json])), 5),
    (.connectScene(SceneConnection(Session(id: "S", role: "R", activity: json), isNew: false, options: options)), 5),
    (.shortcut(json), 1), (.userActivity(json), 1), (.notification(kind: "settings", payload: json), 1),
    (.backgroundEvent(kind: "push", payload: json), 1), (.presentNotification(notification), 1),
    (.notificationResponse(NotificationResponse(notification)), 1),
  ]

  @Test("An event has them as they are written", arguments: events)
  func event(body: Event.Body, count: Int) {
    #expect(Self.count(in: Event(sequence: 1, body).line) == count)
  }

  @Test("So has an answer")
  func answer() {
    let reply = Reply(to: 1, .result(.notifications([Self.notification, Self.notification])))
    #expect(Self.count(in: reply.line) == 2)
  }

  private static func count(in line: [UInt8]) -> Int {
    let (text, wanted) = (line[...], Array(roomy.utf8))
    return text.indices.count { text[$0...].starts(with: wanted) }
  }
}
