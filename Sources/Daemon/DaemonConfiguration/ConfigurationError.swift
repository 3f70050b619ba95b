// The problems of a refused configuration: all at once, each with its file, line and key.

/// The daemon does not start with a configuration it does not understand.
package nonisolated struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  package let problems: [Problem]

  package struct Problem: Equatable, Sendable, CustomStringConvertible {
    /// The file, or the option of the command line.
    let source: String
    /// From 1; nil where the whole source is meant.
    package let line: Int?
    /// Such as `deadlines.launch`; nil where the text could not be parsed.
    package let key: String?
    package let message: String

    package var description: String {
      [source, line.map(String.init), key.map { " \($0)" }].compactMap { $0 }.joined(separator: ":") + ": \(message)"
    }
  }

  package var description: String { problems.map(\.description).joined(separator: "\n") }
}
