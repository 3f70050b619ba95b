// One configuration file: its values as TOMLKit reads them, and the lines they stand on, which TOMLKit does not tell.
import TOMLKit

nonisolated struct ConfigurationSource {
  private let path: String
  /// Of everything that stands at the top of the file.
  private let names: [String]
  /// Looked up once each: TOMLKit copies a section for whoever asks for it, and frees nothing.
  private let sections: [String: TOMLTable]
  private let lines: TOMLLines

  /// Throws when `text` is no TOML.
  init(path: String, text bytes: [UInt8]) throws(ConfigurationError) {
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
      throw Self.error(path, nil, "the file is not UTF-8 text; save it as UTF-8")
    }
    let table: TOMLTable
    do {
      try TOMLAssertions.check(bytes)
      table = try TOMLTable(string: text)
    } catch let mistake as TOMLAssertions.Mistake {
      throw Self.error(path, mistake.line, "not valid TOML: \(mistake.problem)")
    } catch let error as TOMLParseError {
      throw Self.error(path, error.source.begin.line, "not valid TOML: \(error.description)")
    } catch {
      throw Self.error(path, nil, "not valid TOML: \(error)")
    }
    self.path = path
    names = table.keys
    var sections: [String: TOMLTable] = [:]
    for name in names { sections[name] = table[name]?.table }
    self.sections = sections
    lines = TOMLLines(text)
  }

  private static func error(_ path: String, _ line: Int?, _ message: String) -> ConfigurationError {
    ConfigurationError(problems: [.init(source: path, line: line, key: nil, message: message)])
  }

  /// Sets what the file has of `settings`; a problem for each value that is not right.
  func apply(_ settings: [Setting], to configuration: inout Configuration) -> [ConfigurationError.Problem] {
    var problems: [ConfigurationError.Problem] = []
    for setting in settings {
      guard let value = sections[setting.section]?[setting.key] else { continue }
      do {
        try setting.set(&configuration, value.tomlValue)
      } catch {
        problems.append(problem([setting.section, setting.key], error.message))
      }
    }
    return problems
  }

  /// A problem with a value that is right in itself; nil when the file has no such key.
  func problem(of section: String, _ key: String, _ message: String) -> ConfigurationError.Problem? {
    sections[section]?[key] == nil ? nil : problem([section, key], message)
  }

  /// A problem for each section and key that nobody reads.
  func unknownKeys(known: [String: [String]]) -> [ConfigurationError.Problem] {
    var problems: [ConfigurationError.Problem] = []
    for section in names {
      guard let keys = known[section] else {
        problems.append(problem([section], "no such section; \(advice(section, among: known.keys.sorted()))"))
        continue
      }
      guard let inner = sections[section] else {
        problems.append(problem([section], "this is a section, not a key; begin it with a line [\(section)]"))
        continue
      }
      for key in inner.keys where !keys.contains(key) {
        problems.append(problem([section, key], "no such key; \(advice(key, among: keys))"))
      }
    }
    return problems
  }

  private func advice(_ word: String, among known: [String]) -> String {
    if let nearest = nearest(to: word, among: known) { return "did you mean \(nearest)?" }
    return "the known ones are " + known.joined(separator: ", ")
  }

  private func problem(_ key: [String], _ message: String) -> ConfigurationError.Problem {
    .init(source: path, line: lines.line(of: key), key: key.joined(separator: "."), message: message)
  }
}
