// UIScene: one instance of the app's user interface.

/// One instance of the app's user interface (SC1).
@preconcurrency @MainActor
open class UIScene: UIResponder {
  /// The state of a scene (ST2).
  public enum ActivationState: Int, Sendable {
    /// Not connected.
    case unattached = -1
    /// On screen, receives input.
    case foregroundActive = 0
    /// On screen, receives no input.
    case foregroundInactive = 1
    /// Not on screen.
    case background = 2
  }

  public let session: UISceneSession
  /// Not retained by the scene's app: the scene holds it.
  open var delegate: (any UISceneDelegate)?
  /// In each callback as ST6 has it.
  open internal(set) var activationState = ActivationState.unattached
  /// SN2: until it comes to the foreground again. The others may stay behind, and keep their empty pictures.
  var ignoresNextSnapshot = false
  open var title: String! = ""
  open var subtitle = ""
  open var activationConditions = UISceneActivationConditions()
  open var pointerLockState: UIPointerLockState? { nil }

  public required init(session: UISceneSession, connectionOptions: UIScene.ConnectionOptions) {
    self.session = session
    super.init()
    session.scene = self
  }

  open override var next: UIResponder? { UIApplication.running }

  /// Opens a URL in the app that declares its scheme (LA6).
  @preconcurrency open func open(
    _ url: URL, options: UIScene.OpenExternalURLOptions?,
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    UIApplication.running?.open(url, completionHandler: completion)
  }

  /// Restoration takes no longer than its calls do: there is nothing to extend.
  open func extendStateRestoration() {}
  open func completeStateRestoration() {}

  /// The options of a URL that the scene opens elsewhere.
  @preconcurrency @MainActor
  open class OpenExternalURLOptions: NSObject {
    open var universalLinksOnly = false
    open var eventAttribution: Any?
  }
}

extension UIScene {
  public nonisolated static let willConnectNotification = Notification.Name("UISceneWillConnectNotification")
  public nonisolated static let didDisconnectNotification = Notification.Name("UISceneDidDisconnectNotification")
  public nonisolated static let didActivateNotification = Notification.Name("UISceneDidActivateNotification")
  public nonisolated static let willDeactivateNotification = Notification.Name("UISceneWillDeactivateNotification")
  public nonisolated static let willEnterForegroundNotification =
    Notification.Name("UISceneWillEnterForegroundNotification")
  public nonisolated static let didEnterBackgroundNotification =
    Notification.Name("UISceneDidEnterBackgroundNotification")

  func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

/// The conditions on content for which a scene is activated; Roost asks the scene in front.
@preconcurrency @MainActor
open class UISceneActivationConditions: NSObject {
  open var canActivateForTargetContentIdentifierPredicate = NSPredicate(value: true)
  open var prefersToActivateForTargetContentIdentifierPredicate = NSPredicate(value: false)
}

/// There is no pointer to lock.
@preconcurrency @MainActor
open class UIPointerLockState: NSObject {
  open var isLocked: Bool { false }
}
