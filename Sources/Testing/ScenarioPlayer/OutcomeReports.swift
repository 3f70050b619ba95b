// Outcomes as people, TAP readers, JUnit readers and GitHub read them.
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
      return "\(word)\(scenario.name)  (\(scenario.steps.count) steps, \(time)\(played))"
    }
    let events = failure.events.isEmpty ? [] : ["        before it:"] + failure.events.map { "          \($0)" }
    return
      (["FAILED  \(scenario.name)", "        \(scenario.file):\(failure.line): \(failure.message)"] + events
      + failure.pictures.map { "        see \($0)" })
      .joined(separator: "\n")
  }

  private func tap(_ number: Int) -> String {
    guard let failure else { return "ok \(number) - \(scenario.name)" + (isFlaky ? " (flaky)" : "") }
    let lines = failure.message.split(separator: "\n").map(String.init) + failure.pictures.map { "see \($0)" }
    let message = lines.map { "    \($0)" }.joined(separator: "\n")
    return """
      not ok \(number) - \(scenario.name)
        ---
        at: '\(scenario.file):\(failure.line)'
        message: |
      \(message)
        ...
      """
  }

  /// A workflow command, in which these characters have a meaning.
  private var github: String {
    guard let failure else {
      guard isFlaky else { return "ok \(scenario.name)" }
      return "::warning file=\(scenario.file),title=\(scenario.name)::flaky: it went well at the \(attempts). attempt"
    }
    let message = failure.message.replacingOccurrences(of: "%", with: "%25")
      .replacingOccurrences(of: "\r", with: "%0D").replacingOccurrences(of: "\n", with: "%0A")
    return "::error file=\(scenario.file),line=\(failure.line),title=\(scenario.name)::\(message)"
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
      case _ where scalar.value < 0x20 || scalar.value == 0x7f: escaped += "\u{fffd}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
