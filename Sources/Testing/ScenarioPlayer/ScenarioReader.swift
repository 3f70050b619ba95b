// Reads a scenario from YAML; each mistake has its line.
import ControlAPI
import Yams

public struct ScenarioReader {
  private let file: String
  /// Of the command line; they win over those of the file.
  private let given: [String: String]
  private var parameters: [String: String] = [:]
  private let replaced = Replaced()

  /// The texts that parameters have stood for so far.
  private final class Replaced {
    var bytes = 0
  }

  /// - Throws: ``ScenarioError``.
  public static func read(
    _ text: String, file: String, parameters: [String: String] = [:]
  ) throws(ScenarioError) -> Scenario {
    var reader = ScenarioReader(file: file, given: parameters)
    return try reader.scenario(of: text)
  }

  private init(file: String, given: [String: String]) { (self.file, self.given) = (file, given) }

  /// The one of the file, for files that a command reads.
  private var folder: String {
    file.lastIndex(of: "/").map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
  }

  private func mistake(_ node: Node?, _ message: String) -> ScenarioError {
    ScenarioError(file: file, line: node?.mark?.line ?? 1, message: message)
  }

  private mutating func scenario(of text: String) throws(ScenarioError) -> Scenario {
    if let bound = ScenarioBounds.broken(by: text) { throw mistake(nil, bound) }
    let root: Node
    do {
      guard let node = try Yams.compose(yaml: text) else {
        throw mistake(nil, "the file is empty; begin with `steps:`")
      }
      root = node
    } catch let error as ScenarioError {
      throw error
    } catch let error as YamlError {
      throw ScenarioError(file: file, line: error.line, message: "not valid YAML: \(error.problem)")
    } catch {
      throw mistake(nil, "\(error)")
    }
    guard case .mapping(let members) = root else { throw mistake(root, "a scenario is a mapping with `steps:`") }
    parameters = ["folder": folder]
    parameters.merge(try strings(members["parameters"])) { $1 }
    parameters.merge(given) { $1 }
    var scenario = Scenario(file: file, name: file.split(separator: "/").last.map(String.init) ?? file)
    for (key, value) in members {
      switch key.string ?? "" {
      case "name": scenario.name = try string(value)
      case "apps": scenario.apps = try list(value)
      case "configuration": scenario.configuration = try string(value)
      case "time": scenario.time = try word(value)
      case "tags": scenario.tags = try list(value)
      case "parameters": break
      case "before": scenario.before = try steps(value)
      case "steps": scenario.steps = try steps(value)
      case "after": scenario.after = try steps(value)
      case let other:
        throw mistake(
          key,
          "no such key: \(other); there are name, apps, configuration, time, tags, parameters, before, steps, after")
      }
    }
    guard !scenario.steps.isEmpty else { throw mistake(root, "there are no steps") }
    return scenario
  }

  private func steps(_ node: Node) throws(ScenarioError) -> [Step] {
    guard case .sequence(let nodes) = node else { throw mistake(node, "steps are a list") }
    var steps: [Step] = []
    for node in nodes { steps.append(Step(line: node.mark?.line ?? 1, kind: try kind(of: node))) }
    return steps
  }

  private func kind(of node: Node) throws(ScenarioError) -> Step.Kind {
    switch node {
    case .scalar: return .command(try command(node))
    case .mapping(let members):
      if let value = members["expect"] { return .expect(try expectation(value)) }
      if let value = members["daemon"] { return .daemon(try word(value)) }
      if let value = members["refused"] {
        return .refused(try command(value), says: try members["says"].map(string) ?? "")
      }
      throw mistake(node, "a step is a command of roostctl, or one of expect, refused and daemon")
    case .sequence, .alias: throw mistake(node, "a step is a command of roostctl, or one of expect, refused and daemon")
    }
  }

  private func command(_ node: Node) throws(ScenarioError) -> [String] {
    let text = try string(node)
    guard let words = ShellWords.split(text) else { throw mistake(node, "a quote is not closed: \(text)") }
    guard !words.isEmpty else { throw mistake(node, "the command is empty") }
    return words
  }

  private func expectation(_ node: Node) throws(ScenarioError) -> Expectation {
    guard case .mapping(let members) = node, let app = members["app"] else {
      throw mistake(node, "an expectation names its app: `expect: {app: com.example.notes, state: active}`")
    }
    var expectation = Expectation(app: try string(app))
    for (key, value) in members {
      switch key.string ?? "" {
      case "app": break
      case "state": expectation.state = try word(value)
      case "callbacks": expectation.callbacks = try list(value)
      case "exit": expectation.exit = try string(value)
      case "notifications": expectation.notifications = try list(value)
      case "screen": expectation.screen = try list(value)
      case "picture": expectation.picture = try picture(value)
      case let other:
        throw mistake(
          key, "no such expectation: \(other); there are state, callbacks, exit, notifications, screen, picture")
      }
    }
    guard members.count > 1 else { throw mistake(node, "nothing is expected of \(expectation.app)") }
    return expectation
  }

  private func picture(_ node: Node) throws(ScenarioError) -> Expectation.Picture {
    let file = try string(node.mapping?["file"] ?? node)
    guard file.hasSuffix(".svg") else {
      throw mistake(node, "a picture is kept as apps draw it, in a file whose name ends in .svg, and not \(file)")
    }
    var picture = Expectation.Picture(file: file)
    guard case .mapping(let members) = node else { return picture }
    for (key, value) in members {
      switch key.string ?? "" {
      case "file": break
      case "tolerance":
        guard let points = Double(try string(value)), points.isFinite, points >= 0 else {
          throw mistake(value, "a tolerance is a number of points, such as 0.5")
        }
        picture.tolerance = points
      case let other: throw mistake(key, "no such key of a picture: \(other); there are file and tolerance")
      }
    }
    return picture
  }

  // MARK: Values

  /// A scalar, with `${NAME}` replaced.
  private func string(_ node: Node) throws(ScenarioError) -> String {
    guard case .scalar(let scalar) = node else { throw mistake(node, "a text is wanted here") }
    var text = ""
    // By scalars, as they are recorded: a dollar and a mark before it may be one `Character`.
    var rest = scalar.string.unicodeScalars[...]
    while let start = rest.firstRange(of: "${".unicodeScalars) {
      guard let end = rest[start.upperBound...].firstIndex(of: "}") else { break }
      let name = String(rest[start.upperBound..<end])
      guard let value = parameters[name] else {
        throw mistake(node, "no such parameter: \(name); set it under `parameters:`, or with --set \(name)=VALUE")
      }
      replaced.bytes += value.utf8.count
      guard replaced.bytes <= ScenarioBounds.mostReplaced else {
        throw mistake(
          node,
          "the parameters of the scenario stand for more than \(ScenarioBounds.mostReplaced >> 20) MiB, here with \(name); "
            + "name them less often, or write several scenarios")
      }
      text.unicodeScalars += rest[..<start.lowerBound]
      text += value
      rest = rest[rest.index(after: end)...]
    }
    text.unicodeScalars += rest
    return text
  }

  private func list(_ node: Node) throws(ScenarioError) -> [String] {
    guard case .sequence(let nodes) = node else { return [try string(node)] }
    var list: [String] = []
    for node in nodes { list.append(try string(node)) }
    return list
  }

  private func strings(_ node: Node?) throws(ScenarioError) -> [String: String] {
    guard let node else { return [:] }
    guard case .mapping(let members) = node else { throw mistake(node, "parameters are a mapping") }
    var strings: [String: String] = [:]
    for (key, value) in members {
      guard case .scalar(let scalar) = value else { throw mistake(value, "a text is wanted here") }
      strings[key.string ?? ""] = scalar.string
    }
    return strings
  }

  private func word<Word: RawRepresentable & CaseIterable>(
    _ node: Node
  ) throws(ScenarioError) -> Word where Word.RawValue == String {
    let text = try string(node)
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw mistake(node, "\(text) is none of \(known)")
    }
    return word
  }
}

extension YamlError {
  fileprivate var line: Int {
    switch self {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark.line
    case .no, .memory, .reader, .writer, .emitter, .representer, .dataCouldNotBeDecoded, .duplicatedKeysInMapping: 1
    }
  }

  fileprivate var problem: String {
    switch self {
    case .scanner(_, let problem, _, _), .parser(_, let problem, _, _), .composer(_, let problem, _, _): problem
    case .no, .memory, .reader, .writer, .emitter, .representer, .dataCouldNotBeDecoded, .duplicatedKeysInMapping:
      "\(self)"
    }
  }
}
