// UIApplication: the one object that stands for the running app.

import RoostAgent

/// The centralised point of control for an app.
@MainActor
open class UIApplication: UIResponder {
  /// The app's one instance, or of its principal class (LA1). As with Apple's there is none before
  /// ``UIApplicationMain(_:_:_:_:)``.
  public class var shared: UIApplication {
    guard let running else { fatalError("UIApplication.shared was used before UIApplicationMain was called") }
    return running
  }
  static var running: UIApplication?

  /// What the app is told to do by the system; not retained, as with Apple's: ``UIApplicationMain(_:_:_:_:)`` holds the
  /// one it makes.
  open weak var delegate: (any UIApplicationDelegate)?

  /// What the app may do now; in each callback as ST6 has it.
  open internal(set) var applicationState = State.inactive
  /// Whether files of the protection class `complete` can be read.
  open internal(set) var isProtectedDataAvailable = true

  nonisolated let backgroundTasks = BackgroundTasks()

  open override var next: UIResponder? { delegate as? UIResponder }

  /// What an app may do.
  public enum State: Int, Sendable {
    /// On screen and receives input.
    case active
    /// On screen, receives no input.
    case inactive
    /// Runs code, not on screen.
    case background
  }

  /// Why the app was launched (LA4): the keys of the launch options.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The `URL` to open.
    public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
    /// The bundle id of the app that asked for it, a `String`.
    public static let sourceApplication = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
  }

  /// The keys of the options that come with a URL.
  public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The bundle id of the app that asked for it, a `String`.
    public static let sourceApplication = OpenURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
  }
}
