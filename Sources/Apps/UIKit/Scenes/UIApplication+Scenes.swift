// The scenes that an app knows, and its requests for others (SC4).

import AgentProtocol
import RoostAgent

extension UIApplication {
  /// The scenes that are connected.
  public var connectedScenes: Set<UIScene> { Set(sessions.values.compactMap(\.scene)) }
  /// All sessions, also those of scenes that are not connected.
  public var openSessions: Set<UISceneSession> { Set(sessions.values) }
  public var supportsMultipleScenes: Bool { SceneManifest.ofBundle.supportsMultipleScenes }

  /// Brings a scene forward; a new one when no session is named.
  public func requestSceneSessionActivation(
    _ sceneSession: UISceneSession?, userActivity: NSUserActivity?, options: UIScene.ActivationRequestOptions?,
    errorHandler: ((any Error) -> Void)? = nil
  ) {
    let session = sceneSession?.persistentIdentifier
    guard let userActivity else { return ask(.requestScene(session: session, activity: nil), errorHandler) }
    if let activity = userActivity.sent {
      ask(.requestScene(session: session, activity: activity), errorHandler)
    } else {
      let error = UISceneError(.requestDenied, "the scene's activity is too large: \(NSUserActivity.bounds)")
      tell(errorHandler, of: error)
    }
  }

  /// As ``requestSceneSessionActivation(_:userActivity:options:errorHandler:)``.
  public func activateSceneSession(
    for request: UISceneSessionActivationRequest, errorHandler: ((any Error) -> Void)? = nil
  ) {
    requestSceneSessionActivation(
      request.session, userActivity: request.userActivity, options: request.options, errorHandler: errorHandler)
  }

  /// Closes a scene for good.
  public func requestSceneSessionDestruction(
    _ sceneSession: UISceneSession, options: UISceneDestructionRequestOptions?,
    errorHandler: ((any Error) -> Void)? = nil
  ) {
    ask(.destroySession(sceneSession.persistentIdentifier), errorHandler)
  }

  /// Has the picture of a scene in the background taken again.
  public func requestSceneSessionRefresh(_ sceneSession: UISceneSession) {
    for window in (sceneSession.scene as? UIWindowScene)?.windows ?? [] { window.hasChangesSinceSnapshot = true }
    ask(.refreshSession(sceneSession.persistentIdentifier), nil)
  }

  private func ask(_ method: Request.Method, _ errorHandler: ((any Error) -> Void)?) {
    do {
      _ = try channel?.request(method)
    } catch {
      tell(errorHandler, of: UISceneError(error))
    }
  }

  /// When the request has returned, as on iOS: the app is not told in the middle of what it asks for.
  private func tell(_ errorHandler: ((any Error) -> Void)?, of error: UISceneError) {
    guard let errorHandler else { return }
    Task { errorHandler(error) }
  }

  /// The session that roostd speaks of, made when it is new.
  func session(_ session: Session) -> UISceneSession {
    if let known = sessions[session.id] { return known }
    let new = UISceneSession(session)
    sessions[session.id] = new
    return new
  }
}

extension UIScene {
  /// The options with which a scene is to be activated.
  @preconcurrency @MainActor
  open class ActivationRequestOptions: NSObject {
    /// The scene that asks.
    open var requestingScene: UIScene?
    open var collectionJoinBehavior = 0
  }
}

/// The options with which a scene is to go.
@preconcurrency @MainActor
open class UISceneDestructionRequestOptions: NSObject {}

/// The options with which a window is to go.
@preconcurrency @MainActor
open class UIWindowSceneDestructionRequestOptions: UISceneDestructionRequestOptions {
  public enum DismissalAnimation: Int, Sendable { case standard = 1, commit, decline }
  open var windowDismissalAnimation = DismissalAnimation.standard
}

/// A request to activate a scene.
@preconcurrency @MainActor
public final class UISceneSessionActivationRequest {
  public let role: UISceneSession.Role
  public let session: UISceneSession?
  public var userActivity: NSUserActivity?
  public var options: UIScene.ActivationRequestOptions?

  public init(
    role: UISceneSession.Role = .windowApplication, userActivity: NSUserActivity? = nil,
    options: UIScene.ActivationRequestOptions? = nil
  ) {
    self.role = role
    session = nil
    self.userActivity = userActivity
    self.options = options
  }

  public init(
    session: UISceneSession, userActivity: NSUserActivity? = nil, options: UIScene.ActivationRequestOptions? = nil
  ) {
    role = session.role
    self.session = session
    self.userActivity = userActivity
    self.options = options
  }
}

/// The reason why a scene could not be had.
public struct UISceneError: Error, CustomStringConvertible, LocalizedError, Sendable {
  public enum Code: Int, Sendable {
    case multipleScenesNotSupported = 0
    case requestDenied = 1
    case geometryRequestUnsupported = 100
    case geometryRequestDenied = 101
  }

  public let code: Code
  public let description: String
  public var errorDescription: String? { description }
  public static var errorDomain: String { "UISceneErrorDomain" }

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  init(_ error: RequestError) {
    switch error {
    case .refused("NotSupported", _): code = .multipleScenesNotSupported
    case .refused, .channelEnded: code = .requestDenied
    }
    description = error.description
  }
}

extension UISceneError: CustomNSError {
  public var errorCode: Int { code.rawValue }
}
