// A JSON value that is kept as the text it is written as.

/// To take such a value apart, and to put it together again for the next message, takes a tenth of a microsecond for each byte: the
/// activities of 64 scenes, two megabytes, held the daemon for 0.3 s at each launch of their app.
public struct WrittenJSON: Sendable {
  enum Form: Sendable {
    case text(String)
    /// Nobody has written it yet, and a reader who takes it apart at once needs no text of it.
    case value(JSON)
  }

  let form: Form

  public init(_ value: JSON) { form = .value(value) }

  /// - Parameter text: that of an earlier ``JSON/text``. Of a text with control characters, which would end the line or steer,
  ///   a JSON string is made.
  public init(written text: String) {
    form = .text(text.isEmpty || text.utf8.contains { $0 < 0x20 } ? JSON.string(text).text : text)
  }

  /// The object that `write` puts together.
  package static func object(_ write: (inout ObjectWriter) -> Void) -> WrittenJSON {
    WrittenJSON(form: .text(ObjectWriter.text(write)))
  }

  /// As ``WireEncoder`` writes it.
  /// - Throws: what that does.
  package init(encoding value: some Encodable) throws {
    form = .text(String(decoding: try WireEncoder.encode(value), as: UTF8.self))
  }

  private init(form: Form) { self.form = form }

  /// An object of such values.
  public init(members: [String: WrittenJSON]) { form = .text(ObjectWriter.text(of: members)) }

  /// On one line.
  public var text: String {
    switch form {
    case .text(let text): text
    case .value(let value): value.text
    }
  }

  /// A string where the text is no JSON.
  public var value: JSON {
    switch form {
    case .text(let text): (try? JSON(parsing: text)) ?? .string(text)
    case .value(let value): value
    }
  }
}

extension WrittenJSON: Hashable {
  public static func == (left: WrittenJSON, right: WrittenJSON) -> Bool { left.text == right.text }
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension WrittenJSON: Decodable {
  /// - Throws: as `JSON` does.
  public init(from decoder: any Decoder) throws { self.init(try JSON(from: decoder)) }
}

extension WrittenJSON: ExpressibleByNilLiteral, ExpressibleByDictionaryLiteral {
  public init(nilLiteral: ()) { self.init(.null) }
  public init(dictionaryLiteral elements: (String, JSON)...) { self.init(.object(JSONObject(elements))) }
}
