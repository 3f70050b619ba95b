// Shortcut items: what a person can choose on the app's icon.

import AgentProtocol
import WireJSON

/// The picture of a shortcut item; nothing shows it.
@preconcurrency @MainActor
open class UIApplicationShortcutIcon: NSObject {
  public enum IconType: Int, Sendable {
    case compose, play, pause, add, location, search, share, prohibit, contact, home, markLocation, favorite, love
    case cloud, invitation, confirmation, mail, message, date, time, capturePhoto, captureVideo, task, taskCompleted
    case alarm, bookmark, shuffle, audio, update
  }

  public convenience init(type: IconType) { self.init() }
  public convenience init(templateImageName: String) { self.init() }
  public convenience init(systemImageName: String) { self.init() }
}

/// An action that a person can choose on the app's icon.
@preconcurrency @MainActor
open class UIApplicationShortcutItem: NSObject, NSCopying, NSMutableCopying {
  /// The name by which the app tells its items apart.
  open internal(set) var type: String
  open internal(set) var localizedTitle: String
  open internal(set) var localizedSubtitle: String?
  open internal(set) var icon: UIApplicationShortcutIcon?
  open internal(set) var userInfo: [String: any NSSecureCoding]?
  open internal(set) var targetContentIdentifier: Any?

  public convenience init(type: String, localizedTitle: String) {
    self.init(type: type, localizedTitle: localizedTitle, localizedSubtitle: nil, icon: nil, userInfo: nil)
  }

  public init(
    type: String, localizedTitle: String, localizedSubtitle: String?, icon: UIApplicationShortcutIcon?,
    userInfo: [String: any NSSecureCoding]? = nil
  ) {
    self.type = type
    self.localizedTitle = localizedTitle
    self.localizedSubtitle = localizedSubtitle
    self.icon = icon
    self.userInfo = userInfo
  }

  public nonisolated func copy(with zone: NSZone? = nil) -> Any { self }

  public nonisolated func mutableCopy(with zone: NSZone? = nil) -> Any {
    MainActor.assumeIsolated { () -> UIMutableApplicationShortcutItem in
      let copy = UIMutableApplicationShortcutItem(
        type: type, localizedTitle: localizedTitle, localizedSubtitle: localizedSubtitle, icon: icon,
        userInfo: userInfo)
      copy.targetContentIdentifier = targetContentIdentifier
      return copy
    }
  }
}

/// A shortcut item that the app makes at run time.
@preconcurrency @MainActor
open class UIMutableApplicationShortcutItem: UIApplicationShortcutItem {
  open override var type: String {
    get { super.type }
    set { super.type = newValue }
  }
  open override var localizedTitle: String {
    get { super.localizedTitle }
    set { super.localizedTitle = newValue }
  }
  open override var localizedSubtitle: String? {
    get { super.localizedSubtitle }
    set { super.localizedSubtitle = newValue }
  }
  open override var icon: UIApplicationShortcutIcon? {
    get { super.icon }
    set { super.icon = newValue }
  }
  open override var userInfo: [String: any NSSecureCoding]? {
    get { super.userInfo }
    set { super.userInfo = newValue }
  }
  open override var targetContentIdentifier: Any? {
    get { super.targetContentIdentifier }
    set { super.targetContentIdentifier = newValue }
  }
}

extension UIApplicationShortcutItem {
  /// The item of the type that roostd names, which is all that it knows of one: the first that the app has made, or else
  /// the first of its Info.plist.
  convenience init?(json: JSON, among items: [UIApplicationShortcutItem]) {
    guard case .string(let type)? = json["type"] else { return nil }
    if let known = items.first(where: { $0.type == type }) {
      self.init(
        type: type, localizedTitle: known.localizedTitle, localizedSubtitle: known.localizedSubtitle,
        icon: known.icon, userInfo: known.userInfo)
      targetContentIdentifier = known.targetContentIdentifier
    } else {
      let declared = AppInfo.current.shortcutItems?.first { $0.type == type }
      self.init(
        type: type, localizedTitle: declared?.title ?? type, localizedSubtitle: declared?.subtitle, icon: nil,
        userInfo: declared?.userInfo?.json.secureCodingMembers)
    }
  }
}
