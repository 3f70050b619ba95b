// Texts of apps and clients in a recording: each stays one word of its step, whatever characters it is made of.
import FakeDaemon
import Foundation
import Testing

struct RecordedStepTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// The lines of a recording of a request, without the first two, which every recording has.
  private func lines(_ method: String, _ parameters: [String: String]) throws -> [String] {
    func json(_ value: Any) throws -> String {
      String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
    }
    let request: [String: Any] = [
      "number": 1, "time": 1, "method": "org.roost.\(method)", "parameters": try json(parameters),
    ]
    let replies = [
      #"{"continues":true,"parameters":{"request":null,"event":null}}"#,
      try json(["continues": true, "parameters": ["request": request]] as [String: Any]), "{}",
    ]
    let daemon = try FakeDaemon(at: scratch.path + "/s", ["org.roost.Monitor.Follow": replies.joined(separator: "\0")])
    defer { daemon.stop() }
    let file = scratch.path + "/walk.yaml"
    let run = try Roostctl.run(["record", "-o", file, "--socket", daemon.socket])
    let text = try #require(FileManager.default.contents(atPath: file), "\(run.errors)")
    return text.split(separator: UInt8(ascii: "\n")).dropFirst(2).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Two texts may be equal that differ by their bytes.
  private func isExactly(_ lines: [String], _ expected: [String]) -> Bool {
    lines.map { Array($0.utf8) } == expected.map { Array($0.utf8) }
  }

  @Test(
    "A mark that combines with a quote opens and closes none",
    arguments: [
      ("\u{301} --socket /tmp/x --action 'z", #""launch '\#u{301} --socket /tmp/x --action '\\''z'""#),
      ("a'\u{301} --socket /tmp/x", #""launch 'a'\\''\#u{301} --socket /tmp/x'""#),
    ])
  func marks(app: String, step: String) throws {
    let lines = try lines("Apps.Launch", ["id": app])
    #expect(isExactly(lines, ["steps:", "  - " + step]), "\(lines)")
  }

  @Test(
    "A text of what YAML has not, or of more joiners in a row than the player reads as escapes, stays one that can be played",
    arguments: [
      ("x\u{FFFE}\u{FFFF}", #"banner x\U0000fffe\U0000ffff"#),
      (
        String(repeating: "\u{200D}", count: 32),
        "banner " + String(repeating: #"\U0000200d"#, count: 30) + "\u{200D}" + #"\U0000200d"#
      ),
    ])
  func unreadable(text: String, step: String) throws {
    let lines = try lines("Device.Banner", ["text": text])
    #expect(isExactly(lines, ["steps:", "  - \"\(step)\""]), "\(lines)")
  }

  @Test("A text that looks like a parameter of a scenario stays as it is")
  func dollar() throws {
    let lines = try lines("Device.Banner", ["text": "${folder} costs $5"])
    #expect(
      isExactly(
        lines, ["parameters: {dollar: \"$\"}", "steps:", #"  - "banner '${dollar}{folder} costs $5'""#]), "\(lines)")
  }

  @Test(
    "A request with what a command would take for an option is a remark",
    arguments: [
      ("Apps.Launch", ["id": "-\u{301}x"]), ("Device.Notify", ["kind": "battery", "--socket": "/tmp/x"]),
      ("Apps.SendInput", ["id": "--socket=/tmp/x", "input": #"{"type":"text","text":"a"}"#]),
    ])
  func options(method: String, parameters: [String: String]) throws {
    let lines = try lines(method, parameters)
    #expect(lines.count == 2 && lines[0] == "steps: []" && lines[1].hasPrefix("  # org.roost.\(method)"), "\(lines)")
  }

  @Test("Typed text that looks like an option is recorded as the input that it is")
  func typed() throws {
    let lines = try lines("Apps.SendInput", ["id": "a.b", "input": #"{"type":"text","text":"--json"}"#])
    let input = ##"  - "input a.b '{\"type\":\"text\",\"text\":\"--json\"}'""##
    #expect(isExactly(lines, ["steps:", input]), "\(lines)")
  }
}
