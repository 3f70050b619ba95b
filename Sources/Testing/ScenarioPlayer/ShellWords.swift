// Splits a command as a shell would, without running anything.

/// It goes by Unicode scalars: a quote and a mark that combines with it are one `Character`, which is no quote, and a recorded text that
/// begins with such a mark would be split into options.
enum ShellWords {
  /// Nil for a quote that is not closed, or a backslash at the end.
  static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        word = word ?? ""
        word?.unicodeScalars.append(scalar)
        isEscaped = false
      } else if scalar == "\\", quote != "'" {
        isEscaped = true
      } else if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        quote = scalar
        word = word ?? ""
      } else if quote == nil, scalar.properties.isWhitespace {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = word ?? ""
        word?.unicodeScalars.append(scalar)
      }
    }
    guard quote == nil, !isEscaped else { return nil }
    if let word { words.append(word) }
    return words
  }
}
