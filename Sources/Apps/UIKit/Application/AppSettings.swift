// Settings that somebody has made for the app, as they come into its UserDefaults (NQ6).

import AgentProtocol
import WireJSON

@MainActor enum AppSettings {
  /// Puts them into the defaults of the app, where they are on disk before anyone is told.
  static func apply(_ settings: [String: JSON]) {
    let known = remembered
    // Where nobody's setting is to be taken back, the value is the app's own.
    let settings = settings.filter { $0.value != .null || (known[$0.key] ?? .null) != .null }
    guard !settings.isEmpty else { return }
    for (key, value) in settings { UserDefaults.standard.set(value.defaultsValue, forKey: key) }
    UserDefaults.standard.synchronize()
    remember(settings)
  }

  /// At launch roostd tells all there are. Those that the app has had before are not put in again: it may have set
  /// something else since, and the last setting counts.
  static func applyNew(_ settings: [String: WrittenJSON]) {
    guard !settings.isEmpty else { return }
    let known = remembered
    apply(settings.mapValues(\.value).filter { known[$0.key] != $0.value })
  }

  private static var file: URL { URL(fileURLWithPath: NSHomeDirectory() + "/Library/Preferences/settings.json") }

  private static var remembered: [String: JSON] {
    guard let data = try? Data(contentsOf: file), let text = String(validating: data, as: UTF8.self),
      case .object(let settings)? = try? JSON(parsing: text)
    else { return [:] }
    return settings.dictionary
  }

  private static func remember(_ settings: [String: JSON]) {
    let all = remembered.merging(settings) { _, new in new }
    try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? Data(JSON.object(all).text.utf8).write(to: file, options: .atomic)
  }
}

extension JSON {
  /// A value that property lists have; nil for null, which they do not.
  ///
  /// The array is bridged here, and not by UserDefaults: in a statically linked program that bridges none itself, the
  /// linker leaves out how, and UserDefaults then traps at any array (Swift 6.3).
  fileprivate var defaultsValue: Any? {
    switch self {
    case .null: nil
    case .bool(let bool): NSNumber(value: bool)
    case .integer(let integer): NSNumber(value: integer)
    case .number(let number): NSNumber(value: number)
    case .string(let string): string
    case .array(let elements): elements.compactMap(\.defaultsValue) as NSArray
    case .object(let members): members.dictionary.compactMapValues(\.defaultsValue) as NSDictionary
    }
  }
}
