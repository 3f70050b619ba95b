// The life of the app as a whole: the delegate's calls and the notifications, in order (LS1, LS3, LA2).

import AgentProtocol
import RoostAgent

@MainActor final class AppEvents {
  private let application: UIApplication
  private let callbacks: Callbacks
  private var delegate: (any UIApplicationDelegate)? { application.delegate }
  private var appearance = FirstAppearance.byStyle

  init(_ application: UIApplication, _ callbacks: Callbacks) {
    self.application = application
    self.callbacks = callbacks
  }

  // MARK: Launch

  /// WF, state restoration, DF; the answer is false when one of them returned false (LA6).
  func launch(_ launch: Launch, state: UIApplication.State) -> AckResult {
    appearance = launch.firstAppearance
    application.statusBarHeight = launch.statusBar
    for session in launch.sessions { _ = application.session(session) }
    RestoringSessions.begin(after: launch.exits.first)
    let isAppBased = launch.style == .app
    application.isComingForward = isAppBased && state != .background
    InterfaceOrientation.begin(application, device: launch.orientation)
    let window = isAppBased ? loadMainInterface() : nil
    let options = isAppBased || launch.options.backgroundEvent != nil ? application.launchOptions(launch) : nil
    let willFinish = callbacks.run("willFinishLaunching") {
      delegate?.application(application, willFinishLaunchingWithOptions: options) ?? true
    }
    if isAppBased {
      StateArchive.restore(application, after: launch.exits, isComingForward: application.isComingForward)
    }
    let didFinish = callbacks.run("didFinishLaunching") {
      let handled = delegate?.application(application, didFinishLaunchingWithOptions: options) ?? true
      application.post(UIApplication.didFinishLaunchingNotification, options)
      return handled
    }
    AppLaunch.hasEnded = true
    UNUserNotificationCenter.appHasLaunched()
    show(window)
    if isAppBased, appearance == .beforeForeground, state != .background {
      InterfaceOrientation.followDevice(application)
      UIWindow.presentAll()
    }
    return .answered(handled: willFinish && didFinish)
  }

  /// LA9: before WF, so that it can show the window; in the delegate's own window, if it has one already. The window of
  /// the storyboard, which nothing has shown yet; nil where there is none.
  private func loadMainInterface() -> UIWindow? {
    if let nib = AppInfo.current.mainNib, !nib.isEmpty {
      complain("unable to load the nib '\(nib)' that NSMainNibFile names: \(MainInterface.nibs)")
    }
    guard let storyboard = AppInfo.current.mainStoryboard, !storyboard.isEmpty else { return nil }
    do {
      let controller = try MainInterface.load(storyboard: storyboard, bundle: .main)
      let window = delegate?.ownWindow ?? UIWindow(frame: UIScreen.main.bounds)
      window.rootViewController = controller
      application.mainWindow = window
      delegate?.ownWindow = window
      return window
    } catch {
      complain("\(error)")
      return nil
    }
  }

  /// LA9: the storyboard's window is shown when DF has returned, unless WF or DF put another one in its place.
  private func show(_ window: UIWindow?) {
    guard let window else { return }
    let chosen = delegate?.ownWindow ?? window
    if chosen !== window { application.mainWindow = nil }
    if chosen.isHidden, chosen === window { chosen.makeKeyAndVisible() }
  }

  // MARK: Between the states

  func becomeActive() {
    call("didBecomeActive", UIApplication.didBecomeActiveNotification) { $0.applicationDidBecomeActive($1) }
    // LA2, FG3: a window that launch made visible shows now.
    if !UIWindow.mayAppear {
      InterfaceOrientation.followDevice(application)
      UIWindow.presentAll()
    }
    if !application.hasBeenActive { StateArchive.hasBeenSeen() }
    application.hasBeenActive = true
    application.hasComeForward()
  }

  func resignActive() {
    call("willResignActive", UIApplication.willResignActiveNotification) { $0.applicationWillResignActive($1) }
    application.applicationState = .inactive
  }

  func enterBackground() {
    application.hasComeForward()
    call("didEnterBackground", UIApplication.didEnterBackgroundNotification) { $0.applicationDidEnterBackground($1) }
    StateArchive.save(application)
    Caches.drop()
    UpdateCycle.hold()
  }

  func enterForeground() {
    application.ignoresNextSnapshot = false
    call("willEnterForeground", UIApplication.willEnterForegroundNotification) {
      $0.applicationWillEnterForeground($1)
    }
    UpdateCycle.release()
    application.applicationState = .inactive
  }

  func terminate() {
    call("willTerminate", UIApplication.willTerminateNotification) { $0.applicationWillTerminate($1) }
  }

  // MARK: Between times

  func warnOfMemory() {
    call("didReceiveMemoryWarning", UIApplication.didReceiveMemoryWarningNotification) {
      $0.applicationDidReceiveMemoryWarning($1)
    }
    for window in UIWindow.all { window.rootViewController?.tellOfMemoryWarning() }
    Caches.drop()
  }

  func expireTasks() {
    callbacks.run("expirationHandler") { application.backgroundTasks.expire() }
  }

  /// Delegate, then notification (LS3); both count as the callback `name`.
  private func call(
    _ name: String, _ notification: Notification.Name, _ body: (any UIApplicationDelegate, UIApplication) -> Void
  ) {
    callbacks.run(name) {
      if let delegate { body(delegate, application) }
      application.post(notification)
    }
  }
}
