// What an app does with each event of roostd's: the delegate's calls and the notifications, in order (LS3), with
// applicationState as ST6 has it.

import AgentProtocol
import RoostAgent

@MainActor final class LifecycleEvents {
  private let application: UIApplication
  private let channel: Channel
  private let callbacks: Callbacks
  private var delegate: (any UIApplicationDelegate)? { application.delegate }

  init(_ application: UIApplication, _ channel: Channel) {
    self.application = application
    self.channel = channel
    callbacks = Callbacks(channel)
    application.backgroundTasks.attach(channel)
  }

  func start() {
    let delivery = Delivery(handle: { self.handle($0) })
    delivery.start(channel, library: "UIKit/1") { deliver in
      // RunLoop.perform, so that dispatch's main queue goes on while a callback runs the run loop itself; it wakes
      // nobody (CFRunLoopPerformBlock), the empty block on the main queue does.
      RunLoop.main.perform(inModes: [.common], block: deliver)
      DispatchQueue.main.async {}
    }
  }

  func handle(_ event: Event) {
    if let state = event.state { application.applicationState = UIApplication.State(state) }
    let result = respond(to: event.body)
    channel.send(.ack(Ack(event.sequence, result)))
    // TE1: an app that was told to terminate does.
    if event.body == .willTerminate { exit(EXIT_SUCCESS) }
  }

  private func respond(to event: Event.Body) -> AckResult {
    switch event {
    case .launch(let launch):
      return .answered(handled: finishLaunching(UIApplication.launchOptions(launch.options)))
    case .willResignActive:
      call("willResignActive", UIApplication.willResignActiveNotification) { $0.applicationWillResignActive($1) }
      application.applicationState = .inactive
    case .didEnterBackground:
      call("didEnterBackground", UIApplication.didEnterBackgroundNotification) { $0.applicationDidEnterBackground($1) }
    case .willEnterForeground:
      call("willEnterForeground", UIApplication.willEnterForegroundNotification) {
        $0.applicationWillEnterForeground($1)
      }
      application.applicationState = .inactive
    case .didBecomeActive:
      call("didBecomeActive", UIApplication.didBecomeActiveNotification) { $0.applicationDidBecomeActive($1) }
    case .willTerminate:
      call("willTerminate", UIApplication.willTerminateNotification) { $0.applicationWillTerminate($1) }
    case .memoryWarning:
      call("didReceiveMemoryWarning", UIApplication.didReceiveMemoryWarningNotification) {
        $0.applicationDidReceiveMemoryWarning($1)
      }
    case .protectedData(available: true):
      application.isProtectedDataAvailable = true
      call("protectedDataDidBecomeAvailable", UIApplication.protectedDataDidBecomeAvailableNotification) {
        $0.applicationProtectedDataDidBecomeAvailable($1)
      }
    case .protectedData(available: false):
      call("protectedDataWillBecomeUnavailable", UIApplication.protectedDataWillBecomeUnavailableNotification) {
        $0.applicationProtectedDataWillBecomeUnavailable($1)
      }
      application.isProtectedDataAvailable = false
    case .notification(kind: "time", payload: _):
      callbacks.run("significantTimeChange") {
        application.post(UIApplication.significantTimeChangeNotification)
        delegate?.applicationSignificantTimeChange(application)
      }
    case .openURL(let string, let sourceApplication):
      return .answered(handled: open(string, from: sourceApplication))
    case .expireTasks:
      callbacks.run("expirationHandler") { application.backgroundTasks.expire() }
    case .input:
      break
    case .notification, .connectScene, .disconnectScene, .discardSessions, .shortcut, .userActivity, .snapshot, .settled,
      .statusBar, .backgroundEvent, .expireEvent, .other:
      return .unsupported
    }
    return .handled
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

  /// WF, DF; true unless one of them returned false (LA6).
  private func finishLaunching(_ options: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    let willFinish = callbacks.run("willFinishLaunching") {
      delegate?.application(application, willFinishLaunchingWithOptions: options) ?? true
    }
    let didFinish = callbacks.run("didFinishLaunching") {
      let handled = delegate?.application(application, didFinishLaunchingWithOptions: options) ?? true
      application.post(UIApplication.didFinishLaunchingNotification, options)
      return handled
    }
    return willFinish && didFinish
  }

  private func open(_ string: String, from sourceApplication: String?) -> Bool {
    guard let url = URL(string: string) else { return false }
    return callbacks.run("openURL") {
      delegate?.application(
        application, open: url, options: sourceApplication.map { [.sourceApplication: $0] } ?? [:]) ?? false
    }
  }
}

extension UIApplication.State {
  init(_ state: ApplicationState) {
    switch state {
    case .active: self = .active
    case .inactive: self = .inactive
    case .background: self = .background
    }
  }
}

extension UIApplication {
  /// Nil when the app was launched by its icon, as UIKit has it.
  static func launchOptions(_ options: LaunchOptions) -> [LaunchOptionsKey: Any]? {
    var keyed: [LaunchOptionsKey: Any] = [:]
    if let url = options.url.flatMap(URL.init(string:)) { keyed[.url] = url }
    if let sourceApplication = options.sourceApplication { keyed[.sourceApplication] = sourceApplication }
    return keyed.isEmpty ? nil : keyed
  }
}
