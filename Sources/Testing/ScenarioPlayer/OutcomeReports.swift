// Outcomes as people, TAP readers, JUnit readers and GitHub read them.
import ControlAPI
import Foundation

public enum OutcomeFormat: String, CaseIterable, Sendable { case people, tap, github }

extension Outcome {
  /// Its lines in a format that shows one after the other; `number` counts from 1.
  public func text(_ format: OutcomeFormat, number: Int) -> String {
    switch format {
    case .people: people
    case .tap: tap(number)
    case .github: github
    }
  }

  private var time: String { String(format: "%.2f s", seconds) }

  private var people: String {
    guard let failure else {
      let word = isFlaky ? "flaky   " : "ok      "
      let played = isFlaky ? ", went well at the \(attempts). attempt" : ""
      return "\(word)\(scenario.name.reported)  (\(scenario.steps.count) steps, \(time)\(played))"
    }
    let events =
      failure.events.isEmpty ? [] : ["        before it:"] + failure.events.map { "          \($0.reportedLine)" }
    let message = failure.lines.joined(separator: "\n")
    let file = scenario.file.reportedLine
    return
      (["FAILED  \(scenario.name.reported)", "        \(file):\(failure.line): \(message)"] + events
      + failure.pictures.map { "        see \($0.reported)" })
      .joined(separator: "\n")
  }

  private func tap(_ number: Int) -> String {
    // Behind a # TAP has directives, such as one by which a failure does not count.
    let name = scenario.name.reported.escaping(["\\": "\\\\", "#": "\\#"])
    guard let failure else { return "ok \(number) - \(name)" + (isFlaky ? " (flaky)" : "") }
    let lines = failure.lines + failure.pictures.map { "see \($0.reported)" }
    let message = lines.map { "    \($0)" }.joined(separator: "\n")
    return """
      not ok \(number) - \(name)
        ---
        at: '\(scenario.file.reported.escaping(["'": "''"])):\(failure.line)'
        message: |
      \(message)
        ...
      """
  }

  /// A workflow command, in which some characters have a meaning.
  private var github: String {
    let (file, name) = (scenario.file.reported.escaping(Self.property), scenario.name.reported.escaping(Self.property))
    guard let failure else {
      guard isFlaky else { return "ok \(scenario.name.reported)" }
      return "::warning file=\(file),title=\(name)::flaky: it went well at the \(attempts). attempt"
    }
    let message = failure.lines.map { $0.escaping(["%": "%25"]) }.joined(separator: "%0A")
    return "::error file=\(file),line=\(failure.line),title=\(name)::\(message)"
  }

  /// The characters that end a property of a workflow command.
  private static let property: [Unicode.Scalar: String] = ["%": "%25", ":": "%3A", ",": "%2C"]
}

extension String {
  /// Scalar by scalar: a mark that combines with one of them hides it from Swift's characters, and from no program that
  /// reads the line.
  fileprivate func escaping(_ escapes: [Unicode.Scalar: String]) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let escape = escapes[scalar] { text += escape } else { text.unicodeScalars.append(scalar) }
    }
  }
}

extension Failure {
  /// Of the message, in which texts of apps stand.
  fileprivate var lines: [String] {
    message.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).reportedLine }
  }
}

extension String {
  /// A text of an app or a scenario that steers no terminal, and is no command to GitHub, whose runner takes one from `##[`
  /// anywhere in a line. It compares as people read, past characters that nobody sees; so none counts that is not ASCII.
  var reported: String {
    var marks = 0
    return harmless.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "[", marks > 1 { text += " " }
      if scalar == "#" { marks += 1 } else if scalar.isASCII { marks = 0 }
      text.unicodeScalars.append(scalar)
    }
  }

  /// The same at the beginning of a line, where `::` behind blanks is a command to GitHub as well.
  fileprivate var reportedLine: String {
    let start = unicodeScalars.filter { $0.isASCII }.drop { $0.properties.isWhitespace }
    return (start.starts(with: "::".unicodeScalars) ? "| " : "") + reported
  }
}

/// The report that build servers read.
public enum JUnitReport {
  public static func text(_ outcomes: [Outcome]) -> String {
    let cases = outcomes.map { outcome in
      let head =
        "    <testcase classname=\(quoted(outcome.scenario.file)) name=\(quoted(outcome.scenario.name)) "
        + "time=\"\(String(format: "%.3f", outcome.seconds))\""
      guard let failure = outcome.failure else {
        return head
          + (outcome.isFlaky
            ? "><system-out>flaky: it went well at the \(outcome.attempts). attempt</system-out></testcase>" : "/>")
      }
      let events = (failure.events + failure.pictures.map { "see \($0)" }).joined(separator: "\n")
      return head + ">\n      <failure message=\(quoted("line \(failure.line): \(failure.message)"))>"
        + escaped(events) + "</failure>\n    </testcase>"
    }
    let failed = outcomes.count { $0.failure != nil }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite name="roostctl run" tests="\(outcomes.count)" failures="\(failed)">
      \(cases.joined(separator: "\n"))
        </testsuite>
      </testsuites>

      """
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// XML 1.0 has no way to say most control characters.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t": escaped += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f || 0xfffe...0xffff ~= scalar.value:
        escaped += "\u{fffd}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
