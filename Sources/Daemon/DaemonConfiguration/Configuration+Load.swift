// Reading the configuration: the built-in defaults, roostd.toml, roostd.conf.d/*.toml in name order, the command line.
import Linux
import Logging
import Settings
import SystemPackage
import TOMLKit

extension Configuration {
  /// Reads `file`, or the default one if that exists, with the drop-ins beside it, and checks all of it.
  package nonisolated static func load(
    file: String? = nil, overriding overrides: Overrides = Overrides(), in surroundings: Surroundings = .current
  ) throws(ConfigurationError) -> Configuration {
    try Configuration(ConfigurationTexts(of: file, in: surroundings), overriding: overrides, in: surroundings)
  }

  /// As `texts` have it, all of them checked.
  nonisolated init(
    _ texts: ConfigurationTexts, overriding overrides: Overrides, in surroundings: Surroundings
  ) throws(ConfigurationError) {
    self.init(in: surroundings)
    var sources: [ConfigurationSource] = []
    var problems = texts.problems
    for file in texts.files {
      do throws(ConfigurationError) {
        sources.append(try ConfigurationSource(path: file.path, text: file.bytes))
      } catch {
        problems += error.problems
      }
    }
    problems += apply(sources)
    problems += apply(overrides)
    guard problems.isEmpty else {
      throw ConfigurationError(problems: problems, runtimeDirectory: runtimeDirectory)
    }
  }

  /// Later sources win.
  private nonisolated mutating func apply(_ sources: [ConfigurationSource]) -> [ConfigurationError.Problem] {
    var problems = sources.flatMap { $0.unknownKeys(known: Setting.keys) }
    for source in sources { problems += source.apply([.profile], to: &self) }
    for source in sources { problems += source.apply(Setting.others, to: &self) }
    for (key, message) in push.contradictions {
      problems += sources.reversed().lazy.compactMap { $0.problem(of: "push", key, message) }.prefix(1)
    }
    return problems
  }

  private nonisolated mutating func apply(_ overrides: Overrides) -> [ConfigurationError.Problem] {
    var problems: [ConfigurationError.Problem] = []
    func take<Value>(_ option: String, _ text: String?, _ kind: Kind<Value>, into member: inout Value) {
      guard let text else { return }
      do {
        member = try kind.read(text.tomlValue)
      } catch {
        problems.append(.init(source: option, line: nil, key: nil, message: error.message))
      }
    }
    take("--runtime-dir", overrides.runtimeDirectory.map(absolute), Values.path, into: &runtimeDirectory)
    take("--state-dir", overrides.stateDirectory.map(absolute), Values.path, into: &stateDirectory)
    if let directories = overrides.appDirectories { appDirectories = directories.map(absolute) }
    virtualTime = overrides.virtualTime
    take("--log-level", overrides.logLevel, Values.level, into: &logLevel)
    return problems
  }

  /// A path that a user types is relative to the user's folder; a path in a file is not.
  private nonisolated func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = try? Sys.workingFolder() else { return path }
    return FilePath(here).pushing(FilePath(path)).lexicallyNormalized().string
  }
}
