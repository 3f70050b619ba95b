// An app inside the test process: a real channel over two pipes, and a delegate that writes down what it is told.

import AgentProtocol
import RoostAgent

@testable import UIKit

/// The supervisor's ends of the pipes, and a channel on the app's ends.
struct Pipes {
  let channel: Channel
  /// Write events here.
  let events: CInt
  /// Read what the app says here.
  let replies: CInt

  init() {
    var toApp: [CInt] = [0, 0]
    var fromApp: [CInt] = [0, 0]
    precondition(pipe(&toApp) == 0 && pipe(&fromApp) == 0)
    // A process that another test starts would keep an end open, and nobody would hear that it has been closed.
    for end in toApp + fromApp { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    channel = Channel(events: toApp[0], replies: fromApp[1])
    events = toApp[1]
    replies = fromApp[0]
  }

  /// The result of one read(2): the messages that the app wrote with one or several writes since the last. Nothing
  /// after forty minutes: on a busy machine the main actor has other tests' work to do first.
  func read() throws -> [AppMessage] {
    var readable = pollfd(fd: replies, events: Int16(POLLIN), revents: 0)
    guard poll(&readable, 1, 2_400_000) == 1 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(replies, &buffer, buffer.count)
    return try buffer[..<count].split(separator: UInt8(ascii: "\n")).map { try AppMessage(line: Array($0)) }
  }

  func send(_ line: [UInt8]) { _ = line.withUnsafeBytes { write(events, $0.baseAddress, $0.count) } }
}

/// Runs events through the app's side of the life cycle.
@MainActor final class App {
  let application: UIApplication
  let delegate = Recorder()
  let pipes = Pipes()
  let events: LifecycleEvents
  private var sequence: UInt64 = 0
  private var observers: [any NSObjectProtocol] = []

  /// - Parameters:
  ///   - info: the app's Info.plist, without the lines around its keys.
  ///   - container: whether the process before it has left something there.
  init(info: String = "", container: Container.Content = .new) {
    application = UIApplication()
    application.delegate = delegate
    events = LifecycleEvents(application, pipes.channel)
    // As a process begins; each test is an app of its own.
    Container.begin(container)
    UIApplication.running = application
    AppInfo.current = AppInfo(keys: info)
    InterfaceOrientation.current = .portrait
    UIDevice.current.turn(to: .portrait)
    UserAppearance.become(style: "light")
    UserAppearance.become(textSize: "large")
    UIWindow.mayAppear = false
    for window in UIWindow.all { window.isHidden = true }
    UpdateCycle.release()
    observe()
  }

  isolated deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    for window in UIWindow.all { window.isHidden = true }
    UIApplication.running = nil
    AppInfo.current = AppInfo()
    InterfaceOrientation.current = .portrait
    UpdateCycle.release()
  }

  func handle(_ body: Event.Body, state: ApplicationState? = nil, scene: String? = nil, more: Bool = false) {
    sequence += 1
    events.handle(Event(sequence: sequence, state: state, scene: scene, isFollowed: more, body))
  }

  /// As ``handle(_:state:scene:more:)``; returns the acknowledgement of the event, nil when there is none yet.
  func answer(to body: Event.Body, state: ApplicationState? = nil, scene: String? = nil) throws -> AckResult? {
    handle(body, state: state, scene: scene)
    guard case .ack(let ack)? = try pipes.read().last, ack.sequence == sequence else { return nil }
    return ack.result
  }

  /// The calls since the last look.
  func takeCalls() -> [Call] {
    defer { delegate.calls = [] }
    return delegate.calls
  }

  private func observe() {
    for name in [
      UIApplication.didFinishLaunchingNotification, UIApplication.didBecomeActiveNotification,
      UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification,
      UIApplication.willEnterForegroundNotification, UIApplication.didReceiveMemoryWarningNotification,
      UIApplication.significantTimeChangeNotification, UIApplication.protectedDataWillBecomeUnavailableNotification,
      UIApplication.protectedDataDidBecomeAvailableNotification,
    ] {
      let center = NotificationCenter.default
      observers.append(
        center.addObserver(forName: name, object: application, queue: nil) { [unowned self] _ in
          MainActor.assumeIsolated {
            delegate.calls.append(Call(.notification(name), in: application.applicationState))
          }
        })
    }
  }
}

/// The home of the apps in this process, as roostd's HOME is (LA7).
enum Container {
  private static let own = NSTemporaryDirectory() + "uikit-tests-\(getpid())"

  static let path: String = {
    let path = own + "/com.example.test"
    setenv("CFFIXED_USER_HOME", path, 1)
    // The last test leaves its files in it.
    atexit { try? FileManager.default.removeItem(atPath: own) }
    return path
  }()

  enum Content { case new, kept }

  static func begin(_ content: Content) {
    if content == .new { try? FileManager.default.removeItem(atPath: path) }
  }
}

extension AppInfo {
  init(keys: String) {
    let list = Data("<plist version=\"1.0\"><dict>\(keys)</dict></plist>".utf8)
    self = (try? PropertyListDecoder().decode(AppInfo.self, from: list)) ?? AppInfo()
  }
}

/// One call of the delegate or one notification, and what applicationState said in it.
struct Call: Equatable {
  enum What: Equatable {
    case delegate(String)
    case notification(Notification.Name)
  }
  let what: What
  let state: UIApplication.State

  init(_ what: What, in state: UIApplication.State) {
    self.what = what
    self.state = state
  }
}

/// Also a delegate by `@main`'s rules: NSObject's init() is all it has.
final class Recorder: NSObject, UIApplicationDelegate {
  var calls: [Call] = []
  var answers = (willFinish: true, didFinish: true)
  var launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  var during: (() -> Void)?

  private func note(_ name: String, _ application: UIApplication) {
    calls.append(Call(.delegate(name), in: application.applicationState))
    during?()
  }

  func application(
    _ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    note("willFinishLaunching", application)
    self.launchOptions = launchOptions
    return answers.willFinish
  }
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    note("didFinishLaunching", application)
    return answers.didFinish
  }
  func applicationDidBecomeActive(_ application: UIApplication) { note("didBecomeActive", application) }
  func applicationWillResignActive(_ application: UIApplication) { note("willResignActive", application) }
  func applicationDidEnterBackground(_ application: UIApplication) { note("didEnterBackground", application) }
  func applicationWillEnterForeground(_ application: UIApplication) { note("willEnterForeground", application) }
  func applicationDidReceiveMemoryWarning(_ application: UIApplication) { note("didReceiveMemoryWarning", application) }
  func applicationSignificantTimeChange(_ application: UIApplication) { note("significantTimeChange", application) }
  func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
    note("protectedDataWillBecomeUnavailable", application)
  }
  func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
    note("protectedDataDidBecomeAvailable", application)
  }
}
