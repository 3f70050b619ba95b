// The problems of a refused configuration: all at once, each with its file, line and key.

/// The daemon does not start with a configuration it does not understand.
public nonisolated struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  public let problems: [Problem]

  public struct Problem: Equatable, Sendable, CustomStringConvertible {
    /// The file, or the option of the command line.
    public let source: String
    /// From 1; nil where the whole source is meant.
    public let line: Int?
    /// Such as `deadlines.launch`; nil where the text could not be parsed.
    public let key: String?
    public let message: String

    public var description: String {
      [source, line.map(String.init), key.map { " \($0)" }].compactMap { $0 }.joined(separator: ":") + ": \(message)"
    }
  }

  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
