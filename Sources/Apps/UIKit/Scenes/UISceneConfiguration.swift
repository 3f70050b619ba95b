// UISceneConfiguration: which classes and storyboard a scene is made of.

/// The setup of a scene: by an entry of Info.plist's scene manifest, or in code.
@preconcurrency @MainActor
open class UISceneConfiguration: NSObject {
  /// The name of an entry of the manifest; nil for one made in code.
  public let name: String?
  public let role: UISceneSession.Role
  /// A `UIScene` or one of its subclasses; nil means `UIWindowScene`.
  open var sceneClass: AnyClass?
  open var delegateClass: AnyClass?
  open var storyboard: UIStoryboard?
  /// The manifest's entry of that name; nil for one made in code.
  let entry: SceneManifest.Entry?

  /// Takes over what the manifest says of `name` for `sessionRole`; nothing when it is nil, for one made in code.
  public convenience init(name: String?, sessionRole: UISceneSession.Role) {
    self.init(name, sessionRole, name.flatMap { SceneManifest.ofBundle.entry($0, sessionRole) })
  }

  /// The first entry that the manifest has for `role`, which may have no name: what a scene is when nobody says.
  convenience init(_ role: UISceneSession.Role) {
    let first = SceneManifest.ofBundle.first(role)
    self.init(first?.name, role, first)
  }

  /// Whether a delegate without an answer of its own gave it.
  private(set) var isDefault = false
  /// The answer of a delegate that has none.
  static func byDefault(_ role: UISceneSession.Role) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(role)
    configuration.isDefault = true
    return configuration
  }

  private init(_ name: String?, _ role: UISceneSession.Role, _ entry: SceneManifest.Entry?) {
    self.name = name
    self.role = role
    self.entry = entry
    super.init()
    sceneClass = entry?.sceneClass.flatMap(AppClass.named)
    delegateClass = entry?.delegateClass.flatMap(AppClass.named)
  }
}
