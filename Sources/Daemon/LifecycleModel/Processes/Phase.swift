// The exact states of a process, finer than what outsiders see (ST1).

/// The place of a process in its life. One thing at most is in flight; an opposite wish waits until it has landed.
public enum Phase: Hashable, Codable, Sendable {
  /// Forked; its hello is awaited.
  case greeting(Placement)
  /// The launch event is with it.
  case launching(Placement, EventSequence)
  /// Nothing is in flight.
  case resting(Rest)
  /// A callback is in flight.
  case calling(Callback, EventSequence, since: Instant)
  /// Its processes are being stopped.
  case freezing
  /// It has handled willTerminate; its exit is awaited.
  case leaving(from: AppState)
  /// SIGKILL was sent; its exit is awaited.
  case killed(ExitReason, from: AppState)
}

/// The places of a process with nothing in flight.
public enum Rest: Hashable, Codable, Sendable {
  case inactive, active
  /// Launched in the background and not told didEnterBackground yet (LA3); app-based.
  case launchedInBackground
  case background, suspended

  var state: AppState {
    switch self {
    case .inactive: .inactive
    case .active: .active
    case .launchedInBackground, .background: .background
    case .suspended: .suspended
    }
  }
}

/// A callback in flight.
public enum Callback: Hashable, Codable, Sendable {
  case resign, enterBackground, enterForeground, activate
  case terminate(from: AppState)
  /// It leaves the app where it was.
  case aside(Aside, at: Rest)
  case scene(SessionID, SceneEvent, state: AppState, isFollowed: Bool)

  /// The state that outsiders see meanwhile. A callback that announces a state shows it already (A, B); one that leaves
  /// a state shows it still (R, F): ST6.
  var state: AppState {
    switch self {
    case .resign, .activate: .active
    case .enterBackground, .enterForeground: .background
    case .terminate(let state), .scene(_, _, let state, _): state
    case .aside(_, let rest): rest.state
    }
  }

  var event: Event {
    switch self {
    case .resign: .willResignActive
    case .enterBackground: .didEnterBackground
    case .enterForeground: .willEnterForeground
    case .activate: .didBecomeActive
    case .terminate: .willTerminate
    case .aside(let aside, _): .aside(aside)
    case .scene(let session, let event, let state, let isFollowed):
      .scene(session, event, state: state, isFollowed: isFollowed)
    }
  }

  var step: Step {
    switch self {
    case .resign, .scene(_, .willResignActive, _, _): .resign
    case .enterBackground, .scene(_, .didEnterBackground, _, _): .enterBackground
    case .enterForeground, .activate, .scene(_, .connect, _, _), .scene(_, .willEnterForeground, _, _),
      .scene(_, .didBecomeActive, _, _):
      .comeForward
    case .terminate: .terminate
    case .aside(.snapshot, _), .scene(_, .snapshot, _, _): .snapshot
    case .aside(.open, _), .aside(.statusBar, _), .aside(.notice, _), .aside(.discardSessions, _), .aside(.settled, _),
      .aside(.memoryWarning, _), .aside(.closeDevices, _), .scene(_, .disconnect, _, _), .scene(_, .open, _, _):
      .event
    }
  }
}
