// The output of --json.
import FoundationEssentials

enum JSONOutput {
  /// One document on one line, members in a fixed order.
  static func say(_ value: some Encodable) throws { Terminal.say(try text(value)) }

  /// The same, for those who say several at once.
  static func text(_ value: some Encodable) throws -> TerminalText {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return TerminalText(exactly: String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
