// A scenario in the making: the requests of clients as steps, and after each the doings of apps as expectations.
import ControlAPI

struct Recording {
  /// A step, and what came of it.
  private struct Step {
    let number: Int64
    var words: [String]
    /// Nil where no command does it.
    var isCommand: Bool
    var refusal: String?
    /// In the order in which the apps were first heard of.
    var apps: [String] = []
    var callbacks: [String: [String]] = [:]
    var states: [String: AppStatus.State] = [:]
    var exits: [String: String] = [:]
  }

  private let name: String
  private var steps: [Step] = []
  private var fingers = RecordedFingers()
  private var bundles: [String: String] = [:]

  init(name: String) { self.name = name }

  /// Those whose bundles are still to be asked for.
  var unlocatedApps: [String] {
    var apps: [String] = []
    for app in steps.flatMap(\.apps) where bundles[app] == nil && !apps.contains(app) { apps.append(app) }
    return apps
  }

  mutating func locate(_ app: String, bundle: String) { bundles[app] = bundle }

  /// A request is told of once more when it is refused.
  mutating func take(_ request: MonitorInterface.Request) {
    if let refused = request.refused {
      guard let place = steps.lastIndex(where: { $0.number == request.number }) else { return }
      steps[place].refusal = refused
      return
    }
    switch RecordedWords(request, &fingers) {
    case .command(let words): steps.append(Step(number: request.number, words: words, isCommand: true))
    case .unknown(let text): steps.append(Step(number: request.number, words: [text], isCommand: false))
    case .nothing: break
    }
  }

  mutating func take(_ event: MonitorEvent) {
    // The device as it was found is not of the scenario's making.
    guard !steps.isEmpty, let app = event.app else { return }
    let last = steps.count - 1
    switch event.kind {
    case .state(_, _, let to): steps[last].states[app] = to
    case .callback(_, let name, _, _): steps[last].callbacks[app, default: []].append(name)
    case .exit(let record): steps[last].exits[app] = record.code
    case .entering, .deadline, .device, .notice: return
    }
    if !steps[last].apps.contains(app) { steps[last].apps.append(app) }
  }

  var yaml: String {
    let apps = bundles.sorted { $0.key < $1.key }.map(\.value)
    var lines = ["# Made by roostctl record (roost-scenario(5)).", "name: \(Self.scalar(name))"]
    if !apps.isEmpty { lines.append("apps: [\(apps.map(Self.scalar).joined(separator: ", "))]") }
    let told = steps.flatMap(Self.lines)
    if (lines + told).contains(where: { $0.contains(Self.dollar) }) { lines.append("parameters: {dollar: \"$\"}") }
    lines.append(steps.contains(where: \.isCommand) ? "steps:" : "steps: []")
    return (lines + told).joined(separator: "\n") + "\n"
  }

  /// The dollar of a text that has `${` itself.
  private static let dollar = "${dollar}"

  private static func lines(_ step: Step) -> [String] {
    let command = scalar(step.words.map(word).joined(separator: " "))
    var lines: [String]
    if !step.isCommand {
      let text = step.words.joined(separator: " ").harmless
      lines = ["  # \(String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isUnreadable })))"]
    } else if step.refusal != nil {
      lines = ["  - refused: \(command)"]
    } else {
      lines = ["  - \(command)"]
    }
    for app in step.apps {
      var members = ["app: \(scalar(app))"]
      if let state = step.states[app] { members.append("state: \(state.rawValue)") }
      if let callbacks = step.callbacks[app] {
        members.append("callbacks: [\(callbacks.map(scalar).joined(separator: ", "))]")
      }
      if let exit = step.exits[app] { members.append("exit: \"\(exit)\"") }
      if members.count > 1 { lines.append("  - expect: {\(members.joined(separator: ", "))}") }
    }
    return lines
  }

  /// As a shell reads it, and the player's words: by scalars, since a quote may be one `Character` with the mark behind it.
  private static func word(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0 != "'" && $0 != "\"" && $0 != "\\" }
    guard !isPlain else { return text }
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { quoted += "'\\''" } else { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "'"
  }

  /// As many escapes in a row the player reads (ScenarioBounds). The next character that nobody sees, and YAML has, stands as it is.
  private static let mostEscapes = 30

  /// As YAML reads it: quoted where it may not stand as it is.
  private static func scalar(_ text: String) -> String {
    let isPlain =
      text.first?.isLetter == true
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || " ./_=,-0123456789".contains(Character($0)))
      }
    guard !isPlain || text.contains(",") else { return text }
    var quoted = ""
    var before: Unicode.Scalar?
    var escapes = 0
    for scalar in text.unicodeScalars {
      // A reader would look for a parameter.
      if before == "$", scalar == "{" {
        quoted.unicodeScalars.removeLast()
        quoted += dollar
      }
      before = scalar
      let isUnseen = scalar.properties.generalCategory == .format && escapes < mostEscapes
      if scalar != "\n", isUnseen || scalar.isUnreadable {
        escapes += 1
        quoted += "\\U" + String(repeating: "0", count: 8 - String(scalar.value, radix: 16).count)
        quoted += String(scalar.value, radix: 16)
        continue
      }
      escapes = 0
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "\"\(quoted)\""
  }
}

extension Unicode.Scalar {
  /// Whether YAML has no such character, or takes it for the end of a line: U+0085, U+2028 and U+2029.
  fileprivate var isUnreadable: Bool {
    let category = properties.generalCategory
    return category == .control || category == .lineSeparator || category == .paragraphSeparator
      || [0xFEFF, 0xFFFE, 0xFFFF].contains(value)
  }
}
