// The problems of a refused configuration: all at once, each with its file, line and key.

/// The daemon does not start with a configuration it does not understand.
package nonisolated struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  package let problems: [Problem]
  /// The directory that the rest of the configuration names, or the default one; nil for one file alone.
  package var runtimeDirectory: String?

  package struct Problem: Equatable, Sendable, CustomStringConvertible {
    /// The file, or the option of the command line.
    let source: String
    /// From 1; nil where the whole source is meant.
    package let line: Int?
    /// Such as `deadlines.launch`; nil where the text could not be parsed.
    package let key: String?
    package let message: String
    /// Whether it may be gone at the next try, with nobody's help.
    package var mayPass = false

    package var description: String {
      [source, line.map(String.init), key.map { " \($0)" }].compactMap { $0 }.joined(separator: ":") + ": \(message)"
    }
  }

  package var mayPass: Bool { problems.allSatisfy(\.mayPass) }

  package var description: String { problems.map(\.description).joined(separator: "\n") }
}
