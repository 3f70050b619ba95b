// The output of apps in the journal, as journalctl(1) hands it over.
import FakeDaemon
import Foundation
import Testing

struct LogsTests {
  private static let replies = [
    "org.roost.Apps.GetOutput": #"{"parameters":{"identifier":"a.b","user":300007,"path":null}}"#,
    "org.roost.Apps.ListExits": """
    {"parameters":{"exits":[{"app":"a.b","pid":7,"time":"2026-11-21T04:42:34.123Z","state":"active","namespace":"SIGNAL",
     "code":null,"reason":"crash","signal":11,"status":null,"footprint":0,"cpu":0,"callback":null,"elapsed":null,
     "text":"it crashed"}]}}
    """,
  ]

  /// Journalctl that writes two lines around the exit: a line of text that steers, and one of bytes; then one that is no
  /// entry. Its arguments are in a file.
  private static let journalctl = #"""
    #!/bin/sh
    echo "$*" >"${0%/*}/arguments"
    echo '{"MESSAGE":"one\u001b[2J","__REALTIME_TIMESTAMP":"1795236154000000","SYSLOG_IDENTIFIER":"a.b"}'
    echo '{"MESSAGE":[116,119,111],"__REALTIME_TIMESTAMP":"1795236155000000"}'
    echo '{"MESSAGE":"[roostd] ended: it has not","__REALTIME_TIMESTAMP":"1795236155500000"}'
    echo '{"MESSAGE":"[x] [roo\u200bstd]\u034f ended","__REALTIME_TIMESTAMP":"1795236155625000"}'
    echo '{"MESSAGE":null,"__REALTIME_TIMESTAMP":"1795236156000000"}'
    echo 'no JSON'
    """#

  private func run(_ arguments: [String]) throws -> (Roostctl, arguments: String) {
    let scratch = try ScratchDirectory()
    let daemon = try FakeDaemon(at: scratch.path + "/s", Self.replies)
    defer { daemon.stop() }
    _ = try scratch.write(Self.journalctl, to: "journalctl", mode: 0o755)
    let run = try Roostctl.run(
      ["logs", "a.b", "--socket", daemon.socket] + arguments, environment: ["PATH": scratch.path + ":/usr/bin:/bin"])
    return (run, (try? scratch.read("arguments")) ?? "")
  }

  @Test("logs shows the lines of the journal, and the end of the app where its time comes")
  func journal() throws {
    let (run, arguments) = try run([])
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    #expect(
      lines == [
        "2026-11-21T04:42:34.000Z one\\u{1B}[2J", "2026-11-21T04:42:34.123Z [roostd] ended: it crashed",
        "2026-11-21T04:42:35.000Z two", "2026-11-21T04:42:35.500Z \\u{5B}roostd] ended: it has not",
        // Scalars that nobody sees do not hide the name.
        "2026-11-21T04:42:35.625Z \\u{5B}x] \\u{5B}roo\u{200B}std]\u{34F} ended",
        "2026-11-21T04:42:36.000Z [a line that is too long]",
      ])
    #expect(arguments == "--quiet --no-pager --output=json --lines=all SYSLOG_IDENTIFIER=a.b _UID=300007\n")
  }

  @Test("--since is journalctl's, and --json has one object a line")
  func options() throws {
    let (run, arguments) = try run(["--since", "-1h", "--json"])
    #expect(arguments.contains(" --since=-1h SYSLOG_IDENTIFIER=a.b _UID=300007"))
    #expect(
      run.output.split(separator: "\n").last
        == #"{"app":"a.b","source":"app","text":"[a line that is too long]","time":"2026-11-21T04:42:36.000Z"}"#)
  }

  /// By name: the runner prints and keeps the arguments of a test, and these texts have megabytes.
  enum Flood: CaseIterable {
    case emptyLines, marks, tabs

    var text: String {
      switch self {
      case .emptyLines: String(repeating: "\n", count: 8 << 20) + "the last"
      case .marks: "the first\n\ta" + String(repeating: "\u{301}", count: 2 << 20)
      case .tabs: "the first\n" + String(repeating: "\t", count: 8 << 20)
      }
    }

    var seen: String {
      switch self {
      case .emptyLines: "the last"
      case .marks, .tabs: "the first"
      }
    }
  }

  /// As much as the daemon leaves an app. Time by the square of the lines, or of the marks of one letter, would be ten minutes
  /// of a processor and more, and the kernel ends roostctl after three.
  @Test(
    "logs of a file takes time by its bytes, also where each is a line, and where all are marks of one letter",
    arguments: Flood.allCases)
  func bytes(of flood: Flood) throws {
    let (text, seen) = (flood.text, flood.seen)
    let scratch = try ScratchDirectory()
    _ = try scratch.write(text, to: "a.b.log")
    let replies = Self.replies.merging([
      "org.roost.Apps.GetOutput": #"{"parameters":{"identifier":null,"path":"\#(scratch.path)/a.b.log"}}"#,
      "org.roost.Apps.ListExits": #"{"parameters":{"exits":[]}}"#,
    ]) { $1 }
    let daemon = try FakeDaemon(at: scratch.path + "/s", replies)
    defer { daemon.stop() }
    let run = try Roostctl.run(["logs", "a.b", "--socket", daemon.socket], processorSeconds: 180)
    // In bytes, as marks are put in order with their letter.
    let (output, line) = (Array(run.output.utf8), Array(seen.utf8) + [10])
    #expect(run.status == 0 && output.count >= text.utf8.count, "\(run.errors)")
    #expect(output.starts(with: line) || output.suffix(line.count).elementsEqual(line))
  }

  /// A hole costs the app nothing.
  @Test("logs of a file that is longer than an app is left shows its beginning, and says so")
  func hole() throws {
    let scratch = try ScratchDirectory()
    let file = try scratch.write("one\ntwo\n", to: "a.b.log")
    try #require(truncate(file, 1 << 40) == 0)
    let replies = Self.replies.merging([
      "org.roost.Apps.GetOutput": #"{"parameters":{"identifier":null,"path":"\#(file)"}}"#,
      "org.roost.Apps.ListExits": #"{"parameters":{"exits":[]}}"#,
    ]) { $1 }
    let daemon = try FakeDaemon(at: scratch.path + "/s", replies)
    defer { daemon.stop() }
    let run = try Roostctl.run(["logs", "a.b", "--socket", daemon.socket, "--since", "@4000000000"])
    #expect(run.status == 0 && run.errors.contains("longer than 16 MiB"), "\(run.errors)")
  }

  /// A file whose growth the daemon has seen at 2 s and at 4 s of its clock, and states between.
  private func inFile(_ arguments: [String]) throws -> Roostctl {
    let scratch = try ScratchDirectory()
    _ = try scratch.write("one\ntwo\nthree\nlast", to: "a.b.log")
    func entry(_ position: Int, _ time: Int, _ kind: String, _ members: [String: Any]) -> [String: Any] {
      ["position": position, "time": time * 1_000_000_000, "kind": kind, "app": "a.b"].merging(members) { $1 }
    }
    let entries = [
      entry(1, 1, "state", ["name": "active", "detail": "inactive"]), entry(2, 2, "output", ["value": 8]),
      entry(3, 3, "state", ["name": "suspended", "detail": "background"]), entry(4, 4, "output", ["value": 14]),
      entry(5, 9, "began", ["name": "0.1"]),
    ]
    let history: [String: Any] = [
      "parameters": ["entries": entries, "now": 5_000_000_000, "calendar": 1_795_236_155_000_000_000]
    ]
    let replies = Self.replies.merging([
      "org.roost.Apps.GetOutput": #"{"parameters":{"identifier":null,"path":"\#(scratch.path)/a.b.log"}}"#,
      "org.roost.Apps.ListExits": #"{"parameters":{"exits":[]}}"#,
      "org.roost.History.Read": String(
        decoding: try JSONSerialization.data(withJSONObject: history), as: UTF8.self),
    ]) { $1 }
    let daemon = try FakeDaemon(at: scratch.path + "/s", replies)
    defer { daemon.stop() }
    return try Roostctl.run(["logs", "a.b", "--socket", daemon.socket] + arguments, environment: ["TZ": "UTC"])
  }

  @Test("logs puts the states of the past between the lines of a file, where the daemon has seen it grow")
  func file() throws {
    let run = try inFile([])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.split(separator: "\n") == [
        "2026-11-21T04:42:31.000Z [roostd] inactive -> active", "one", "two", "three",
        "2026-11-21T04:42:33.000Z [roostd] background -> suspended", "last",
      ])
  }

  @Test("--since leaves out what was in a file by then, and a time that is not valid is refused")
  func sinceInFile() throws {
    let run = try inFile(["--since", "2026-11-21 04:42:33"])
    #expect(
      run.output.split(separator: "\n") == [
        "three", "2026-11-21T04:42:33.000Z [roostd] background -> suspended", "last",
      ])
    #expect(try inFile(["--since", "@1795236155"]).output == "last\n")
    let refused = try inFile(["--since", "soon"])
    #expect(refused.status == 1 && refused.errors.contains("not a time"))
  }
}
