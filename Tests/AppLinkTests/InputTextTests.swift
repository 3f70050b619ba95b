// The log's text of an input is the one that its type reads, also where no encoder writes it.
import LifecycleModel
import Testing
import WireJSON

@testable import AppLink

@Suite struct InputTextTests {
  private static let launches = [
    Launch(),
    Launch(options: LaunchOptions(url: "notes:a\u{1}\"b\\", sourceApplication: "com.example.\u{e9}")),
    Launch(options: LaunchOptions(shortcut: #"{"type":"new"}"#, activity: #"{"activityType":"a"}"#)),
    Launch(arguments: ["", "-v", "\n"], environment: ["A": "1", "B": ""], waitsForDebugger: true),
    // By the encoder.
    Launch(options: LaunchOptions(wake: .fetch)),
  ]

  @Test("A request to launch an app is read as it was", arguments: launches)
  func launch(launch: Launch) throws {
    for placement in [Placement.foreground, .background] {
      for answer in [Request.Answer.whenTaken, .whenDone] {
        let request = Request(id: RequestID(number: .max), answer: answer)
        let input = Input.wish(.launch(AppID("com.example.notes"), launch, placement), request)
        #expect(try WireDecoder.decode(Input.self, from: input.text()) == input)
        // A text has the variables in no order of their own.
        if launch.environment.count < 2 { #expect(try input.text() == WireEncoder.encode(input)) }
      }
    }
  }

  @Test("Each wish is read as it was, whether or not the encoder writes it")
  func wishes() throws {
    let app = AppID("com.example.\u{e9}\"")
    let wishes: [Wish] = [
      .userInput(app, #"{"type":"tap","x":1}"#), .userInput(app, "\u{1}\n\\"), .home, .quit(app), .lock,
      .openPanel(.switcher), .openURL("notes:a\"", from: nil), .openURL("notes:a", from: app), .memory(.warn(nil)),
      .call(.ring), .banner(""),
    ]
    for wish in wishes {
      for answer in [Request.Answer.whenTaken, .whenDone] {
        let input = Input.wish(wish, Request(id: RequestID(number: 7), answer: answer))
        #expect(try WireDecoder.decode(Input.self, from: input.text()) == input)
        #expect(try input.text() == WireEncoder.encode(input))
      }
    }
  }

  @Test("Each member of a launch and its request is in the text")
  func members() {
    let all: [(Any, [String])] = [
      (Launch(), ["options", "arguments", "environment", "waitsForDebugger"]),
      (LaunchOptions(), ["url", "sourceApplication", "shortcut", "activity", "response", "wake"]),
      (Request(id: RequestID(number: 1)), ["id", "answer"]), (AppID("a"), ["string"]),
      (RequestID(number: 1), ["number"]),
    ]
    for (value, names) in all { #expect(Mirror(reflecting: value).children.compactMap(\.label) == names) }
  }

  @Test("PR2 an answer is read as it was, and as the daemon before wrote it, which named no alert")
  func answer() throws {
    let request = Request(id: RequestID(number: 14))
    let named: [(AppID?, PrivacyService?)] = [(AppID("a"), .camera), (AppID("a"), nil), (nil, .camera), (nil, nil)]
    for (app, service) in named {
      let input = Input.wish(.answerPrompt(.allow, of: app, for: service), request)
      #expect(try WireDecoder.decode(Input.self, from: input.text()) == input)
    }
    let earlier = #"{"wish":{"_0":{"answerPrompt":{"_0":"allow"}},"_1":{"id":{"number":14},"answer":{"whenDone":{}}}}}"#
    #expect(try WireDecoder.decode(Input.self, from: Array(earlier.utf8)) == .wish(.answerPrompt(.allow), request))
  }

  @Test("Other inputs are the encoder's")
  func others() throws {
    for input in [
      Input.shutdown, .due(.tasks), .removed(AppID("a")), .kernel(ProcessSerial(number: 1), .spawned(pid: 7)),
    ] {
      #expect(try input.text() == WireEncoder.encode(input))
    }
  }
}
