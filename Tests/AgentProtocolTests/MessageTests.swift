// Every message survives the way over the wire, looks there as the man page shows it, and a wrong one is named.

import AgentProtocol
import StreamSafeText
import Testing
import WireJSON

@Suite struct MessageTests {
  private static let appMessages: [(AppMessage, String)] = [
    (AppMessage.hello(protocol: 1, library: "UIKit/1"), #"{"hello":{"library":"UIKit/1","protocol":1}}"#),
    (.ack(Ack(7)), #"{"ack":7}"#),
    (.ack(Ack(1, .answered(handled: true))), #"{"ack":1,"result":{"handled":true}}"#),
    (.ack(Ack(9, .unsupported)), #"{"ack":9,"unsupported":true}"#),
    (
      .request(Request(id: 3, .beginBackgroundTask(name: "upload"))),
      #"{"request":3,"method":"beginBackgroundTask","params":{"name":"upload"}}"#
    ),
    (.request(Request(id: 3, .beginBackgroundTask(name: nil))), #"{"request":3,"method":"beginBackgroundTask"}"#),
    (
      .request(Request(id: 4, .endBackgroundTask(5))),
      #"{"request":4,"method":"endBackgroundTask","params":{"task":5}}"#
    ),
    (.request(Request(id: 5, .backgroundTimeRemaining)), #"{"request":5,"method":"backgroundTimeRemaining"}"#),
    (.entering(callback: "didEnterBackground"), #"{"trace":{"entering":"didEnterBackground"}}"#),
    (.ack(Ack(9, .connected(configuration: "Main"))), #"{"ack":9,"result":{"configuration":"Main"}}"#),
    (.ack(Ack(9, .connected(configuration: nil))), #"{"ack":9,"result":{"configuration":null}}"#),
    (
      .ack(Ack(9, .restorable(activity: ["activityType": "a"]))),
      #"{"ack":9,"result":{"activity":{"activityType":"a"}}}"#
    ),
    (.ack(Ack(9, .pictured(file: "a.svg"))), #"{"ack":9,"result":{"file":"a.svg"}}"#),
    (.ack(Ack(9, .drawn(picture: "7-1", svg: nil))), #"{"ack":9,"result":{"picture":"7-1"}}"#),
    (.ack(Ack(9, .drawn(picture: "7-1", svg: "<svg/>"))), #"{"ack":9,"result":{"picture":"7-1","svg":"<svg/>"}}"#),
    (.ack(Ack(9, .elements([["kind": "button"]]))), #"{"ack":9,"result":{"elements":[{"kind":"button"}]}}"#),
    (
      .request(Request(id: 6, .requestScene(session: nil, activity: nil))),
      #"{"request":6,"method":"requestScene","params":{}}"#
    ),
    (
      .request(Request(id: 6, .requestScene(session: "S", activity: ["activityType": "a"]))),
      #"{"request":6,"method":"requestScene","params":{"session":"S","activity":{"activityType":"a"}}}"#
    ),
    (
      .request(Request(id: 6, .destroySession("S"))),
      #"{"request":6,"method":"destroySession","params":{"session":"S"}}"#
    ),
    (
      .request(Request(id: 6, .refreshSession("S"))),
      #"{"request":6,"method":"refreshSession","params":{"session":"S"}}"#
    ),
    (
      .request(Request(id: 6, .beginActivity(mode: "audio"))),
      #"{"request":6,"method":"beginActivity","params":{"mode":"audio"}}"#
    ),
    (.request(Request(id: 6, .endActivity(2))), #"{"request":6,"method":"endActivity","params":{"activity":2}}"#),
    (
      .request(Request(id: 6, .submitTaskRequest(TaskRequest(identifier: "a", kind: .refresh, earliest: 1.5)))),
      #"{"request":6,"method":"submitTaskRequest","params":{"earliest":1.5,"identifier":"a","kind":"refresh","#
        + #""network":false,"power":false}}"#
    ),
    (
      .request(
        Request(id: 6, .submitTaskRequest(TaskRequest(identifier: "a", kind: .refresh, earliest: 1.5)), now: 0.25)),
      #"{"request":6,"now":0.25,"method":"submitTaskRequest","params":{"earliest":1.5,"identifier":"a","#
        + #""kind":"refresh","network":false,"power":false}}"#
    ),
    (
      .request(
        Request(
          id: 6,
          .beginTransfer(
            TransferRequest(
              session: "s", number: 1, method: "PUT", url: "http://a/", headers: ["A": "b"], file: "f",
              isDiscretionary: true, allowsCellular: false, earliest: 1.5)))),
      #"{"request":6,"method":"beginTransfer","params":{"cellular":false,"discretionary":true,"earliest":1.5,"file":"f","#
        + #""headers":{"A":"b"},"httpMethod":"PUT","number":1,"session":"s","url":"http://a/"}}"#
    ),
    (
      .request(Request(id: 6, .cancelTransfer(session: "s", number: 1))),
      #"{"request":6,"method":"cancelTransfer","params":{"session":"s","number":1}}"#
    ),
    (
      .request(Request(id: 6, .transfers(session: "s"))),
      #"{"request":6,"method":"transfers","params":{"session":"s"}}"#
    ),
    (.request(Request(id: 6, .cancelTaskRequest(identifier: nil))), #"{"request":6,"method":"cancelTaskRequest"}"#),
    (
      .request(Request(id: 6, .cancelTaskRequest(identifier: "a"))),
      #"{"request":6,"method":"cancelTaskRequest","params":{"identifier":"a"}}"#
    ),
    (
      .request(Request(id: 6, .requestPermission(service: "camera"))),
      #"{"request":6,"method":"requestPermission","params":{"service":"camera"}}"#
    ),
    (
      .request(Request(id: 6, .permission(service: "camera"))),
      #"{"request":6,"method":"permission","params":{"service":"camera"}}"#
    ),
    (
      .request(Request(id: 6, .protectedKey(kind: "complete", isPublic: false))),
      #"{"request":6,"method":"protectedKey","params":{"class":"complete"}}"#
    ),
    (
      .request(Request(id: 6, .protectedKey(kind: "completeUnlessOpen", isPublic: true))),
      #"{"request":6,"method":"protectedKey","params":{"class":"completeUnlessOpen","public":true}}"#
    ),
    (
      .request(
        Request(
          id: 6,
          .scheduleNotification(
            PlannedNotification(
              UserNotification(identifier: "a", title: "T", body: "B", content: ["x": 1]), dates: [1.5], interval: 60)))
      ),
      #"{"request":6,"method":"scheduleNotification","params":{"at":[1.5],"body":"B","content":{"x":1},"#
        + #""every":60.0,"identifier":"a","title":"T"}}"#
    ),
    (
      .request(Request(id: 6, .cancelNotifications(["a"]))),
      #"{"request":6,"method":"cancelNotifications","params":{"identifiers":["a"]}}"#
    ),
    (.request(Request(id: 6, .cancelNotifications(nil))), #"{"request":6,"method":"cancelNotifications"}"#),
    (.request(Request(id: 6, .removeNotifications(nil))), #"{"request":6,"method":"removeNotifications"}"#),
    (.request(Request(id: 6, .deliveredNotifications)), #"{"request":6,"method":"deliveredNotifications"}"#),
    (.request(Request(id: 6, .untoldExits(after: nil))), #"{"request":6,"method":"untoldExits"}"#),
    (.request(Request(id: 6, .untoldExits(after: 9))), #"{"request":6,"method":"untoldExits","params":{"after":9}}"#),
    (.request(Request(id: 6, .exitsTold(through: 9))), #"{"request":6,"method":"exitsTold","params":{"through":9}}"#),
    (.request(Request(id: 6, .pendingTaskRequests)), #"{"request":6,"method":"pendingTaskRequests"}"#),
    (.request(Request(id: 6, .openURL("a:b"))), #"{"request":6,"method":"openURL","params":{"url":"a:b"}}"#),
    (.request(Request(id: 6, .canOpenURL("a:b"))), #"{"request":6,"method":"canOpenURL","params":{"url":"a:b"}}"#),
    (
      .entering(callback: "sceneWillResignActive", scene: "S"),
      #"{"trace":{"entering":"sceneWillResignActive","scene":"S"}}"#
    ),
    (.crashing(signal: 11, thread: 77), #"{"trace":{"crashing":11,"thread":77}}"#),
    (
      .took(callback: "didEnterBackground", .nanoseconds(123456)),
      #"{"trace":{"callback":"didEnterBackground","took":123456}}"#
    ),
  ]

  private static let events: [(Event, String)] = [
    (
      Event(sequence: 7, state: .background, .didEnterBackground),
      #"{"seq":7,"event":"didEnterBackground","state":"background"}"#
    ),
    (
      Event(
        sequence: 1, state: .inactive,
        .launch(Launch(options: LaunchOptions(url: "notes://1", sourceApplication: "a.b"), exits: [["code": nil]]))),
      #"{"seq":1,"event":"launch","state":"inactive","style":"app","orientation":"portrait","#
        + #""statusBar":20.0,"options":{"url":"notes://1","sourceApplication":"a.b"},"sessions":[],"#
        + #""exits":[{"code":null}]}"#
    ),
    (
      Event(
        sequence: 2, state: .background,
        .launch(
          Launch(
            style: .scene, orientation: "landscapeLeft", statusBar: 40, firstAppearance: .afterActive,
            sessions: [Session(id: "S", role: "R", configuration: "C", activity: WrittenJSON(["activityType": "a"]))]))),
      #"{"seq":2,"event":"launch","state":"background","style":"scene","orientation":"landscapeLeft","#
        + #""statusBar":40.0,"firstAppearance":"afterActive","options":{},"#
        + #""sessions":[{"id":"S","role":"R","configuration":"C","activity":{"activityType":"a"}}],"exits":[]}"#
    ),
    (
      Event(
        sequence: 1, state: .inactive,
        .launch(Launch(settings: ["size": WrittenJSON([1, nil])], device: ["locale": ["locale": "ko_KR"]]))),
      #"{"seq":1,"event":"launch","state":"inactive","style":"app","orientation":"portrait","statusBar":20.0,"#
        + #""options":{},"sessions":[],"exits":[],"settings":{"size":[1,null]},"device":{"locale":{"locale":"ko_KR"}}}"#
    ),
    (
      Event(
        sequence: 3, state: .background, scene: "S",
        .connectScene(
          SceneConnection(
            Session(id: "S", role: "R"), isNew: true, options: LaunchOptions(shortcut: ["type": "new"])))),
      #"{"seq":3,"event":"connectScene","state":"background","scene":"S","session":{"id":"S","role":"R"},"#
        + #""new":true,"options":{"shortcut":{"type":"new"}}}"#
    ),
    (
      Event(sequence: 4, state: .active, scene: "S", isFollowed: true, .willResignActive),
      #"{"seq":4,"event":"willResignActive","state":"active","scene":"S","more":true}"#
    ),
    (Event(sequence: 4, scene: "S", .disconnectScene), #"{"seq":4,"event":"disconnectScene","scene":"S"}"#),
    (Event(sequence: 4, .discardSessions(["S", "T"])), #"{"seq":4,"event":"discardSessions","sessions":["S","T"]}"#),
    (Event(sequence: 4, .shortcut(["type": "new"])), #"{"seq":4,"event":"shortcut","item":{"type":"new"}}"#),
    (
      Event(sequence: 4, .userActivity(["activityType": "a"])),
      #"{"seq":4,"event":"userActivity","activity":{"activityType":"a"}}"#
    ),
    (Event(sequence: 4, scene: "S", .snapshot), #"{"seq":4,"event":"snapshot","scene":"S"}"#),
    (
      Event(sequence: 4, .backgroundEvent(kind: "push", payload: ["x": 1])),
      #"{"seq":4,"event":"backgroundEvent","kind":"push","payload":{"x":1}}"#
    ),
    (
      Event(
        sequence: 4,
        .presentNotification(UserNotification(identifier: "a", title: "T", body: "B", isRemote: true))),
      #"{"seq":4,"event":"presentNotification","#
        + #""notification":{"body":"B","content":{},"identifier":"a","remote":true,"title":"T"}}"#
    ),
    (
      Event(
        sequence: 4,
        .notificationResponse(
          NotificationResponse(
            UserNotification(identifier: "a", title: "T", body: "B", date: 2.5), action: "reply", text: "hi"))),
      #"{"seq":4,"event":"notificationResponse","response":{"action":"reply","notification":{"body":"B","content":{},"#
        + #""date":2.5,"identifier":"a","title":"T"},"text":"hi"}}"#
    ),
    (Event(sequence: 5, .expireEvent(4)), #"{"seq":5,"event":"expireEvent","of":4}"#),
    (Event(sequence: 4, .settled), #"{"seq":4,"event":"settled"}"#),
    (Event(sequence: 4, .statusBar(height: 40)), #"{"seq":4,"event":"statusBar","height":40.0}"#),
    (
      Event(sequence: 2, scene: "s1", .notification(kind: "battery", payload: ["level": 0.5, "state": "charging"])),
      #"{"seq":2,"event":"notification","scene":"s1","kind":"battery","payload":{"level":0.5,"state":"charging"}}"#
    ),
    (Event(sequence: 3, .openURL("x:y", sourceApplication: nil)), #"{"seq":3,"event":"openURL","url":"x:y"}"#),
    (Event(sequence: 4, .protectedData(available: false)), #"{"seq":4,"event":"protectedData","available":false}"#),
    (Event(sequence: 5, .input(WrittenJSON([1, [true]]))), #"{"seq":5,"event":"input","payload":[1,[true]]}"#),
    (Event(sequence: 6, .other(name: "later")), #"{"seq":6,"event":"later"}"#),
  ]

  private static let replies: [(Reply, String)] = [
    (Reply(to: 3, .result(.backgroundTask(5))), #"{"reply":3,"result":{"task":5}}"#),
    (Reply(to: 3, .result(.key("AA=="))), #"{"reply":3,"result":{"key":"AA=="}}"#),
    (Reply(to: 3, .result(.permission("denied"))), #"{"reply":3,"result":{"permission":"denied"}}"#),
    (
      Reply(to: 3, .result(.notifications([], now: 1795430000.5))),
      #"{"reply":3,"result":{"notifications":[],"now":1795430000.5}}"#
    ),
    (
      Reply(to: 3, .result(.notifications([UserNotification(identifier: "a", title: "T", body: "B", date: 2.5)]))),
      #"{"reply":3,"result":{"notifications":[{"body":"B","content":{},"date":2.5,"identifier":"a","title":"T"}]}}"#
    ),
    (Reply(to: 3, .result(.activity(2))), #"{"reply":3,"result":{"activity":2}}"#),
    (
      Reply(to: 3, .result(.pendingTasks([TaskRequest(identifier: "a", kind: .processing, needsPower: true)]))),
      #"{"reply":3,"result":{"requests":[{"identifier":"a","kind":"processing","network":false,"power":true}]}}"#
    ),
    (
      Reply(
        to: 3,
        .result(
          .transfers([
            TransferStatus(
              session: "s", number: 1, state: .ended, url: "http://a/", received: 4, expected: 4, status: 200,
              headers: ["ETag": "\"v\""], file: "f"),
            TransferStatus(
              session: "s", number: 2, state: .ended, url: "http://a/", received: 0, error: "lost", message: "m"),
          ]))),
      #"{"reply":3,"result":{"transfers":[{"expected":4,"file":"f","headers":{"ETag":"\"v\""},"number":1,"received":4,"session":"s","#
        + #""state":"ended","status":200,"url":"http://a/"},{"error":"lost","message":"m","number":2,"received":0,"#
        + #""session":"s","state":"ended","url":"http://a/"}]}}"#
    ),
    (Reply(to: 3, .result(.handled(false))), #"{"reply":3,"result":{"handled":false}}"#),
    (Reply(to: 3, .result(.session("S"))), #"{"reply":3,"result":{"session":"S"}}"#),
    (Reply(to: 3, .result(.done)), #"{"reply":3,"result":{}}"#),
    (Reply(to: 3, .result(.timeRemaining(seconds: 29.5))), #"{"reply":3,"result":{"seconds":29.5}}"#),
    (Reply(to: 3, .result(.timeRemaining(seconds: nil))), #"{"reply":3,"result":{"seconds":null}}"#),
    (
      Reply(to: 3, .error(code: "NotEntitled", message: "no \"audio\"")),
      #"{"reply":3,"error":{"code":"NotEntitled","message":"no \"audio\""}}"#
    ),
  ]

  @Test("Each message of an app is written as documented and read back", arguments: appMessages)
  func appMessage(message: AppMessage, text: String) throws {
    #expect(String(decoding: message.line, as: UTF8.self) == text + "\n")
    #expect(try AppMessage(line: Array(text.utf8)) == message)
  }

  @Test("Each event is written as documented and read back", arguments: events)
  func event(event: Event, text: String) throws {
    #expect(String(decoding: event.line, as: UTF8.self) == text + "\n")
    #expect(try SupervisorMessage(line: Array(text.utf8)) == .event(event))
  }

  @Test("Each reply is written as documented and read back", arguments: replies)
  func reply(reply: Reply, text: String) throws {
    #expect(String(decoding: reply.line, as: UTF8.self) == text + "\n")
    #expect(try SupervisorMessage(line: Array(text.utf8)) == .reply(reply))
  }

  @Test("Whatever a string holds, a message is one line")
  func oneLine() throws {
    let wild = String(String.UnicodeScalarView((0...0x2100).compactMap(Unicode.Scalar.init)))
    let message = AppMessage.entering(callback: wild)
    #expect(message.line.dropLast().allSatisfy { $0 >= 0x20 })
    // With all marks there are in a row, it cannot stay as it is.
    let read = AppMessage.entering(callback: wild.streamSafe)
    #expect(try AppMessage(line: Array(message.line.dropLast())) == read)
  }

  @Test("Numbers that JSON has no word for are written as null")
  func notANumber() {
    let line = Event(sequence: 1, .input(WrittenJSON([.number(.nan), .number(.infinity)]))).line
    #expect(String(decoding: line, as: UTF8.self).contains("[null,null]"))
  }

  @Test(
    "A wrong message is refused with what is wrong with it",
    arguments: [
      ("", "not valid JSON"), ("{", "not valid JSON"), ("hello", "not valid JSON"), (#"{"ack":1} x"#, "not valid JSON"),
      (#"{"ack":-1}"#, "-1 is not an integer of this range"), (#"{"ack":1.5}"#, "1.5 is not an integer of this range"),
      (#"{"ack":1e999}"#, "a number out of range"),
      ("[1]", "not a JSON object"), ("{}", "none of 'hello', 'ack', 'request', 'trace'"),
      (#"{"ack":"x"}"#, "'ack'"), (#"{"hello":{}}"#, "'hello.protocol' missing"), (#"{"hello":3}"#, "'hello'"),
      (#"{"request":1}"#, "'method' missing"), (#"{"trace":{}}"#, "'trace.callback' missing"),
      (#"{"request":1,"method":"endBackgroundTask"}"#, "'params' missing"),
      (String(repeating: "[", count: 1 << 20), "nests deeper than 32 levels"),
      (#"{"ack":[\#(String(repeating: "0,", count: 1 << 19))0]}"#, "more than 16384 values"),
    ])
  func wrong(text: String, complaint: String) {
    let error = #expect(throws: ProtocolError.self) { try AppMessage(line: Array(text.utf8)) }
    #expect(error.map { "\($0)".contains(complaint) } == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test("UTF-16 and broken UTF-8 are refused")
  func encodings() {
    #expect(throws: ProtocolError.self) { try AppMessage(line: [0xff, 0xfe, 0x7b, 0x00]) }
    #expect(throws: ProtocolError.invalidUTF8) {
      try AppMessage(line: Array(#"{"ack":1,"x":""#.utf8) + [0xc3, 0x28, 0x22, 0x7d])
    }
  }

  @Test("Of the header fields of a transfer one stands for all whose names are not ASCII, which no server's are")
  func headerFields() throws {
    let line =
      #"{"request":1,"method":"beginTransfer","params":{"session":"s","number":1,"url":"http://a/","#
      + #""headers":{"A":"1","\u00e9":"2","e\u0301":"3","B":"4"}}}"#
    guard case .request(let request) = try AppMessage(line: Array(line.utf8)),
      case .beginTransfer(let transfer) = request.method
    else {
      Issue.record("it is no transfer")
      return
    }
    #expect(transfer.headers.count == 3 && transfer.headers["A"] == "1" && transfer.headers["B"] == "4")
    #expect(transfer.headers["\u{FFFD}"] != nil)
  }

  @Test("Fields of a later version are skipped, its methods kept by name")
  func later() throws {
    #expect(try AppMessage(line: Array(#"{"ack":1,"mood":{"good":true}}"#.utf8)) == .ack(Ack(1)))
    #expect(
      try AppMessage(line: Array(#"{"request":1,"method":"beginOrigami","params":{"x":1}}"#.utf8))
        == .request(Request(id: 1, .other(name: "beginOrigami"))))
  }

  @Test(
    "NQ6 a locale's name in the environment has language and region, and UTF-8",
    arguments: [
      ("ko_KR", "ko_KR.UTF-8"), ("de", "de.UTF-8"), ("zh-Hans-CN", "zh_CN.UTF-8"), ("sr_Latn_RS", "sr_RS.UTF-8"),
      ("es-419", "es_419.UTF-8"), ("en_US_POSIX", "C.UTF-8"),
    ])
  func environment(identifier: String, name: String) {
    #expect(environmentLocale(identifier) == name)
  }
}
