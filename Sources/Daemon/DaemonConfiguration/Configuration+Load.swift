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
    var configuration = Configuration(in: surroundings)
    let main = file ?? surroundings.configurationFile
    var sources: [ConfigurationSource] = []
    var problems: [ConfigurationError.Problem] = []
    for path in [main] + dropIns(beside: main, &problems) {
      do {
        sources.append(try ConfigurationSource(path: path, text: SmallFile.read(path, limit: sizeLimit)))
      } catch let error as ConfigurationError {
        problems += error.problems
      } catch SmallFile.ReadError.missing where path == main && file == nil {
        continue
      } catch {
        problems.append(.init(source: path, line: nil, key: nil, message: "unable to read it: \(error); \(readable)"))
      }
    }
    problems += configuration.apply(sources)
    problems += configuration.apply(overrides)
    guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
    return configuration
  }

  private static nonisolated var sizeLimit: Int { 1 << 20 }

  private static nonisolated var readable: String { "check that roostd may read it, and its disk" }

  /// None where there is no such folder; one that cannot be read may hold what no default may stand in for.
  private nonisolated static func dropIns(
    beside file: String, _ problems: inout [ConfigurationError.Problem]
  ) -> [String] {
    let path = FilePath(file).removingLastComponent().appending("roostd.conf.d")
    do throws(Errno) {
      let names = try Folder.names(in: path.string).filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
      return names.map { path.appending($0).string }.sorted()
    } catch {
      if error != .noSuchFileOrDirectory, error != .notDirectory {
        let message = "unable to read the folder: \(error); \(readable)"
        problems.append(.init(source: path.string, line: nil, key: nil, message: message))
      }
      return []
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
