// A JSON value that is kept as the text it is written as.

/// To take such a value apart, and to put it together again for the next message, takes a tenth of a microsecond for each byte: the
/// activities of 64 scenes, two megabytes, held the daemon for 0.3 s at each launch of their app.
public struct WrittenJSON: Hashable, Sendable {
  /// On one line.
  public let text: String

  public init(_ value: JSON) { text = value.text }

  /// - Parameter text: that of an earlier ``JSON/text``. Of a text with control characters, which would end the line or steer,
  ///   a JSON string is made.
  public init(written text: String) {
    self.text = text.utf8.contains { $0 < 0x20 } ? JSON.string(text).text : text
  }

  /// A string where the text is no JSON.
  public var value: JSON { (try? JSON(parsing: text)) ?? .string(text) }
}
