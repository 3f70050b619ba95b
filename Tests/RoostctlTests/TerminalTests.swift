// Texts of apps that try to steer the terminal of the person who reads them.
import FakeDaemon
import Foundation
import Testing

struct TerminalTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func run(_ arguments: [String], _ replies: [String: String]) throws -> Roostctl {
    let daemon = try FakeDaemon(at: scratch.path + "/s", replies)
    defer {
      daemon.stop()
      unlink(daemon.socket)
    }
    return try Roostctl.run(arguments + ["--socket", daemon.socket])
  }

  /// As JSON spells it: a colour and a title, a forged line, a bell, DEL, C1's CSI, bidi overrides, separators.
  private static let hostile =
    #"\u001b[31m\u001b]0;x\u0007a\r\nroostd: forged\u007f\u009b2J\u202eb\u2066c\u2028d\u2029"#
  private static let shown =
    #"\u{1B}[31m\u{1B}]0;x\u{7}a\u{D}\u{A}roostd: forged\u{7F}\u{9B}2J\u{202E}b\u{2066}c\u{2028}d\u{2029}"#
  private static let notifications = [
    "org.roost.Notifications.List": """
    {"parameters":{"notifications":[{"app":"a.b","identifier":"n","title":"\(hostile)","body":"\(hostile)",
     "time":"2026-11-21T04:42:34Z"}]}}
    """
  ]

  @Test("A table shows a text's control characters spelled out, on one line, with its columns aligned")
  func table() throws {
    let run = try run(["notifications"], Self.notifications)
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3 && lines.last == "")
    #expect(lines[1].hasSuffix("\(Self.shown)  \(Self.shown)"))
    #expect(!run.output.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    let column = lines[0].range(of: "TEXT").map { lines[0].distance(from: lines[0].startIndex, to: $0.lowerBound) }
    let text = lines[1].range(of: Self.shown, options: .backwards)
    #expect(column == text.map { lines[1].distance(from: lines[1].startIndex, to: $0.lowerBound) })
  }

  @Test("An event, and a name that is all there is to print, are shown the same way")
  func lines() throws {
    let reply = #"{"parameters":{"app":"\#(Self.hostile)","state":"active"}}"#
    let opened = try run(["open", "x:y"], ["org.roost.Apps.Open": reply])
    #expect(opened.status == 0 && opened.output == Self.shown + "\n", "\(opened.errors)")
    let event =
      #"{"continues":true,"parameters":{"event":{"time":1,"type":"notice","app":"a.b","text":"\#(Self.hostile)"}}}"#
    let watched = try run(
      ["monitor"],
      ["org.roost.Monitor.Watch": #"{"continues":true,"parameters":{"event":null}}"# + "\0" + event + "\0" + "{}"])
    #expect(watched.output.hasSuffix(Self.shown + "\n"), "\(watched.output) \(watched.errors)")
    #expect(watched.output.split(separator: "\n").count == 1)
  }

  @Test("Metrics keep their lines, and nothing in them steers")
  func metrics() throws {
    let reply = #"""
      {"parameters":{"families":[{"name":"a\u001b[2J","kind":"gauge","help":"\#(Self.hostile)",
       "samples":[{"suffix":null,"labels":[],"value":1}]}]}}
      """#
    let run = try run(["metrics"], ["org.roost.Metrics.Get": reply])
    #expect(run.status == 0 && run.output.hasSuffix(#"a\u{1B}[2J 1"# + "\n"), "\(run.output) \(run.errors)")
    #expect(run.output.split(separator: "\n").count == 3, "\(run.output)")
    #expect(!run.output.unicodeScalars.contains { [0x0D, 0x1B, 0x9B, 0x202E, 0x2028].contains($0.value) })
  }

  @Test("--json is exact")
  func json() throws {
    let run = try run(["notifications", "--json"], Self.notifications)
    let read = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
    let expected = try JSONSerialization.jsonObject(with: Data("[\"\(Self.hostile)\"]".utf8)) as? [String]
    #expect(read?.first?["title"] as? String == expected?[0])
  }

  @Test("A refusal of several lines keeps them, and none of them can pass for a line of roostctl's")
  func refusal() throws {
    let reply =
      #"{"error":"org.roost.Apps.Refused","parameters":{"app":"a.b","message":"\u001b[2Jone\nroostctl: two"}}"#
    let run = try run(["fetch", "a.b"], ["org.roost.Events.Fetch": reply])
    #expect(run.status == 1)
    #expect(run.errors.contains(#"\u{1B}[2Jone"# + "\n  roostctl: two\n"), "\(run.errors)")
  }

  @Test("Lines of ours stay lines")
  func help() throws {
    let run = try Roostctl("--help")
    #expect(run.status == 0 && run.output.split(separator: "\n").count > 20)
    #expect(!run.output.contains(#"\u{A}"#))
  }
}
