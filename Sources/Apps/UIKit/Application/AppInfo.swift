// The part of the app's Info.plist that this library acts on. Read by hand and once, since Bundle.main looks through
// the whole bundle first.

struct AppInfo: Decodable {
  var executable: String?
  var principalClass: String?
  var mainStoryboard: String?
  var mainNib: String?
  var sceneManifest: SceneManifest?
  var supportedOrientations: [String]?
  var initialOrientation: String?
  var shortcutItems: [ShortcutItem]?
  var backgroundModes: [String]?

  /// It is woken as a peripheral, and not as a central.
  var isPeripheralOnly: Bool {
    let modes = backgroundModes ?? []
    return modes.contains("bluetooth-peripheral") && !modes.contains("bluetooth-central")
  }

  struct ShortcutItem: Decodable {
    var type: String
    var title: String
    var subtitle: String?
    var userInfo: InfoValue?

    enum CodingKeys: String, CodingKey {
      case type = "UIApplicationShortcutItemType"
      case title = "UIApplicationShortcutItemTitle"
      case subtitle = "UIApplicationShortcutItemSubtitle"
      case userInfo = "UIApplicationShortcutItemUserInfo"
    }
  }

  enum CodingKeys: String, CodingKey {
    case executable = "CFBundleExecutable"
    case principalClass = "NSPrincipalClass"
    case mainStoryboard = "UIMainStoryboardFile"
    case mainNib = "NSMainNibFile"
    case sceneManifest = "UIApplicationSceneManifest"
    case supportedOrientations = "UISupportedInterfaceOrientations"
    case initialOrientation = "UIInterfaceOrientation"
    case shortcutItems = "UIApplicationShortcutItems"
    case backgroundModes = "UIBackgroundModes"
  }

  /// The bundle identifier, which the container is named by (LA7).
  static var identifier: String { (NSHomeDirectory() as NSString).lastPathComponent }

  /// Of the bundle that roostd says this process runs from; empty where there is none.
  /// Variable for tests, which are many apps in one process.
  @MainActor static var current = getenv("ROOST_BUNDLE").flatMap { AppInfo(ofBundle: String(cString: $0)) } ?? AppInfo()

  init() {}

  init?(ofBundle bundle: String) {
    guard let plist = FileManager.default.contents(atPath: bundle + "/Info.plist"),
      // Most lists have none of what is looked for here: looking for a word costs less than reading the list.
      Self.words.contains(where: { plist.range(of: $0) != nil })
    else { return nil }
    do {
      self = try PropertyListDecoder().decode(AppInfo.self, from: plist)
    } catch {
      // roostd has read the same list before it launched this process; an entry that it did not refuse is taken as far
      // as it goes.
      return nil
    }
  }

  private static let words = ["NSPrincipalClass", "NSMainNibFile", "UI"].map { Data($0.utf8) }
}

/// Classes of the app by the names that Info.plist and storyboards have for them.
enum AppClass {
  /// `Module.Class`, `$(PRODUCT_MODULE_NAME).Class` as Xcode leaves it for the build to fill in, or `Class` of the
  /// app's own module; a private class too.
  @MainActor static func named(_ name: String) -> AnyClass? {
    let name = name.replacingOccurrences(of: "$(PRODUCT_MODULE_NAME)", with: module)
      .replacingOccurrences(of: "${PRODUCT_MODULE_NAME}", with: module)
    if let found = NSClassFromString(name) { return found }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    let (module, type) = parts.count == 2 ? (parts[0], parts[1]) : (Self.module, name)
    return NSClassFromString("\(module).\(type)") ?? PrivateClasses.named(type, in: module)
  }

  /// The name by which ``named(_:)`` finds a class in another process of the app; nil for one that it does not find, as
  /// when two nested classes have one name. NSStringFromClass ends the process for a nested class.
  @MainActor static func name(of type: Any.Type) -> String? {
    let parts = String(reflecting: type).split(separator: ".")
    guard let module = parts.first, let own = parts.last, parts.count > 1 else { return nil }
    let name = "\(module).\(own)"
    return named(name).map(ObjectIdentifier.init) == ObjectIdentifier(type) ? name : nil
  }

  /// The module that the executable was made of: its name with what no identifier may have replaced, as Swift's package
  /// manager does it.
  @MainActor static var module: String {
    let name = AppInfo.current.executable ?? ProcessInfo.processInfo.processName
    return String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }
}
