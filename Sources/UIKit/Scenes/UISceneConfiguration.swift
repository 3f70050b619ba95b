// UISceneConfiguration: which classes and storyboard a scene is made of.

/// How a scene is set up: by an entry of Info.plist's scene manifest, or in code.
@preconcurrency @MainActor
open class UISceneConfiguration: NSObject {
  /// The name of an entry of the manifest; nil for one made in code.
  public let name: String?
  public let role: UISceneSession.Role
  /// A `UIScene` or one of its subclasses; nil means `UIWindowScene`.
  open var sceneClass: AnyClass?
  open var delegateClass: AnyClass?
  open var storyboard: UIStoryboard?
  /// What the manifest says of the name; nil for one made in code.
  let entry: SceneManifest.Entry?

  /// Takes over what the manifest says of `name` for `sessionRole`; of the first entry when it is nil and there is one.
  public init(name: String?, sessionRole: UISceneSession.Role) {
    self.name = name
    role = sessionRole
    entry = name.flatMap { SceneManifest.ofBundle.entry($0, sessionRole) }
    super.init()
    sceneClass = entry?.sceneClass.flatMap(AppClass.named)
    delegateClass = entry?.delegateClass.flatMap(AppClass.named)
  }
}
