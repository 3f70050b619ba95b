// UIApplicationSceneManifest of the app's Info.plist.

/// The configurations that the app declares, by role and in order.
struct SceneManifest: Decodable {
  struct Entry: Decodable, Hashable {
    var name: String?
    var delegateClass: String?
    var sceneClass: String?
    var storyboard: String?

    enum CodingKeys: String, CodingKey {
      case name = "UISceneConfigurationName"
      case delegateClass = "UISceneDelegateClassName"
      case sceneClass = "UISceneClassName"
      case storyboard = "UISceneStoryboardFile"
    }
  }

  private var configurations: [String: [Entry]]?
  private var multiple: Bool?

  enum CodingKeys: String, CodingKey {
    case configurations = "UISceneConfigurations"
    case multiple = "UIApplicationSupportsMultipleScenes"
  }

  @MainActor static var ofBundle: SceneManifest { AppInfo.current.sceneManifest ?? SceneManifest() }

  var supportsMultipleScenes: Bool { multiple ?? false }

  func entry(_ name: String, _ role: UISceneSession.Role) -> Entry? {
    configurations?[role.rawValue]?.first { $0.name == name }
  }

  /// The entry that a scene of `role` is set up with when nobody names one.
  func first(_ role: UISceneSession.Role) -> Entry? { configurations?[role.rawValue]?.first }
}
