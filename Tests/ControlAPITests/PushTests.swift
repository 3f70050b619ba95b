// The payload of a push: shown, a reason to wake the app, or refused.
import Testing

@testable import ControlAPI

struct PushTests {
  @Test(
    "BX5 a person sees the alert's title and body, each on one line; content-available wakes the app",
    arguments: [
      (#"{"aps":{"alert":"Hello"}}"#, ["", "Hello"], false),
      (#"{"aps":{"alert":{"title":"Mail","body":"From Kim"}}}"#, ["Mail", "From Kim"], false),
      (#"{"aps":{"alert":{"body":"two\nlines"},"content-available":1}}"#, ["", "two lines"], true),
      (#"{"aps":{"content-available":1},"id":7}"#, nil, true),
      (#"{"aps":{"alert":"","content-available":1}}"#, nil, true),
      (#"{"aps":{"alert":"Hello","content-available":0}}"#, ["", "Hello"], false),
    ] as [(String, [String]?, Bool)])
  func reads(_ payload: String, _ alert: [String]?, _ wakes: Bool) throws {
    let push = try Push(payload)
    #expect(push.alert.map { [$0.title, $0.body] } == alert && push.wakes == wakes)
  }

  @Test("BX3 a silent push shows nothing and wakes its app, whatever the payload says")
  func silent() throws {
    for payload in ["{}", #"{"aps":{"alert":"Hello"}}"#] {
      let push = try Push(payload, isSilent: true)
      #expect(push.alert == nil && push.wakes)
    }
  }

  @Test("The payload is one line on its way to the app")
  func line() throws {
    #expect(try Push("{\n \"id\": 7, \"aps\": {\"alert\": \"a/b\"}}").payload == #"{"aps":{"alert":"a/b"},"id":7}"#)
  }

  @Test("A payload of 4096 bytes is taken, and one of 4097 is not")
  func size() throws {
    let frame = #"{"aps":{"alert":""}}"#.utf8.count
    func payload(_ size: Int) -> String { #"{"aps":{"alert":"\#(String(repeating: "x", count: size - frame))"}}"# }
    #expect(try Push(payload(4096)).alert?.body.count == 4096 - frame)
    #expect(throws: PushError.tooLarge(4097)) { try Push(payload(4097)) }
  }

  @Test(
    "A payload that is none says why",
    arguments: [
      ("", false, .notAnObject), ("{", false, .notAnObject), ("[]", true, .notAnObject), ("7", true, .notAnObject),
      ("{}", false, .noDictionary), (#"{"aps":1}"#, true, .noDictionary), (#"{"aps":{}}"#, false, .nothing),
      (#"{"aps":{"badge":3}}"#, false, .nothing),
    ] as [(String, Bool, PushError)])
  func refused(_ payload: String, _ isSilent: Bool, _ error: PushError) {
    #expect(throws: error) { try Push(payload, isSilent: isSilent) }
    #expect(!error.description.isEmpty)
  }
}
