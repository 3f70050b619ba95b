// Reads the members of one notice strictly: each once, of its form, and none left over.
import Varlink
import WireJSON

struct NoticeReader {
  typealias Key = DeviceNotice.Key

  let kind: DeviceNotice.Kind
  private var members: [String: JSON]

  /// Varlink says nothing of a member in two ways: by leaving it out, and by null.
  init(kind: DeviceNotice.Kind, members: [String: JSON]) {
    self.kind = kind
    self.members = members.filter { $0.value != .null }
  }

  /// A key that nothing has asked for has no meaning for this kind.
  func finish() throws(NoticeError) {
    guard let key = members.keys.min() else { return }
    throw NoticeError(key: key, description: "\(kind.rawValue) takes no \(key); \(kind.hint)")
  }

  // MARK: Kinds whose keys may be left out

  mutating func time() throws(NoticeError) -> DeviceNotice {
    guard members[Key.jump.rawValue] != nil else { return .timeZone(try identifier(.zone, "/_+-")) }
    guard members[Key.zone.rawValue] == nil else { throw wrong(.jump, "zone and jump cannot be given together") }
    guard case .integer(let jump) = try take(.jump), case let seconds = Int64(jump), seconds != 0,
      Self.jumps.contains(seconds)
    else {
      throw wrong(.jump, "jump must be a whole number of seconds other than 0, a century at most")
    }
    return .timeJump(seconds: seconds)
  }

  /// The jumps that an app's clock can show, in seconds.
  private static let jumps: ClosedRange<Int64> = -3_155_760_000...3_155_760_000

  mutating func battery() throws(NoticeError) -> DeviceNotice {
    let level: Double? = members[Key.level.rawValue] == nil ? nil : try fraction(.level)
    let state: DeviceNotice.BatteryState? = members[Key.state.rawValue] == nil ? nil : try choice(.state)
    guard level != nil || state != nil else { throw wrong(.level, "battery needs level, state or both") }
    return .battery(level: level, state: state)
  }

  // MARK: Forms

  mutating func choice<Word: RawRepresentable<String> & CaseIterable>(_ key: Key) throws(NoticeError) -> Word {
    if let word = Word(rawValue: try text(key)) { return word }
    throw wrong(key, "\(key.rawValue) must be one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
  }

  mutating func flag(_ key: Key) throws(NoticeError) -> Bool {
    guard case .bool(let value) = try take(key) else { throw wrong(key, "\(key.rawValue) must be true or false") }
    return value
  }

  /// The name that people have for something: text that is there, and can stand on a line.
  mutating func name(_ key: Key) throws(NoticeError) -> String {
    let value = try text(key)
    guard DeviceName.fits(value) else { throw wrong(key, "\(key.rawValue) must be \(DeviceName.form)") }
    return value
  }

  /// A time zone's or a language's name, which software makes paths of.
  mutating func identifier(_ key: Key, _ punctuation: String) throws(NoticeError) -> String {
    let value = try name(key)
    let isPlain = value.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
        || punctuation.unicodeScalars.contains($0)
    }
    guard isPlain, value.first?.isLetter == true else {
      throw wrong(key, "\(key.rawValue) is an identifier that begins with a letter")
    }
    return value
  }

  mutating func mode() throws(NoticeError) -> String {
    let value = try text(.mode)
    // To part a megabyte takes a tenth of a second.
    let parts = value.utf8.count > Self.longestMode ? [] : value.split(separator: "x", omittingEmptySubsequences: false)
    let sides = parts.map { side in
      side.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(side) ?? 0 : 0
    }
    guard sides.count == 2, sides.allSatisfy((1...100_000).contains) else {
      throw wrong(.mode, "mode must be a width and a height such as 1920x1080")
    }
    return value
  }

  /// In bytes.
  private static let longestMode = 16

  mutating func json(_ key: Key) throws(NoticeError) -> String {
    let value = try text(key)
    // More than the daemon keeps, which is refused for that: to read a megabyte takes a tenth of a second.
    if value.utf8.count > UserActivityText.longestRead { return value }
    if let value = try? JSON(parsing: value) { return value.text }
    throw wrong(key, "\(key.rawValue) must be JSON such as true, 3 or '\"text\"'")
  }

  mutating func fraction(_ key: Key) throws(NoticeError) -> Double {
    let value: Double? =
      switch try take(key) {
      case .number(let value): value
      case .integer(let value): Double(value)
      case .null, .bool, .string, .array, .object: nil
      }
    guard let value, (0...1).contains(value) else { throw wrong(key, "\(key.rawValue) must be a number from 0 to 1") }
    return value
  }

  private mutating func text(_ key: Key) throws(NoticeError) -> String {
    guard case .string(let value) = try take(key) else { throw wrong(key, "\(key.rawValue) must be text") }
    return value
  }

  private mutating func take(_ key: Key) throws(NoticeError) -> JSON {
    guard let value = members.removeValue(forKey: key.rawValue) else {
      throw wrong(key, "\(kind.rawValue) needs \(key.rawValue)")
    }
    return value
  }

  private func wrong(_ key: Key, _ what: String) -> NoticeError {
    NoticeError(key: key.rawValue, description: "\(what); \(kind.hint)")
  }
}
