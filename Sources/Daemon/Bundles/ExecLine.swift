// The command line of a desktop entry: quoting and field codes (Desktop Entry Specification, "The Exec key").

/// The words of an `Exec`, the field codes among them not replaced.
nonisolated struct ExecLine {
  struct Word: Equatable {
    var text = ""
    /// Field codes are not to be used in it.
    var isQuoted = false
  }

  let words: [Word]

  /// - Parameter text: the value with its general escapes resolved.
  init(_ text: String) throws(DesktopEntry.Mistake) {
    var words: [Word] = []
    var word: Word?
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case " ", "\t", "\n":
        if let done = word { words.append(done) }
        word = nil
      case "\"":
        guard word == nil else { throw Self.mistake("has a quote in the middle of an argument; quote all of it") }
        words.append(try Self.quoted(&rest))
        guard rest.first.map({ $0 == " " || $0 == "\t" || $0 == "\n" }) ?? true else {
          throw Self.mistake("has a quote in the middle of an argument; quote all of it")
        }
      case _ where Self.reserved.contains(character):
        throw Self.mistake("has a reserved \(character) outside double quotes; quote the argument")
      default:
        word = word ?? Word()
        word?.text.append(character)
      }
    }
    if let word { words.append(word) }
    guard !words.isEmpty else { throw Self.mistake("names no program") }
    self.words = words
  }

  private static let reserved = Set("'\\><~|&;$*?#()`")

  private static func quoted(_ rest: inout Substring) throws(DesktopEntry.Mistake) -> Word {
    var word = Word(isQuoted: true)
    while let character = rest.popFirst() {
      switch character {
      case "\"": return word
      case "\\":
        guard let next = rest.popFirst(), "\"`$\\".contains(next) else {
          throw mistake("has an invalid escape: a backslash inside quotes may only escape \" ` $ \\")
        }
        word.text.append(next)
      case "$", "`": throw mistake("has an unescaped \(character) in quotes; put a backslash before it")
      default: word.text.append(character)
      }
    }
    throw mistake("has a double quote that is not closed")
  }

  private static func mistake(_ why: String) -> DesktopEntry.Mistake { DesktopEntry.Mistake(key: "Exec", why: why) }

  /// The values of the field codes, but for those of a URL or file to open.
  struct Fields {
    var name = ""
    var icon: String?
    var path = ""
  }

  /// Bytes of all arguments: the kernel takes some more of them, of which each may be as long as an eighth of it (execve(2)).
  private static let longest = 1 << 20

  /// The arguments, the program's name first among them.
  func arguments(_ fields: Fields) throws(DesktopEntry.Mistake) -> [ProgramArgument] {
    var arguments: [ProgramArgument] = []
    // A field code of two characters may stand for a name of any length.
    var left = Self.longest
    for word in words {
      switch word.text {
      case "%i":
        guard let icon = fields.icon else { break }
        try Self.take(icon, &left)
        arguments += [.text("--icon"), .text(icon)]
      // The specification took these out: they stand for nothing.
      case "%d", "%D", "%n", "%N", "%v", "%m": break
      default: arguments.append(try Self.argument(word, fields, &left))
      }
    }
    guard arguments.filter(\.isOpened).count <= 1 else { throw Self.mistake("has more than one of %f, %F, %u and %U") }
    return arguments
  }

  private static func take(_ text: String, _ left: inout Int) throws(DesktopEntry.Mistake) {
    left -= text.utf8.count
    guard left >= 0 else { throw mistake("stands for arguments of more than 1 MiB; write less, or a shorter Name") }
  }

  private static func argument(
    _ word: Word, _ fields: Fields, _ left: inout Int
  ) throws(DesktopEntry.Mistake) -> ProgramArgument {
    try take(word.text, &left)
    var text = ""
    var before: (text: String, isFile: Bool)?
    var rest = word.text[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        text.append(character)
        continue
      }
      let code = rest.popFirst()
      guard code == "%" || !word.isQuoted else {
        throw mistake("has a field code in quotes; write it outside the quotes")
      }
      switch code {
      case "%": text.append("%")
      case "c":
        try take(fields.name, &left)
        text += fields.name
      case "k":
        try take(fields.path, &left)
        text += fields.path
      case "u", "f", "U", "F":
        guard before == nil else { throw mistake("has more than one of %f, %F, %u and %U") }
        guard code == "u" || code == "f" || word.text.count == 2 else {
          throw mistake("has %U or %F inside a longer argument; make it an argument of its own")
        }
        before = (text, code == "f" || code == "F")
        text = ""
      case let other:
        let code = "%" + (other.map(String.init) ?? "")
        throw mistake("has the unknown field code \(code); write %% for a percent sign")
      }
    }
    guard let before else { return .text(text) }
    return before.isFile ? .file(before: before.text, after: text) : .url(before: before.text, after: text)
  }
}
