// Words that people get wrong, and words in another order.
import FakeDaemon
import Foundation
import Testing

struct WordsTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private static let app = """
    {"id":"com.example.notes","state":"notRunning","style":"app","footprint":0,"cpu":0,"deadlines":[],"scenes":[],\
    "assertions":[],"missing":[]}
    """
  private static let unknown =
    #"{"error":"org.roost.Apps.UnknownApp","parameters":{"app":"com.example.ntoes","message":"no"}}"#

  @Test(
    "options stand before, between and behind the words of a command", .serialized,
    arguments: [
      ["--json", "--socket", "PATH", "privacy", "list"], ["privacy", "--json", "list", "--socket", "PATH"],
      ["privacy", "list", "--socket=PATH", "--json"], ["--socket=PATH", "privacy", "--json"],
    ])
  func order(_ words: [String]) throws {
    let reply = ["org.roost.Privacy.List": #"{"parameters":{"permissions":[]}}"#]
    let daemon = try FakeDaemon(at: scratch.path + "/s", reply)
    defer { daemon.stop() }
    let run = try Roostctl.run(words.map { $0.replacingOccurrences(of: "PATH", with: daemon.socket) })
    #expect(run.status == 0 && run.output == "[]\n", "\(run.errors)")
  }

  @Test(
    "an option that is given too early and has no value, or that the command does not take, is wrong usage",
    arguments: [["--socket"], ["--timeout", "1", "apps"], ["--fly", "apps"], ["--json"], ["--socket=", "fly"]])
  func badOrder(_ words: [String]) throws {
    let run = try Roostctl.run(words)
    #expect(run.status == 2 && run.output.isEmpty && !run.errors.isEmpty)
  }

  @Test(
    "a command that there is not is asked back with the one that is meant, also by its name on other systems",
    arguments: [
      (["lauch", "a"], "did you mean 'roostctl launch'?"), (["scene", "nwe"], "did you mean 'roostctl scene new'?"),
      (["listapps"], "did you mean 'roostctl apps'?"), (["force-stop", "a"], "did you mean 'roostctl terminate'?"),
      (["get_app_container", "a"], "did you mean 'roostctl container'?"), (["dance"], "'roostctl --help' lists all"),
      (["io", "booted", "recordVideo"], "did you mean 'roostctl screenrecord'?"),
      (["io", "booted", "screenshot"], "did you mean 'roostctl screenshot'?"),
      (["recordVideo"], "did you mean 'roostctl screenrecord'?"),
      (["--json", "aps"], "did you mean 'roostctl apps'?"), (["\u{1B}[31m"], "'roostctl --help' lists all"),
    ])
  func mistypedCommand(_ words: [String], _ said: String) throws {
    let run = try Roostctl.run(words)
    #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(said), "\(run.errors)")
    #expect(!run.errors.contains("\u{1B}"))
  }

  @Test("an app that there is not is asked back with the one that is meant")
  func mistypedApp() throws {
    let replies = [
      "org.roost.Apps.Launch": Self.unknown, "org.roost.Apps.List": #"{"parameters":{"apps":[\#(Self.app)]}}"#,
    ]
    let daemon = try FakeDaemon(at: scratch.path + "/s", replies)
    defer { daemon.stop() }
    let run = try Roostctl("launch", "com.example.ntoes", "--socket", daemon.socket)
    #expect(run.status == 1)
    #expect(
      run.errors.contains("no app com.example.ntoes is installed; did you mean com.example.notes?"), "\(run.errors)")
  }

  @Test("where no app is near, or the daemon does not list any, its own words are said")
  func unknownApp() throws {
    let none = #"{"error":"org.roost.Apps.Refused","parameters":{"app":"a","message":"no"}}"#
    let far =
      #"{"parameters":{"apps":[\#(Self.app.replacingOccurrences(of: "com.example.notes", with: "org.other"))]}}"#
    for list in [none, far, "{}"] {
      let daemon = try FakeDaemon(
        at: scratch.path + "/s", ["org.roost.Apps.Launch": Self.unknown, "org.roost.Apps.List": list])
      defer {
        daemon.stop()
        unlink(daemon.socket)
      }
      let run = try Roostctl("launch", "com.example.ntoes", "--socket", daemon.socket)
      #expect(run.status == 1 && run.errors.contains("roostctl: no"), "\(run.errors)")
      #expect(!run.errors.contains("did you mean"))
    }
  }

  @Test(
    "every example of a command's help is right usage",
    arguments: [
      "launch", "open", "tap", "notify", "snapshot", "monitor", "location", "push", "screenshot", "container",
      "screenrecord",
      "diagnose",
    ])
  func examples(_ command: String) throws {
    let help = try Roostctl.run([command, "--help"]).output
    let lines = help.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let examples = lines.filter { $0.hasPrefix("roostctl ") && !$0.hasSuffix(".apns") && !$0.contains("--silent") }
    #expect(!examples.isEmpty)
    for example in examples {
      var words = example.split(separator: " ").dropFirst().map {
        $0.replacingOccurrences(of: "'", with: "").replacingOccurrences(
          of: "roost.tar.gz", with: scratch.path + "/a.tar.gz")
      }
      words.insert(contentsOf: ["--socket", "/nonexistent"], at: 1)
      let run = try Roostctl.run(words)
      #expect(run.status == 3, "\(example): \(run.errors)")
    }
  }
}
