// The facts that the laws know of one connected scene: its own little automaton (ST2, ST6, SC1).

import LifecycleModel

/// The last step that a scene has handled.
enum SceneTrack {
  case connected, inactive, active, background

  init(_ state: SceneState) {
    switch state {
    case .unattached: self = .connected
    case .foregroundInactive: self = .inactive
    case .foregroundActive: self = .active
    case .background: self = .background
    }
  }

  /// WC, F, A, R in turn with A, B; DC from behind the screen, or after R when the user swipes the app away (TE2).
  static func permits(_ event: SceneEvent, after last: SceneTrack?, isForceQuit: Bool) -> Bool {
    switch event {
    case .connect: last == nil
    case .willEnterForeground: last == .connected || last == .background
    case .didBecomeActive, .didEnterBackground: last == .inactive
    case .willResignActive: last == .active
    case .open: last == .inactive || last == .active
    case .snapshot: last == .background || last == .connected
    case .disconnect: last == .background || last == .connected || (last == .inactive && isForceQuit)
    }
  }

  static func after(_ event: SceneEvent, from last: SceneTrack?) -> SceneTrack? {
    switch event {
    case .connect: .connected
    case .willEnterForeground, .willResignActive: .inactive
    case .didBecomeActive: .active
    case .didEnterBackground: .background
    case .disconnect: nil
    case .open, .snapshot: last
    }
  }
}

extension Event {
  /// Whether its time is part of coming forward (FG2).
  var comesForward: Bool {
    switch self {
    case .willEnterForeground, .didBecomeActive, .scene(_, .connect, _, _), .scene(_, .willEnterForeground, _, _),
      .scene(_, .didBecomeActive, _, _):
      true
    case .launch, .willResignActive, .didEnterBackground, .willTerminate, .aside, .scene, .input, .present, .wake,
      .expireWake, .progress, .expireTasks:
      false
    }
  }

  /// Whether it is part of the goodbye to the scenes and sessions of an app that the user swipes away (TE2).
  var isGoodbye: Bool {
    switch self {
    case .aside(.discardSessions), .scene(_, .disconnect, _, _): true
    case .aside, .scene, .launch, .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive,
      .willTerminate, .input, .present, .wake, .expireWake, .progress, .expireTasks:
      false
    }
  }

  /// The app or scene that becomes active with it.
  func activates(_ app: AppID) -> Place? {
    switch self {
    case .didBecomeActive: Place(app: app)
    case .scene(let session, .didBecomeActive, _, _): Place(app: app, session: session)
    case .launch, .willResignActive, .didEnterBackground, .willEnterForeground, .willTerminate, .aside, .scene, .input,
      .present, .wake, .expireWake, .progress, .expireTasks:
      nil
    }
  }

  /// The app or scene that has handled its resignation when this is handled.
  func resigns(_ app: AppID) -> Place? {
    switch self {
    case .willResignActive: Place(app: app)
    case .scene(let session, .willResignActive, _, _): Place(app: app, session: session)
    case .launch, .didBecomeActive, .didEnterBackground, .willEnterForeground, .willTerminate, .aside, .scene, .input,
      .present, .wake, .expireWake, .progress, .expireTasks:
      nil
    }
  }
}
