// Notices as members of a call and as KEY=VALUE words of a shell; both are read by the same strict rules.
import Varlink
import WireJSON

extension DeviceNotice {
  /// Every key of every kind; a key means the same form in each.
  enum Key: String, CaseIterable {
    case orientation, zone, jump, level, state, near, name, connected, mode, app, key, value, locale, account, style,
      category, available, network

    /// A word of the shell as the JSON value that stands for it in a call; a word that cannot stays a string, and is
    /// refused as one.
    func value(of word: String) -> JSON {
      switch self {
      case .jump: Int(word).map(JSON.integer) ?? .string(word)
      case .level: Double(word).map(JSON.number) ?? .string(word)
      case .near, .connected, .available: Bool(word).map(JSON.bool) ?? .string(word)
      case .orientation, .zone, .state, .name, .mode, .app, .key, .value, .locale, .account, .style, .category,
        .network:
        .string(word)
      }
    }
  }

  /// Reads `KEY=VALUE` words.
  public init(kind: String, words: [String]) throws(NoticeError) {
    var members: [String: JSON] = [:]
    for word in words {
      guard let equals = word.firstIndex(of: "=") else {
        throw NoticeError(key: word, description: "\(word) is not KEY=VALUE; \(try Self.kind(kind).hint)")
      }
      let key = String(word[..<equals])
      guard members[key] == nil else {
        throw NoticeError(key: key, description: "\(key) is given twice; \(try Self.kind(kind).hint)")
      }
      let value = String(word[word.index(after: equals)...])
      members[key] = Key(rawValue: key)?.value(of: value) ?? .string(value)
    }
    try self.init(kind: kind, members: members)
  }

  /// Reads the members of a call, all of them: one that the kind does not know is an error too.
  init(kind word: String, members: [String: JSON]) throws(NoticeError) {
    let kind = try Self.kind(word)
    var reader = NoticeReader(kind: kind, members: members)
    switch kind {
    case .orientation: self = .orientation(try reader.choice(.orientation))
    case .time: self = try reader.time()
    case .battery: self = try reader.battery()
    case .proximity: self = .proximity(try reader.flag(.near))
    case .volume: self = .volume(level: try reader.fraction(.level))
    case .accessory: self = .accessory(name: try reader.name(.name), connected: try reader.flag(.connected))
    case .display: self = .display(name: try reader.name(.name), connected: try reader.flag(.connected))
    case .displayMode: self = .displayMode(name: try reader.name(.name), mode: try reader.mode())
    case .settings:
      self = .settings(app: try reader.name(.app), key: try reader.name(.key), valueJSON: try reader.json(.value))
    case .locale: self = .locale(try reader.identifier(.locale, "_-"))
    case .icloud:
      let account = try reader.name(.account)
      self = .icloud(account: account == "none" ? nil : account)
    case .appearance: self = .appearance(try reader.choice(.style))
    case .contentSize: self = .contentSize(try reader.choice(.category))
    case .protectedFiles: self = .protectedFiles(available: try reader.flag(.available))
    case .network: self = .network(try reader.choice(.network))
    }
    try reader.finish()
  }

  /// The members that ``init(kind:members:)`` reads.
  var members: [Key: JSON] {
    switch self {
    case .orientation(let orientation): [.orientation: .string(orientation.rawValue)]
    case .timeZone(let zone): [.zone: .string(zone)]
    case .timeJump(let seconds): [.jump: .integer(Int(seconds))]
    case .battery(let level, let state):
      [.level: level.map(JSON.number), .state: state.map { JSON.string($0.rawValue) }].compactMapValues { $0 }
    case .proximity(let near): [.near: .bool(near)]
    case .volume(let level): [.level: .number(level)]
    case .accessory(let name, let connected), .display(let name, let connected):
      [.name: .string(name), .connected: .bool(connected)]
    case .displayMode(let name, let mode): [.name: .string(name), .mode: .string(mode)]
    case .settings(let app, let key, let value): [.app: .string(app), .key: .string(key), .value: .string(value)]
    case .locale(let locale): [.locale: .string(locale)]
    case .icloud(let account): [.account: .string(account ?? "none")]
    case .appearance(let style): [.style: .string(style.rawValue)]
    case .contentSize(let category): [.category: .string(category.rawValue)]
    case .protectedFiles(let available): [.available: .bool(available)]
    case .network(let network): [.network: .string(network.rawValue)]
    }
  }

  private static func kind(_ word: String) throws(NoticeError) -> Kind {
    if let kind = Kind(rawValue: word) { return kind }
    let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
    throw NoticeError(key: "kind", description: "no such kind of notice: \"\(word)\"; the kinds are \(kinds)")
  }
}

extension DeviceNotice.Kind {
  /// The end of every message about a notice of this kind.
  var hint: String { "\(rawValue) takes \(usage)" }
}
