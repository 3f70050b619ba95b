// os_log(_:): messages with the formats of printf(3), and of Logger.

/// `os_log(_:dso:log:type:_:)`. A format such as `%{public}@` or `%d`; `{public}` and `{private}` say who may read the
/// value.
public func os_log(
  _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
  _ arguments: Any...
) {
  guard log.isEnabled(type: type) else { return }
  let text = formatted("\(message)", arguments, showsPrivate: LogMode.current.showsPrivate)
  LogEntry(text, type, log).send()
}

/// `os_log(_:dso:log:_:_:)`.
public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString, _ arguments: Any...
) {
  guard log.isEnabled(type: type) else { return }
  let text = formatted("\(message)", arguments, showsPrivate: LogMode.current.showsPrivate)
  LogEntry(text, type, log).send()
}

/// `os_log(_:)`.
@_disfavoredOverload
public func os_log(_ message: OSLogMessage) { send(message, .default, to: .default) }

/// `os_log(_:log:_:)`.
@_disfavoredOverload
public func os_log(_ logLevel: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
  send(message, logLevel, to: log)
}

/// A conversion that has no argument stays as it is written.
func formatted(_ format: String, _ arguments: [Any], showsPrivate: Bool) -> String {
  var rest = Substring(format)
  var left = arguments[...]
  var text = ""
  while let percent = rest.firstIndex(of: "%") {
    text += rest[..<percent]
    rest = rest[rest.index(after: percent)...]
    if rest.first == "%" {
      text += "%"
      rest = rest.dropFirst()
      continue
    }
    let conversion = Conversion(&rest)
    text += left.popFirst().map { conversion.text($0, showsPrivate: showsPrivate) } ?? "%" + conversion.written
  }
  return text + rest
}

/// A conversion: all between a `%` and the letter that ends it, that letter included.
private struct Conversion {
  private var privacy = OSLogPrivacy.auto
  /// Flags, width and precision.
  private var modifiers = ""
  private var letter: Character?
  private(set) var written: String

  /// Takes it away from the beginning of `rest`.
  init(_ rest: inout Substring) {
    let start = rest
    if rest.first == "{", let end = rest.firstIndex(of: "}") {
      for word in rest[rest.index(after: rest.startIndex)..<end].split(separator: ",") {
        switch word.drop(while: { $0 == " " }) {
        case "public": privacy = .public
        case "private": privacy = .private
        case "sensitive": privacy = .sensitive
        default: break
        }
      }
      rest = rest[rest.index(after: end)...]
    }
    while let next = rest.first, "-+ #0123456789.".contains(next) {
      modifiers.append(next)
      rest = rest.dropFirst()
    }
    // The argument's own type says how long it is.
    rest = rest.drop { "hlqjztL".contains($0) }
    letter = rest.popFirst()
    written = String(start[..<rest.startIndex])
  }

  func text(_ argument: Any, showsPrivate: Bool) -> String {
    let number = letter.flatMap { numberText(argument, $0) }
    return privacy.shown(
      number ?? String(describing: argument), isNumber: number != nil, showsPrivate: showsPrivate)
  }

  /// Nil where the letter asks for text, or the argument is no number.
  private func numberText(_ argument: Any, _ letter: Character) -> String? {
    // Longer ones are nobody's: printf(3) would fill them.
    guard modifiers.count < 8 else { return nil }
    switch letter {
    case "d", "i", "u", "x", "X", "o", "c":
      guard let integer = argument as? any FixedWidthInteger else { return nil }
      if letter == "u", let whole = UInt64(exactly: integer) { return printed("%\(modifiers)lu", whole) }
      return printed("%\(modifiers)\(letter == "c" ? "" : "l")\(letter)", Int64(truncatingIfNeeded: integer))
    case "f", "F", "e", "E", "g", "G", "a", "A":
      if let number = argument as? Double { return printed("%\(modifiers)\(letter)", number) }
      if let number = argument as? Float { return printed("%\(modifiers)\(letter)", Double(number)) }
      return nil
    default: return nil
    }
  }
}
