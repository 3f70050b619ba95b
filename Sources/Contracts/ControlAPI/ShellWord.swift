// Foreign text as a word of a command that a person may copy: the shell does with it what it does with any name.

extension String {
  /// This text as sh(1) takes it for one word. By its scalars: a quote with a mark is another character to Swift, and a quote to the
  /// shell.
  package var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
      case _: false
      }
    }
    if isPlain, !isEmpty { return self }
    let parts = unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}
