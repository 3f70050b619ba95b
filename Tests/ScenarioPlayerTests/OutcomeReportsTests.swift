// The words in which people, TAP readers, JUnit readers and GitHub are told of outcomes.
import Foundation
import Testing

@testable import ScenarioPlayer

struct OutcomeReportsTests {
  private static let scenario = Scenario(file: "a.yaml", name: "A <life> & \"more\"", steps: [])
  private static let good = Outcome(scenario: scenario, seconds: 0.5, failure: nil)
  private static let bad = Outcome(
    scenario: scenario, seconds: 1.25,
    failure: Failure(line: 7, message: "expected 50%\nthere is \u{1b}]0;", events: ["device home"]))

  @Test("A failure fits one screen: the file and line, what was expected, and the events before it")
  func people() {
    #expect(Self.good.text(.people, number: 1) == "ok      A <life> & \"more\"  (0 steps, 0.50 s)")
    let text = Self.bad.text(.people, number: 1)
    #expect(
      text.hasPrefix("FAILED  A <life>") && text.contains("a.yaml:7: expected 50%") && text.hasSuffix("device home"))
  }

  @Test("A text of an app in a message steers no terminal, and none of its lines is a command to GitHub")
  func hostileTexts() {
    let failure = Failure(
      line: 7, message: "there is\n  ::error::mine\n##[error]mine\n\u{1b}]0;\u{2028}",
      events: ["said \u{1b}[2J\n::warning::"])
    let outcome = Outcome(scenario: Self.scenario, seconds: 1, failure: failure)
    for format in OutcomeFormat.allCases {
      let text = outcome.text(format, number: 1)
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x2028 }, "\(text)")
      let commands = text.split(separator: "\n").filter { $0.drop { $0 == " " }.hasPrefix("::") }
      #expect(commands.count == (format == .github ? 1 : 0) && !text.contains("##["), "\(text)")
    }
    #expect(!JUnitReport.text([outcome]).contains("\u{1b}"))
  }

  @Test("`##[`, which GitHub takes for a command anywhere in a line, is broken up wherever it stands, in each format")
  func commandsWithinLines() {
    let command = "x ##[stop-commands]y"
    // GitHub's runner passes over what nobody sees.
    let hidden = "###\u{AD}[error]z"
    var outcome = Outcome(
      scenario: Scenario(file: command, name: command + hidden, steps: []), seconds: 1,
      failure: Failure(
        line: 7, message: command + "\n\u{200B} ::error::mine " + hidden, events: ["::error::mine", command],
        pictures: [command]))
    for failure in [outcome.failure, nil] {
      outcome.failure = failure
      for attempts in 1...2 {
        outcome.attempts = attempts
        for format in OutcomeFormat.allCases {
          let text = outcome.text(format, number: 1)
          #expect(!text.contains("##[") && !text.contains("##\u{AD}["), "\(text)")
          let starts = text.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "\u{200B}" } }
          let isCommand = format == .github && (failure != nil || attempts > 1)
          #expect(starts.count { $0.hasPrefix("::") } == (isCommand ? 1 : 0), "\(text)")
        }
      }
    }
    #expect(outcome.text(.people, number: 1).contains("x ## [stop-commands]y###\u{AD} [error]z"))
    let mistake = ScenarioError(file: command, line: 1, message: "no such key: " + command)
    #expect("\(mistake)" == "x ## [stop-commands]y:1: no such key: x ## [stop-commands]y")
  }

  @Test("The name and file of a scenario steer no terminal, end no property and are no directive of TAP")
  func hostileNames() {
    var outcome = Outcome(
      scenario: Scenario(file: "a',line=1::\n::b.yaml", name: "n\u{1b}[2J # TODO\n::error::,title=%\u{301}", steps: []),
      seconds: 1, failure: Failure(line: 7, message: "no"))
    for failure in [outcome.failure, nil] {
      outcome.failure = failure
      for format in OutcomeFormat.allCases {
        let text = outcome.text(format, number: 1)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 }, "\(text)")
        let lines = text.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("::") } == (format == .github && failure != nil ? 1 : 0), "\(text)")
        #expect(format != .tap || !lines[0].contains(" # "), "\(text)")
      }
    }
    outcome.failure = Failure(line: 7, message: "no")
    let command = outcome.text(.github, number: 1)
    #expect(command.hasPrefix("::error file=a'%2Cline=1%3A%3A\\u{A}%3A%3Ab.yaml,line=7,title=n\\u{1B}[2J # TODO"))
    #expect(command.contains("%3A%3Aerror%3A%3A%2Ctitle=%25\u{301}::no"))
    #expect(outcome.text(.tap, number: 1).contains("\n  at: 'a'',line="))
  }

  @Test("TAP counts, and carries the message as YAML; GitHub gets an annotation with its characters escaped")
  func lines() {
    #expect(Self.good.text(.tap, number: 3) == "ok 3 - A <life> & \"more\"")
    #expect(Self.bad.text(.tap, number: 4).hasPrefix("not ok 4 - A <life>"))
    #expect(Self.bad.text(.tap, number: 4).contains("\n  at: 'a.yaml:7'\n"))
    #expect(
      Self.bad.text(.github, number: 4).hasPrefix(
        "::error file=a.yaml,line=7,title=A <life> & \"more\"::expected 50%25%0A"))
  }

  @Test("One that goes well only when it is played again is told of as flaky, in each format")
  func flaky() {
    var outcome = Self.good
    outcome.attempts = 2
    #expect(outcome.isFlaky && !Self.good.isFlaky)
    #expect(outcome.text(.people, number: 1).hasPrefix("flaky   A <life>"))
    #expect(outcome.text(.tap, number: 1).hasPrefix("ok 1 - ") && outcome.text(.tap, number: 1).hasSuffix("(flaky)"))
    #expect(outcome.text(.github, number: 1).hasPrefix("::warning file=a.yaml,"))
    #expect(JUnitReport.text([outcome]).contains("<system-out>flaky: it went well at the 2. attempt</system-out>"))
  }

  @Test("The pictures of a failure are named")
  func pictures() {
    var outcome = Self.bad
    outcome.failure?.pictures = ["roost-failures/a-timeline.svg"]
    #expect(outcome.text(.people, number: 1).hasSuffix("see roost-failures/a-timeline.svg"))
    #expect(outcome.text(.tap, number: 1).contains("see roost-failures/a-timeline.svg"))
    #expect(JUnitReport.text([outcome]).contains("see roost-failures/a-timeline.svg"))
  }

  @Test("The JUnit report is XML, whatever the names and messages are")
  func junit() throws {
    let text = JUnitReport.text([Self.good, Self.bad])
    #expect(text.contains("tests=\"2\" failures=\"1\""))
    #expect(text.contains("A &lt;life&gt; &amp; &quot;more&quot;"))
    #expect(!text.contains("\u{1b}"))
  }
}
