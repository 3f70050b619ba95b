// The output of --json.
import FoundationEssentials

enum JSONOutput {
  /// One document on one line, members in a fixed order.
  static func say(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    Terminal.say(TerminalText(exactly: String(decoding: try encoder.encode(value), as: UTF8.self)))
  }
}
