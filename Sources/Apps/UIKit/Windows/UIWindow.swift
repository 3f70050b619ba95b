// UIWindow: where an app shows its views.

/// The place on screen where an app shows its content.
@preconcurrency @MainActor
open class UIWindow: UIView {
  /// The scene that the window belongs to; none in an app without scenes.
  open weak var windowScene: UIWindowScene? { didSet { sceneChanged(from: oldValue) } }
  /// The controller whose view fills the window.
  open var rootViewController: UIViewController? { didSet { rootChanged(from: oldValue) } }
  /// The level of the window: the higher it is, the further in front is the window.
  open var windowLevel = Level.normal
  open var screen: UIScreen { .main }
  open var canResizeToFitContent = false
  /// Whether this is the key window of its scene, or of an app without scenes: the one that receives input not bound to a
  /// place while the user is there.
  open var isKeyWindow: Bool { UIWindow.keyWindow(of: windowScene) === self }

  /// Whether the window looks different from its last picture.
  var hasChangesSinceSnapshot = true { didSet { if hasChangesSinceSnapshot { LivePicture.changes += 1 } } }
  private var hasAppeared = false
  /// The root view controller has not yet heard that its view is on the screen.
  private var isAppearing = false

  /// All windows there are, from back to front; those of one level in the order they were made.
  static var all: [UIWindow] {
    registered.compactMap(\.window).enumerated()
      .sorted { ($0.element.windowLevel.rawValue, $0.offset) < ($1.element.windowLevel.rawValue, $1.offset) }
      .map(\.element)
  }
  /// The app's key window: that of the active scene that was the last to get it, or to become active.
  static var key: UIWindow? {
    let windows = keys.compactMap(\.window)
    let inFront = windows.last { $0.windowScene.map { $0.activationState == .foregroundActive } ?? true }
    return inFront ?? windows.last
  }
  /// Whether launch has come so far that windows may show (LA2).
  static var mayAppear = false

  private struct Reference { weak var window: UIWindow? }
  private static var registered: [Reference] = []
  /// The key window of each scene, and of the windows without one; the latest is the last.
  private static var keys: [Reference] = []
  /// A scene holds its visible windows, though its delegate may not.
  private static var kept: [UIWindow] = []

  public override init(frame: CGRect) {
    super.init(frame: frame)
    register()
  }
  public init(windowScene: UIWindowScene) {
    super.init(frame: UIScreen.main.bounds)
    self.windowScene = windowScene
    register()
  }
  public convenience init() { self.init(frame: UIScreen.main.bounds) }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    register()
  }

  private func register() {
    super.isHidden = true
    UIWindow.registered.removeAll { $0.window == nil }
    UIWindow.registered.append(Reference(window: self))
  }

  open override var window: UIWindow? { self }
  open override var safeAreaInsets: UIEdgeInsets { fillsScreen ? screen.safeArea : .zero }
  open override var next: UIResponder? { windowScene ?? UIApplication.running }

  /// Whether the window is kept off the screen; a new window is.
  open override var isHidden: Bool {
    didSet {
      guard isHidden != oldValue else { return }
      UIWindow.keepOrRelease(self)
      if isHidden && isKeyWindow { UIWindow.changeKey(of: windowScene, to: UIWindow.topmost(of: windowScene)) }
      if !isHidden { rootViewController?.loadViewIfNeeded() }
      post(isHidden ? UIWindow.didBecomeHiddenNotification : UIWindow.didBecomeVisibleNotification)
      if UIWindow.mayAppear { contentAppears() }
      setNeedsLayout()
    }
  }

  /// Shows the window and makes it the key window.
  open func makeKeyAndVisible() {
    isHidden = false
    makeKey()
  }
  /// Makes this the window that gets input not bound to a place.
  open func makeKey() { UIWindow.changeKey(of: windowScene, to: self) }
  /// Hands an event to the recognisers and the views that it is for.
  open func sendEvent(_ event: UIEvent) { dispatch(event) }
  open func becomeKey() {}
  open func resignKey() {}

  /// The root view controller's view comes on screen, with the calls that go with it. It happens once in the life of a
  /// root view controller, not at each return to the foreground (FG3).
  /// - Parameter wholly: else ``contentHasAppeared()`` ends it.
  func contentAppears(wholly: Bool = true) {
    guard !isHidden, !hasAppeared, let rootViewController else { return }
    hasAppeared = true
    installRootView(rootViewController)
    rootViewController.beginAppearanceTransition(true, animated: false)
    rootViewController.viewIsIn()
    rootViewController.loadedView?.layoutIfNeeded()
    isAppearing = true
    if wholly { contentHasAppeared() }
  }

  func contentHasAppeared() {
    guard isAppearing else { return }
    isAppearing = false
    rootViewController?.endAppearanceTransition()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if hasAppeared { rootViewController?.viewIfLoaded?.frame = contentFrame }
  }

  /// The place of the root view: below the part by which the status bar is taller than usual, as during a call (IN6).
  private var contentFrame: CGRect {
    bounds.inset(by: UIEdgeInsets(top: fillsScreen ? screen.callBarHeight : 0, left: 0, bottom: 0, right: 0))
  }
  private var fillsScreen: Bool { frame == UIScreen.main.bounds }

  private func installRootView(_ controller: UIViewController) {
    guard let view = controller.view else { return }
    view.frame = contentFrame
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    if view.superview !== self { insertSubview(view, at: 0) }
  }

  private func rootChanged(from old: UIViewController?) {
    guard old !== rootViewController else { return }
    // Left on top, it would take the touches for the new content, and nobody could dismiss it.
    if let old { UIViewController.takeDown(old.coverings, animated: false) }
    if hasAppeared { old?.runAppearance(false, animated: false) }
    old?.viewIfLoaded?.removeFromSuperview()
    hasAppeared = false
    isAppearing = false
    contentChanged()
    if !isHidden { rootViewController?.loadViewIfNeeded() }
    if UIWindow.mayAppear { contentAppears() }
  }

  /// Nil: of the windows without a scene.
  static func keyWindow(of scene: UIWindowScene?) -> UIWindow? {
    keys.compactMap(\.window).last { $0.windowScene === scene }
  }

  private static func topmost(of scene: UIWindowScene?) -> UIWindow? {
    all.last { !$0.isHidden && $0.windowScene === scene }
  }

  /// The user is in the scene now: its key window is the app's. Nobody is told, as on iOS: the scene had it before.
  static func userIs(in scene: UIScene) {
    guard let scene = scene as? UIWindowScene, let window = keyWindow(of: scene) else { return }
    changeKey(of: scene, to: window)
  }

  private static func changeKey(of scene: UIWindowScene?, to window: UIWindow?) {
    let old = keyWindow(of: scene)
    keys.removeAll { $0.window.map { $0.windowScene === scene } ?? true }
    if let window { keys.append(Reference(window: window)) }
    guard old !== window else { return }
    if let old {
      old.resignKey()
      old.post(didResignKeyNotification)
    }
    if let window {
      window.becomeKey()
      window.post(didBecomeKeyNotification)
    }
  }

  /// The key window of a scene that it leaves is that no more, as if it were hidden.
  private func sceneChanged(from old: UIWindowScene?) {
    UIWindow.keepOrRelease(self)
    guard let old, old !== windowScene, UIWindow.keys.contains(where: { $0.window === self }) else { return }
    UIWindow.keys.removeAll { $0.window === self }
    resignKey()
    post(UIWindow.didResignKeyNotification)
    if UIWindow.keyWindow(of: old) == nil { UIWindow.changeKey(of: old, to: UIWindow.topmost(of: old)) }
  }

  private static func keepOrRelease(_ window: UIWindow) {
    kept.removeAll { $0 === window }
    if window.windowScene != nil && !window.isHidden { kept.append(window) }
  }

  private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

extension UIWindow {
  /// The level of a window: the higher it is, the further in front is the window.
  public struct Level: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    public static let normal = Level(0)
    public static let statusBar = Level(1000)
    public static let alert = Level(2000)
    public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    public static func + (a: Level, b: CGFloat) -> Level { Level(a.rawValue + b) }
    public static func - (a: Level, b: CGFloat) -> Level { Level(a.rawValue - b) }
  }

  public nonisolated static let didBecomeVisibleNotification = Notification.Name("UIWindowDidBecomeVisibleNotification")
  public nonisolated static let didBecomeHiddenNotification = Notification.Name("UIWindowDidBecomeHiddenNotification")
  public nonisolated static let didBecomeKeyNotification = Notification.Name("UIWindowDidBecomeKeyNotification")
  public nonisolated static let didResignKeyNotification = Notification.Name("UIWindowDidResignKeyNotification")

  /// Shows what was made visible before launch was through (LA2).
  static func presentAll() {
    mayAppear = true
    for window in all { window.contentAppears() }
  }
}
