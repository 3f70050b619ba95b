// The findings of a step whose expectation is not met, in words, with the reason where there is one.
import ControlAPI

enum Findings {
  /// The state of an app; of one that does not run the reason, since that is what has to be mended.
  static func whereabouts(of app: String, _ state: AppStatus.State, lastEnd: ExitRecord?) -> String {
    guard state == .notRunning else { return "it is \(state.rawValue)" }
    return "it is notRunning: \(lastEnd?.text ?? "no step has launched it; add `launch \(app)` before this one")"
  }

  /// The words in which an expectation of an end is looked for.
  static func text(of end: ExitRecord) -> String { [end.text, end.code].compactMap { $0 }.joined(separator: " ") }

  static func list(_ texts: [String]) -> String {
    texts.isEmpty ? "nothing" : texts.map { "“\($0)”" }.joined(separator: ", ")
  }

  static func callbacks(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
}
