// The kinds of values a configuration has, each with its range and its words for what is wrong.
import Linux
import Logging
import Settings
import TOMLKit

/// The way to read a value of one kind.
nonisolated struct Kind<Value>: Sendable {
  let read: @Sendable (TOMLValue) throws(ValueError) -> Value
}

nonisolated struct ValueError: Error {
  let message: String
}

nonisolated enum Values {
  static let boolean = Kind<Bool> { value throws(ValueError) in
    guard let boolean = value.bool else { throw mismatch(value, "true or false") }
    return boolean
  }

  static let sandbox = Kind<SandboxUse> { value throws(ValueError) in
    if let boolean = value.bool { return boolean ? .on : .off }
    guard value.string == "require" else { throw mismatch(value, "true, false or \"require\"") }
    return .required
  }

  static func integer(_ range: ClosedRange<Int>) -> Kind<Int> {
    Kind { value throws(ValueError) in
      guard let number = value.int, range.contains(number) else {
        throw mismatch(value, "a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }

  static let path = Kind<String> { value throws(ValueError) in
    guard let path = value.string, path.hasPrefix("/"), !path.contains("\0") else {
      throw mismatch(value, "an absolute path, such as \"/var/lib/roost\"")
    }
    return path
  }

  /// A path; the empty one stands for none.
  static let optionalPath = Kind<String?> { value throws(ValueError) in
    if value.string == "" { return nil }
    return try path.read(value)
  }

  static let paths = Kind<[String]> { value throws(ValueError) in
    guard let array = value.array else { throw mismatch(value, "a list of absolute paths, such as [\"/opt/apps\"]") }
    var paths: [String] = []
    for element in array { paths.append(try path.read(element.tomlValue)) }
    return paths
  }

  /// A program and its arguments; the empty list stands for none.
  static let command = Kind<[String]> { value throws(ValueError) in
    let words = value.array?.compactMap(\.tomlValue.string)
    guard let words, words.count == value.array?.count, words.allSatisfy({ !$0.contains("\0") }), words.first != ""
    else {
      throw mismatch(value, "a program and its arguments, such as [\"xterm\", \"-e\"]")
    }
    return words
  }

  /// Patterns of device nodes (glob(7)).
  static let patterns = Kind<[String]> { value throws(ValueError) in
    guard let array = value.array else {
      throw mismatch(value, "a list of patterns of device nodes, such as [\"/dev/video*\"]")
    }
    var patterns: [String] = []
    for element in array { patterns.append(try path.read(element.tomlValue)) }
    return patterns
  }

  /// The same, where only the last component is a pattern.
  static let namePatterns = Kind<[String]> { value throws(ValueError) in
    let all = try patterns.read(value)
    for pattern in all {
      let slash = pattern.lastIndex(of: "/") ?? pattern.startIndex
      if pattern[slash...].count > 1, !pattern[..<slash].contains(where: { "*?[".contains($0) }) { continue }
      throw ValueError(
        message: "\"\(pattern)\" is not a folder and a pattern of names in it, such as \"/dev/serial/by-id/*\"")
    }
    return all
  }

  /// A name; the empty one stands for none.
  static let optionalName = name("a group")
  /// The empty name gives each app a user of its own.
  static let appUser = Kind<AppUserSetting> { value throws(ValueError) in
    let user = try name("a user", empty: "for one of its own for each app").read(value)
    return AppUserSetting(written: user ?? "")
  }

  static let userRange = Kind<UserRange> { value throws(ValueError) in
    guard let range = value.string.flatMap({ UserRange(written: $0) }) else {
      throw mismatch(
        value,
        "a range of user ids such as \"\(UserRange.default)\", from 1000 to 2147483647 without 65521, 65534 and 65535")
    }
    return range
  }

  private static func name(_ what: String, empty: String = "for none") -> Kind<String?> {
    Kind { value throws(ValueError) in
      guard let name = value.string, !name.contains(where: { $0.isWhitespace || $0 == ":" || $0 == "/" || $0 == "\0" })
      else {
        throw mismatch(value, "the name of \(what), or \"\" \(empty)")
      }
      return name.isEmpty ? nil : name
    }
  }

  /// The empty one stands for none.
  static let broker = Kind<BrokerAddress?> { value throws(ValueError) in
    if value.string == "" { return nil }
    guard let broker = value.string.flatMap({ BrokerAddress($0) }) else {
      throw mismatch(
        value, "a broker such as \"mqtt://localhost:1883\" or \"mqtts://broker.example.com\", or \"\" for none")
    }
    return broker
  }

  /// An address of this machine and a port; the empty one stands for none.
  static let address = Kind<InternetAddress?> { value throws(ValueError) in
    if value.string == "" { return nil }
    guard let address = value.string.flatMap({ InternetAddress($0) }), address.port > 0 else {
      throw mismatch(value, "a numeric address and a port, such as \"127.0.0.1:9464\", or \"\" for none")
    }
    return address
  }

  /// Named after a device; the empty name stands for the machine's.
  static let topic = Kind<PushTopic?> { value throws(ValueError) in
    if value.string == "" { return nil }
    guard let topic = value.string.flatMap({ PushTopic(device: $0) }) else {
      throw mismatch(value, "a name of up to 64 bytes without space, /, + and #, or \"\" for the host name")
    }
    return topic
  }

  /// A name at a broker; the empty one stands for none.
  static let username = Kind<String?> { value throws(ValueError) in
    guard let name = value.string, name.utf8.count <= 256, !name.contains("\0") else {
      throw mismatch(value, "a user's name, or \"\" for none")
    }
    return name.isEmpty ? nil : name
  }

  static func choice<Choice>(_ type: Choice.Type) -> Kind<Choice>
  where Choice: RawRepresentable<String> & CaseIterable & Sendable {
    Kind { value throws(ValueError) in
      let words = type.allCases.map(\.rawValue)
      guard let word = value.string, let choice = Choice(rawValue: word) else { throw mismatch(value, oneOf(words)) }
      return choice
    }
  }

  /// The levels as journald and syslog order them; `trace` and `critical` have no messages of ours.
  static let level = Kind<Logger.Level> { value throws(ValueError) in
    let levels: [Logger.Level] = [.error, .warning, .notice, .info, .debug]
    guard let level = levels.first(where: { $0.rawValue == value.string }) else {
      throw mismatch(value, oneOf(levels.map(\.rawValue)))
    }
    return level
  }

  /// Long enough for a machine to keep, short enough that a hung app is still ended.
  static let deadline = duration(.milliseconds(10)...(.seconds(3600)), "\"5s\" or \"500ms\", from 10ms to 1h")
  static let interval = duration(.milliseconds(10)...(.seconds(30 * 86_400)), "\"15min\" or \"1h\", from 10ms to 30d")
  static let stallTime = duration(.seconds(1)...(.seconds(3600)), "\"60s\" or \"5min\", from 1s to 1h")
  static let age = duration(.seconds(60)...(.seconds(3650 * 86_400)), "\"30d\" or \"12h\", from 1min to 3650d")

  /// The empty one stands for none.
  static let stall = Kind<StallThreshold?> { value throws(ValueError) in
    if value.string == "" { return nil }
    guard let threshold = value.string.flatMap({ StallThreshold(written: $0) }) else {
      throw mismatch(
        value, "\"some\" or \"full\" and a duration from 1ms to 2s, such as \"some 200ms\", or \"\" for never")
    }
    return threshold
  }

  private static func duration(_ range: ClosedRange<Duration>, _ example: String) -> Kind<Duration> {
    Kind { value throws(ValueError) in
      guard let text = value.string, let duration = Duration(written: text), range.contains(duration) else {
        throw mismatch(value, "a duration such as \(example)")
      }
      return duration
    }
  }

  private static func oneOf(_ words: [String]) -> String {
    "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  private static func mismatch(_ value: TOMLValue, _ expected: String) -> ValueError {
    let shown =
      switch value.type {
      case .string: "\"\(value.string ?? "")\""
      case .int: "\(value.int ?? 0)"
      case .double: "\(value.double ?? 0)"
      case .bool: "\(value.bool ?? false)"
      case .table: "a table"
      case .array: "a list"
      case .date, .time, .dateTime: "a date or time"
      }
    return ValueError(message: "\(shown) is not \(expected)")
  }
}
