// The shortcut items that an app has made at run time. They stay on its icon when its process has ended (LA4).

import AgentProtocol
import WireJSON

/// `Library/Preferences/shortcutItems.json`, without the icons, which nothing shows.
@MainActor struct KeptShortcutItems {
  var items: [UIApplicationShortcutItem]? { didSet { write() } }

  /// As an earlier process of the app has left them.
  init() {
    guard let data = try? Data(contentsOf: Self.file), let text = String(validating: data, as: UTF8.self),
      case .array(let kept)? = try? JSON(parsing: text)
    else { return }
    items = kept.compactMap { UIApplicationShortcutItem(kept: $0) }
  }

  private static var file: URL { URL(fileURLWithPath: NSHomeDirectory() + "/Library/Preferences/shortcutItems.json") }

  private func write() {
    let file = Self.file
    do {
      guard let items else {
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
        return
      }
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(JSON.array(items.map { $0.kept }).text.utf8).write(to: file, options: .atomic)
    } catch {
      complain("unable to keep the shortcut items of the app in \(file.path): \(error)")
    }
  }
}

extension UIApplicationShortcutItem {
  fileprivate convenience init?(kept: JSON) {
    guard case .string(let type)? = kept["type"], case .string(let title)? = kept["title"] else { return nil }
    var subtitle: String?
    if case .string(let text)? = kept["subtitle"] { subtitle = text }
    self.init(
      type: type, localizedTitle: title, localizedSubtitle: subtitle, icon: nil,
      userInfo: kept["userInfo"]?.secureCodingMembers)
    targetContentIdentifier = kept["targetContentIdentifier"]?.propertyListValue
  }

  fileprivate var kept: JSON {
    var members: [String: JSON] = ["type": .string(type), "title": .string(localizedTitle)]
    if let localizedSubtitle { members["subtitle"] = .string(localizedSubtitle) }
    if let userInfo { members["userInfo"] = .object(userInfo.mapValues { JSON(propertyListValue: $0) }) }
    if let targetContentIdentifier {
      members["targetContentIdentifier"] = JSON(propertyListValue: targetContentIdentifier)
    }
    return .object(members)
  }
}

extension JSON {
  /// The members of an object as the user info of a shortcut item has them.
  var secureCodingMembers: [String: any NSSecureCoding]? {
    guard case .object(let members) = self else { return nil }
    return members.dictionary.mapValues(\.secureCodingValue)
  }

  private var secureCodingValue: any NSSecureCoding {
    switch self {
    case .null: NSNull()
    case .bool(let bool): NSNumber(value: bool)
    case .integer(let integer): NSNumber(value: integer)
    case .number(let number): NSNumber(value: number)
    case .string(let string): string as NSString
    case .array(let elements): NSArray(array: elements.map(\.secureCodingValue))
    case .object(let members): Self.secureCoding(propertyListValue) ?? Self.dictionary(members.dictionary)
    }
  }

  /// Nil for a value that is a dictionary.
  private static func secureCoding(_ value: Any) -> (any NSSecureCoding)? {
    if let date = value as? Date { return date as NSDate }
    if let data = value as? Data { return data as NSData }
    if let url = value as? URL { return url as NSURL }
    return nil
  }

  private static func dictionary(_ members: [String: JSON]) -> NSDictionary {
    NSDictionary(dictionary: members.mapValues(\.secureCodingValue))
  }
}
