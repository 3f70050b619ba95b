// UIApplication: the one object that stands for the running app.

import RoostAgent

/// The centralised point of control for an app.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
  /// The app's one instance, or of its principal class (LA1). As with Apple's there is none before
  /// ``UIApplicationMain(_:_:_:_:)``.
  public class var shared: UIApplication {
    guard let running else { fatalError("UIApplication.shared was used before UIApplicationMain was called") }
    return running
  }
  static var running: UIApplication?

  /// The object that the system calls; not retained, as with Apple's: ``UIApplicationMain(_:_:_:_:)`` holds the one it
  /// makes.
  open weak var delegate: (any UIApplicationDelegate)?

  /// The state of the app now; in each callback as ST6 has it.
  open internal(set) var applicationState = State.inactive
  /// Whether files of the protection class `complete` can be read.
  open internal(set) var isProtectedDataAvailable = true

  nonisolated let backgroundTasks = BackgroundTasks()
  /// Nil where no roostd runs the app, as in a unit test.
  var channel: Channel?
  /// Whether the app, or one of its scenes, is between its launch or connection and didBecomeActive.
  var isComingForward = false
  /// Requests that only an app in front may make, and that wait until this one is.
  var asksInFront: [@MainActor () -> Void] = []
  /// Whether the app has been on the screen since it was launched.
  var hasBeenActive = false
  /// By their persistent identifiers.
  var sessions: [String: UISceneSession] = [:]
  /// The window of the main storyboard, where the delegate has no property for it (LA9).
  var mainWindow: UIWindow?

  open override var next: UIResponder? { delegate as? UIResponder }

  // MARK: Windows

  /// The app's windows, from back to front.
  open var windows: [UIWindow] { UIWindow.all }
  open var keyWindow: UIWindow? { UIWindow.key }

  // MARK: The icon

  /// The number on the app's icon, as the notification centre keeps it.
  open var applicationIconBadgeNumber: Int {
    get { badges.last ?? UNUserNotificationCenter.current().badgeCount }
    set {
      badges.append(max(0, newValue))
      UNUserNotificationCenter.current().setBadgeCount(max(0, newValue)) { _ in
        DispatchQueue.main.async { MainActor.assumeIsolated { _ = self.badges.removeFirst() } }
      }
    }
  }
  /// Numbers that were set and are not yet kept, the latest last.
  private var badges: [Int] = []
  /// The items a person can choose on the app's icon, beside those of Info.plist. They outlive the process.
  open var shortcutItems: [UIApplicationShortcutItem]? {
    get { ownShortcutItems.items }
    set { ownShortcutItems.items = newValue }
  }
  private lazy var ownShortcutItems = KeptShortcutItems()
  open var supportsAlternateIcons: Bool { false }
  open var alternateIconName: String? { nil }

  /// There is one icon.
  @preconcurrency open func setAlternateIconName(
    _ alternateIconName: String?, completionHandler: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    completionHandler?(CocoaError(.featureUnsupported))
  }

  // MARK: The screen

  /// Whether the screen is to stay on; kept for the app, nothing turns it off.
  open var isIdleTimerDisabled = false
  open internal(set) var statusBarHeight: CGFloat = 20
  open var statusBarFrame: CGRect {
    isStatusBarHidden ? .zero : CGRect(x: 0, y: 0, width: UIScreen.main.bounds.width, height: statusBarHeight)
  }
  open var statusBarStyle: UIStatusBarStyle { keyWindow?.rootViewController?.preferredStatusBarStyle ?? .default }
  open var isStatusBarHidden: Bool { keyWindow?.rootViewController?.prefersStatusBarHidden ?? false }
  open var statusBarOrientation: UIInterfaceOrientation { InterfaceOrientation.current }
  /// Turns the interface, where Info.plist, the delegate and the content that is shown allow it.
  open func setStatusBarOrientation(_ interfaceOrientation: UIInterfaceOrientation, animated: Bool) {
    InterfaceOrientation.turn(to: interfaceOrientation, self)
  }
  open var isNetworkActivityIndicatorVisible = false
  open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
  open var preferredContentSizeCategory: UIContentSizeCategory { UserAppearance.textSize }
  open var applicationSupportsShakeToEdit = false

  private var ignoresInteraction = 0
  open var isIgnoringInteractionEvents: Bool { ignoresInteraction > 0 }
  open func beginIgnoringInteractionEvents() { ignoresInteraction += 1 }
  open func endIgnoringInteractionEvents() { ignoresInteraction = max(0, ignoresInteraction - 1) }

  open func supportedInterfaceOrientations(for window: UIWindow?) -> UIInterfaceOrientationMask {
    delegate?.application(self, supportedInterfaceOrientationsFor: window) ?? InterfaceOrientation.declared
  }

  // MARK: The next launch

  /// SN2: the content of the screen is of no use as a picture of the next launch.
  open func ignoreSnapshotOnNextApplicationLaunch() {
    ignoresNextSnapshot = true
    for scene in connectedScenes { scene.ignoresNextSnapshot = true }
  }
  /// Of the app as a whole, until it comes to the foreground again: there will be another picture after that.
  var ignoresNextSnapshot = false

  open func extendStateRestoration() {}
  open func completeStateRestoration() {}
  open class func registerObject(forStateRestoration object: any UIStateRestoring, restorationIdentifier: String) {
    StateArchive.registered[restorationIdentifier] = object
  }

  // MARK: Remote notifications

  open internal(set) var isRegisteredForRemoteNotifications = false
  var notificationSettings: UIUserNotificationSettings?

  /// A token for the app on this device follows, with the delegate.
  open func registerForRemoteNotifications() {
    isRegisteredForRemoteNotifications = true
    let token = PushToken.ofApp
    DispatchQueue.main.async { [self] in
      MainActor.assumeIsolated {
        delegate?.application(self, didRegisterForRemoteNotificationsWithDeviceToken: token)
      }
    }
  }

  open func unregisterForRemoteNotifications() { isRegisteredForRemoteNotifications = false }

  // MARK: Background

  open var backgroundRefreshStatus: UIBackgroundRefreshStatus { .available }
  /// Roost fetches when it is told to.
  open func setMinimumBackgroundFetchInterval(_ minimumBackgroundFetchInterval: TimeInterval) {}
  public nonisolated static let backgroundFetchIntervalMinimum: TimeInterval = 0
  public nonisolated static let backgroundFetchIntervalNever: TimeInterval = .greatestFiniteMagnitude

  // MARK: Events

  /// Every event passes here on its way to a window.
  open func sendEvent(_ event: UIEvent) { dispatch(event) }
  open func beginReceivingRemoteControlEvents() {}
  open func endReceivingRemoteControlEvents() {}
}

/// The permission of the app to have the system fetch for it in the background.
public enum UIBackgroundRefreshStatus: Int, Sendable { case restricted, denied, available }

/// The result of a fetch in the background.
public enum UIBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }

/// The token by which a push finds the app on this device: the same as long as its container lives.
enum PushToken {
  static var ofApp: Data {
    let file = URL(fileURLWithPath: NSHomeDirectory() + "/Library/Preferences/pushToken")
    if let known = try? Data(contentsOf: file), known.count == 32 { return known }
    var random = SystemRandomNumberGenerator()
    let made = Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? made.write(to: file, options: .atomic)
    return made
  }
}
