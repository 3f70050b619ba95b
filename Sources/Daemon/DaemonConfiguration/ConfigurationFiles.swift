// The configuration's files, which somebody may have read again and again: they are parsed where one of them has changed.
import Synchronization

/// TOMLKit frees nothing of what it has parsed, and the daemon's memory is locked: a client that asks for one reload after
/// the other would have it grow without end. So texts that are the same as last time have the outcome of last time, and a
/// reading costs memory for good only where somebody has changed a file.
package nonisolated final class ConfigurationFiles: Sendable {
  typealias Parser = @Sendable (ConfigurationTexts) throws(ConfigurationError) -> Configuration

  private struct Reading {
    let texts: ConfigurationTexts
    let outcome: Result<Configuration, ConfigurationError>
  }

  private let file: String?
  private let surroundings: Configuration.Surroundings
  private let parse: Parser
  private let last = Mutex<Reading?>(nil)

  /// - Parameter file: nil for the default one.
  package convenience init(_ file: String?, overriding overrides: Configuration.Overrides) {
    let surroundings = Configuration.Surroundings.current
    self.init(file, in: surroundings) { texts throws(ConfigurationError) in
      try Configuration(texts, overriding: overrides, in: surroundings)
    }
  }

  init(_ file: String?, in surroundings: Configuration.Surroundings, parse: @escaping Parser) {
    self.file = file
    self.surroundings = surroundings
    self.parse = parse
  }

  /// Reads all of them, and checks what they say. On any thread.
  package func read() throws(ConfigurationError) -> Configuration {
    // Not under the lock: a disk may keep one thread waiting.
    let texts = ConfigurationTexts(of: file, in: surroundings)
    let outcome: Result<Configuration, ConfigurationError> = last.withLock { last in
      if let known = last, known.texts == texts { return known.outcome }
      let outcome: Result<Configuration, ConfigurationError>
      do throws(ConfigurationError) { outcome = .success(try parse(texts)) } catch { outcome = .failure(error) }
      last = Reading(texts: texts, outcome: outcome)
      return outcome
    }
    return try outcome.get()
  }
}
