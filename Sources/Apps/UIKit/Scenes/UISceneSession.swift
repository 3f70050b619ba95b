// UISceneSession: what is kept of a scene when the scene, its process or the machine is gone (SC1).

import AgentProtocol
import WireJSON

/// A scene's identity, its configuration, and what it is restored from.
@preconcurrency @MainActor
open class UISceneSession: NSObject {
  /// The purpose of a scene.
  public struct Role: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// A window on the device's own screen.
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    /// A window on another screen.
    public static let windowExternalDisplayNonInteractive =
      Role(rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
    public static let windowExternalDisplay = Role(rawValue: "UIWindowSceneSessionRoleExternalDisplay")
  }

  /// The scene while it is connected.
  open internal(set) weak var scene: UIScene?
  public let role: Role
  /// The setup of the scene.
  open internal(set) var configuration: UISceneConfiguration
  /// The same in every process of the app.
  public let persistentIdentifier: String
  /// The activity that the scene gave when it last entered the background (SC5).
  open var stateRestorationActivity: NSUserActivity?
  /// The app's own notes about the session; they live as long as the process.
  open var userInfo: [String: Any]?

  init(_ session: Session) {
    persistentIdentifier = session.id
    role = Role(rawValue: session.role)
    configuration = UISceneConfiguration(name: session.configuration, sessionRole: role)
    stateRestorationActivity = (session.activity?.value).flatMap(NSUserActivity.init(json:))
  }
}
