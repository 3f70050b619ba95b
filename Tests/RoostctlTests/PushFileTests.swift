// push of a file: as Apple's simulator takes it, and files that hold no push.
import FakeDaemon
import Foundation
import Testing

struct PushFileTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private static let payload = #"{"aps":{"alert":"Lunch?"}}"#
  private static let file = """
    {
      "Simulator Target Bundle": "com.example.mail",
      "aps": {"alert": "Lunch?"}
    }
    """

  @Test(
    "BX5 a file is pushed to the app in the arguments, or to the one that it names, which is no part of the payload")
  func files() throws {
    let named = try scratch.write(Self.file, to: "named.apns")
    let plain = try scratch.write(Self.payload, to: "payload")
    let daemon = try FakeDaemon(at: scratch.path + "/s", ["org.roost.Events.Push": #"{"parameters":{}}"#])
    defer { daemon.stop() }
    for words in [
      [named], ["com.example.mail", named], ["com.example.mail", plain], ["com.example.mail", Self.payload],
    ] {
      let run = try Roostctl.run(["push", "--socket", daemon.socket] + words)
      #expect(run.status == 0, "\(run.errors)")
      let call = daemon.calls.last?["parameters"] as? NSDictionary
      #expect(call == ["id": "com.example.mail", "payload": Self.payload], "\(words)")
    }
  }

  @Test(
    "BX5 a file that holds no push is wrong usage, and the error says why",
    arguments: [
      ("", "not valid JSON"), ("[1]", "names no app"), (#"{"aps":{"alert":"a"}}"#, "names no app"),
      (#"{"Simulator Target Bundle":1}"#, "names no app"), (#"{"Simulator Target Bundle":"a"}"#, "no dictionary aps"),
      (#"{"Simulator Target Bundle":"a","aps":{}}"#, "does nothing"),
    ])
  func badFiles(_ text: String, _ why: String) throws {
    let run = try Roostctl("push", try scratch.write(text, to: "bad.apns"))
    #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(why), "\(run.errors)")
  }

  @Test("BX5 a file that is larger than any payload is not read")
  func largeFile() throws {
    let run = try Roostctl("push", try scratch.write(String(repeating: " ", count: 2 << 20), to: "large.apns"))
    #expect(run.status == 2 && run.errors.contains("larger than a payload"), "\(run.errors)")
  }

  @Test("BX5 a file that is not there is named", arguments: [["nobody.apns"], ["a", "nobody.apns"]])
  func missing(_ words: [String]) throws {
    let run = try Roostctl.run(["push"] + words)
    #expect(run.status == 2 && run.errors.contains("There is no file nobody.apns"), "\(run.errors)")
  }
}
