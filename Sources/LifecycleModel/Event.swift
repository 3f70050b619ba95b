// What apps are told.

/// An event sent down an app's channel. Every one is acknowledged when its handler has returned (roost-agent(7)).
public enum Event: Hashable, Codable, Sendable {
  /// WF, state restoration, DF; `state` is what `applicationState` says in them (ST6).
  case launch(LaunchOptions, style: LifecycleStyle, state: AppState)
  case willResignActive
  case didEnterBackground
  case willEnterForeground
  case didBecomeActive
  case willTerminate
  /// One JSON object of input, passed on as it came (FG4).
  case input(String)
  /// The budget for background tasks is used up: their expiration handlers run (BX1).
  case expireTasks

  /// What `applicationState` says while the event is handled (ST6); nil where the event does not fix it.
  public var state: AppState? {
    switch self {
    case .launch(_, _, let state): state
    case .willResignActive, .didBecomeActive, .input: .active
    case .didEnterBackground, .willEnterForeground: .background
    case .willTerminate, .expireTasks: nil
    }
  }

  /// The delegate call an app that sends no traces is said to be in: the UIKit selector's base name.
  public var callback: String {
    switch self {
    case .launch: "didFinishLaunching"
    case .willResignActive: "willResignActive"
    case .didEnterBackground: "didEnterBackground"
    case .willEnterForeground: "willEnterForeground"
    case .didBecomeActive: "didBecomeActive"
    case .willTerminate: "willTerminate"
    case .input: "input"
    case .expireTasks: "expirationHandler"
    }
  }
}

/// What an app asks for over its channel.
public enum AppRequest: Hashable, Codable, Sendable {
  case beginBackgroundTask(name: String?)
  case endBackgroundTask(BackgroundTaskID)
  case backgroundTimeRemaining
  /// A method of a later version.
  case unknown(method: String)
}

/// What it is answered.
public enum AppAnswer: Hashable, Codable, Sendable {
  /// ``BackgroundTaskID/invalid`` when no task can be had (BX2, BX6).
  case backgroundTask(BackgroundTaskID)
  case done
  /// Nil: no limit, the app is in the foreground (BX1).
  case timeRemaining(Duration?)
  case unknownTask(BackgroundTaskID)
  case unknownMethod(String)
}
