// The command line of a desktop entry: quoting and field codes (Desktop Entry Specification, "The Exec key").

/// The words of an `Exec`, the field codes among them not replaced.
nonisolated struct ExecLine {
  struct Word: Equatable {
    var text: DesktopEntry.Bytes = []
    /// Field codes are not to be used in it.
    var isQuoted = false
  }

  let words: [Word]

  /// - Parameter text: the value with its general escapes resolved.
  init(_ text: String) throws(DesktopEntry.Mistake) {
    var words: [Word] = []
    var word: Word?
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case _ where Self.isBlank(byte):
        if let done = word { try Self.add(done, to: &words) }
        word = nil
      case UInt8(ascii: "\""):
        guard word == nil else { throw Self.mistake("has a quote in the middle of an argument; quote all of it") }
        try Self.add(Self.quoted(&rest), to: &words)
        guard rest.first.map(Self.isBlank) ?? true else {
          throw Self.mistake("has a quote in the middle of an argument; quote all of it")
        }
      case _ where "'\\><~|&;$*?#()`".utf8.contains(byte):
        throw Self.mistake("has a reserved \(UnicodeScalar(byte)) outside double quotes; quote the argument")
      default:
        // In place: to take the word out and put it back would copy it for each byte.
        if word == nil { word = Word() }
        word?.text.append(byte)
      }
    }
    if let word { try Self.add(word, to: &words) }
    guard !words.isEmpty else { throw Self.mistake("names no program") }
    self.words = words
  }

  private static func add(_ word: Word, to words: inout [Word]) throws(DesktopEntry.Mistake) {
    guard words.count < DesktopEntry.mostItems else {
      throw mistake("has more than \(DesktopEntry.mostItems) arguments; have a script give them to the program")
    }
    words.append(word)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { " \t\n".utf8.contains(byte) }

  private static func quoted(_ rest: inout DesktopEntry.Bytes) throws(DesktopEntry.Mistake) -> Word {
    var word = Word(isQuoted: true)
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return word
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst(), "\"`$\\".utf8.contains(next) else {
          throw mistake("has an invalid escape: a backslash inside quotes may only escape \" ` $ \\")
        }
        word.text.append(next)
      case UInt8(ascii: "$"), UInt8(ascii: "`"):
        throw mistake("has an unescaped \(UnicodeScalar(byte)) in quotes; put a backslash before it")
      default: word.text.append(byte)
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
      switch word.text.count == 2 ? word.text.text : nil {
      case "%i":
        guard let icon = fields.icon else { break }
        try Self.take(icon.utf8.count, &left)
        arguments += [.text("--icon"), .text(icon)]
      // The specification took these out: they stand for nothing.
      case "%d", "%D", "%n", "%N", "%v", "%m": break
      default: arguments.append(try Self.argument(word, fields, &left))
      }
    }
    guard arguments.filter(\.isOpened).count <= 1 else { throw Self.mistake("has more than one of %f, %F, %u and %U") }
    return arguments
  }

  private static func take(_ bytes: Int, _ left: inout Int) throws(DesktopEntry.Mistake) {
    left -= bytes
    guard left >= 0 else { throw mistake("stands for arguments of more than 1 MiB; write less, or a shorter Name") }
  }

  private static func argument(
    _ word: Word, _ fields: Fields, _ left: inout Int
  ) throws(DesktopEntry.Mistake) -> ProgramArgument {
    try take(word.text.count, &left)
    var text: DesktopEntry.Bytes = []
    var before: (text: String, isFile: Bool)?
    var rest = word.text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        text.append(byte)
        continue
      }
      let code = rest.beginning
      guard code == "%" || !word.isQuoted else {
        throw mistake("has a field code in quotes; write it outside the quotes")
      }
      switch code {
      case "%": text.append(UInt8(ascii: "%"))
      case "c":
        try take(fields.name.utf8.count, &left)
        text += fields.name.utf8
      case "k":
        try take(fields.path.utf8.count, &left)
        text += fields.path.utf8
      case "u", "f", "U", "F":
        guard before == nil else { throw mistake("has more than one of %f, %F, %u and %U") }
        guard code == "u" || code == "f" || word.text.count == 2 else {
          throw mistake("has %U or %F inside a longer argument; make it an argument of its own")
        }
        before = (text.text, code == "f" || code == "F")
        text = []
      default: throw mistake("has the unknown field code %\(code); write %% for a percent sign")
      }
      rest.removeFirst()
    }
    guard let before else { return .text(text.text) }
    return before.isFile ? .file(before: before.text, after: text.text) : .url(before: before.text, after: text.text)
  }
}
