// Reading scenarios: what they say, and each mistake with its line.
import ControlAPI
import Testing

@testable import ScenarioPlayer

struct ScenarioReaderTests {
  @Test("A scenario's steps are commands, expectations, refusals and what happens to the daemon, with their lines")
  func whole() throws {
    let scenario = try ScenarioReader.read(
      """
      name: A life
      apps: [notes]
      tags: [walk, quick]
      time: real
      parameters: {app: com.example.notes, text: two words}
      steps:
        - launch ${app}
        - type "${text}" --app='a b'
        - expect: {app: "${app}", state: active, callbacks: [didBecomeActive]}
        - refused: launch com.example.none
          says: no app
        - daemon: kill
      """, file: "life.yaml", parameters: ["text": "three more words"])
    #expect(scenario.name == "A life" && scenario.tags == ["walk", "quick"] && scenario.time == .real)
    #expect(scenario.steps.map(\.line) == [7, 8, 9, 10, 12])
    #expect(
      scenario.steps.map(\.kind) == [
        .command(["launch", "com.example.notes"]), .command(["type", "three more words", "--app=a b"]),
        .expect(Expectation(app: "com.example.notes", state: .active, callbacks: ["didBecomeActive"])),
        .refused(["launch", "com.example.none"], says: "no app"), .daemon(.kill),
      ])
  }

  @Test("A parameter that is a dollar stands before a brace that is a text's own")
  func dollar() throws {
    let text = "parameters: {dollar: \"$\"}\nsteps:\n  - \"banner '${dollar}{x} costs $5'\"\n"
    let scenario = try ScenarioReader.read(text, file: "a.yaml")
    #expect(scenario.steps.map(\.kind) == [.command(["banner", "${x} costs $5"])])
    // U+0600 and the dollar behind it are one Character.
    let marked = "parameters: {dollar: \"$\"}\nsteps:\n  - \"banner '\\u0600${dollar}{x}'\"\n"
    let other = try ScenarioReader.read(marked, file: "a.yaml")
    #expect(other.steps.map(\.kind) == [.command(["banner", "\u{600}${x}"])])
  }

  @Test("Parameters stand for 16 MiB in a scenario, and the mistake is told where they go beyond")
  func longParameters() throws {
    let parameter = "steps: [home]\nparameters: {a: \(String(repeating: "x", count: 100_000))}\n"
    func tagged(_ times: Int) -> String { parameter + "tags:\n" + String(repeating: "- ${a}\n", count: times) }
    #expect(try ScenarioReader.read(tagged(167), file: "a").tags.count == 167)
    let named = parameter + "name: " + String(repeating: "${a}", count: 2_000) + "\n"
    for (text, line) in [(tagged(168), 171), (named, 3)] {
      #expect {
        try ScenarioReader.read(text, file: "a")
      } throws: { error in
        guard let error = error as? ScenarioError else { return false }
        return error.line == line && error.message.contains("more than 16 MiB, here with a; name them less often")
      }
    }
  }

  @Test("Aliases that stand for aliases, and a file without end, are refused before they take time")
  func bombs() {
    for blank in [" ", "\u{85}", "\u{2028}", ""] {
      let levels = (1...20).map { level in
        "l\(level): &l\(level) [\(Array(repeating: "\(blank)*l\(level - 1)", count: 9).joined(separator: ","))]\n"
      }
      #expect(throws: ScenarioError.self) {
        try ScenarioReader.read("l0: &l0 x\n" + levels.joined() + "? *l20\n: y\nsteps: [home]\n", file: "a")
      }
    }
    let word = String(repeating: "x", count: 4_000_000)
    #expect(throws: Never.self) { try ScenarioReader.read("steps: [type \(word)]\n", file: "a") }
    let long = "&a " + String(repeating: "- home\n", count: 700_000)
    #expect(throws: ScenarioError(file: "a", line: 1, message: ScenarioBounds.broken(by: long) ?? "")) {
      try ScenarioReader.read(long, file: "a")
    }
  }

  @Test("Letters of many marks are refused, however they are written; lines and letters that are escaped are read")
  func marks() throws {
    let base = "steps: [home]\nname: "
    for mark in ["\u{301}", "\\u0301", "\\U00000301", "\\u0301\\x41"] {
      let text = base + "\"" + String(repeating: mark, count: 100_000) + "\"\n"
      #expect(throws: ScenarioError(file: "a", line: 1, message: ScenarioBounds.broken(by: text) ?? "")) {
        try ScenarioReader.read(text, file: "a")
      }
    }
    let lines = base + "\"" + String(repeating: "\\nabc\\u00e9 \\\\u0301", count: 100) + "\"\n"
    #expect(try ScenarioReader.read(lines, file: "a").name.hasPrefix("\nabc\u{e9} \\u0301"))
  }

  @Test("A few aliases, and signs in texts that look like them, are read")
  func aliases() throws {
    let scenario = try ScenarioReader.read(
      "parameters: {app: &app notes}\nsteps: [launch *app , &home home, *home]", file: "a")
    #expect(scenario.steps.map(\.kind) == [.command(["launch", "*app"]), .command(["home"]), .command(["home"])])
    let stars = (0..<40).map { "- type *\($0)*\n" }.joined()
    #expect(try ScenarioReader.read("steps:\n" + stars, file: "a").steps.count == 40)
  }

  @Test("There are steps before and after, pictures with their tolerance, and the file's folder; no time is named")
  func hooksAndPictures() throws {
    let scenario = try ScenarioReader.read(
      """
      before: [unlock]
      steps:
        - expect: {app: a, picture: {file: home.svg, tolerance: 2}}
        - expect: {app: a, picture: "${folder}/home.svg"}
      after: [home]
      """, file: "walks/life.yaml")
    #expect(scenario.time == nil)
    #expect(scenario.before.map(\.kind) == [.command(["unlock"])] && scenario.after.map(\.kind) == [.command(["home"])])
    #expect(
      scenario.steps.map(\.kind) == [
        .expect(Expectation(app: "a", picture: .init(file: "home.svg", tolerance: 2))),
        .expect(Expectation(app: "a", picture: .init(file: "walks/home.svg"))),
      ])
  }

  @Test("In real time an advance waits for as long as it says; other commands go on, and bad times are refused")
  func realTime() {
    #expect(RealTime.seconds(toPassIn: ["advance", "1.5m"]) == 90)
    #expect(RealTime.seconds(toPassIn: ["advance", "250ms", "--patience", "1s"]) == 0.25)
    for words in [["home"], ["advance"], ["advance", "5"], ["advance", "-1s"], ["advance", "nans"]] {
      #expect(RealTime.seconds(toPassIn: words) == nil, "\(words)")
    }
  }

  @Test(
    "A mistake is told with its line and the words that are possible",
    arguments: [
      ("", 1, "empty"), ("steps: [", 2, "not valid YAML"), ("- a", 1, "mapping with `steps:`"),
      ("name: a", 1, "no steps"), ("steps: []", 1, "no steps"), ("name: a\nstep: []", 2, "no such key: step"),
      ("steps:\n  - launch 'a", 2, "a quote is not closed"), ("steps:\n  - ''", 2, "the command is empty"),
      ("steps:\n  - [a]", 2, "a step is a command"), ("steps:\n  - wait: 3", 2, "a step is a command"),
      ("steps:\n  - daemon: hug", 2, "hug is none of replace, restart, kill"),
      ("steps:\n  - expect: {state: active}", 2, "names its app"),
      ("steps:\n  - expect: {app: a}", 2, "nothing is expected of a"),
      ("steps:\n  - expect: {app: a, state: awake}", 2, "awake is none of notRunning"),
      ("steps:\n  - expect: {app: a, colour: red}", 2, "no such expectation: colour"),
      ("steps:\n  - launch ${who}", 2, "no such parameter: who"), ("time: soon\nsteps: [home]", 1, "virtual, real"),
      ("steps: [home]\nafter: home", 2, "steps are a list"),
      ("steps:\n  - expect: {app: a, picture: a.png}", 2, "ends in .svg, and not a.png"),
      ("steps:\n  - expect: {app: a, picture: {file: a.svg, tolerance: much}}", 2, "a number of points"),
      ("steps:\n  - expect: {app: a, picture: {file: a.svg, size: 1}}", 2, "no such key of a picture: size"),
      ("steps: home", 1, "steps are a list"), ("name: [a]\nsteps: [home]", 1, "a text is wanted"),
    ] as [(String, Int, String)])
  func mistakes(text: String, line: Int, words: String) {
    #expect { try ScenarioReader.read(text, file: "a.yaml") } throws: { error in
      guard let error = error as? ScenarioError else { return false }
      return error.line == line && error.message.contains(words) && error.description.hasPrefix("a.yaml:\(line): ")
    }
  }

  @Test(
    "A mistake is told in one line of bounded length that steers no terminal, whatever the file has there",
    arguments: [
      "\"\\e[2J\\n::error::\": 1", "a: \u{1B}]0;b\u{7}", String(repeating: "name: a\n::error::\n", count: 9000),
      "\"" + String(repeating: "a", count: 99_000) + "\": 1",
    ])
  func told(text: String) {
    #expect { try ScenarioReader.read(text, file: "a\u{1B}.yaml") } throws: { error in
      let said = "\(error)"
      return said.hasPrefix("a\\u{1B}.yaml:") && said.utf8.count < 10_000
        && !said.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    }
  }

  @Test(
    "Words are split as by a shell",
    arguments: [
      ("a b", ["a", "b"]), ("  a\t 'b c'  ", ["a", "b c"]), ("\"a \\\" b\"", ["a \" b"]), ("a''b", ["ab"]),
      ("''", [""]),
      ("a\\ b", ["a b"]), ("'\\'", ["\\"]), ("", []),
      ("'\u{301} --x' b", ["\u{301} --x", "b"]), ("'a'\\''\u{301} b'", ["a'\u{301} b"]),
    ] as [(String, [String])])
  func words(text: String, words: [String]) { #expect(ShellWords.split(text) == words) }

  @Test("A quote or a backslash that leads nowhere is no command", arguments: ["'", "\"a", "a\\"])
  func halfWords(text: String) { #expect(ShellWords.split(text) == nil) }
}
