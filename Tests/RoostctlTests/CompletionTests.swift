// The names that roostctl offers to a shell that completes a line: apps and brokers choose some of them.
import FakeDaemon
import Foundation
import Testing

struct CompletionTests {
  private func offers(_ names: [String]) throws -> [String] {
    let scratch = try ScratchDirectory()
    let shown = names.map { ["app": "a.b", "identifier": $0, "title": "", "body": "", "time": ""] }
    let reply = try JSONSerialization.data(withJSONObject: ["parameters": ["notifications": shown]])
    let daemon = try FakeDaemon(
      at: scratch.path + "/s", ["org.roost.Notifications.List": String(decoding: reply, as: UTF8.self)])
    defer { daemon.stop() }
    let line = ["roostctl", "notification", "open", "a.b", ""]
    let run = try Roostctl.run(
      ["---completion", "notification", "open", "--", "positional@1", "4", "0"] + line,
      environment: ["ROOST_SOCKET": daemon.socket, "SAP_SHELL": "bash"])
    #expect(run.errors == "")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test("Names that mean something to a shell, its terminal or a program's options are not offered")
  func hostile() throws {
    let plain = ["7", "a.b-c_d", "note:1", "x@y", "100%", "a/b", "größe", "日本"]
    let hostile = [
      "$(touch x)", "`touch x`", "a$b", "a;b", "a|b", "a&b", "a>b", "a<b", "(a)", "a{1,2}", "a[1]", "a*", "a?", "~root",
      "!1",
      "#a", "a'b", "a\"b", "a\\b", "a b", "a\nb", "a\u{1B}[2J", "a\u{9B}2J", "a\u{202E}b", "--socket=/tmp/s", "=ls", "",
      "a^b",
    ]
    #expect(try offers(plain + hostile) == plain)
  }
}
