// The exact states of a process, finer than what outsiders see, and their projection onto the public five (ST1).

/// Where a process is in its life. One thing at most is in flight; an opposite wish waits until it has landed.
public enum Phase: Hashable, Codable, Sendable {
  /// Forked; its hello is awaited.
  case greeting(Placement)
  /// The launch event is with it.
  case launching(Placement, EventSequence)
  /// Nothing is in flight.
  case resting(Rest)
  /// A life-cycle callback is in flight.
  case calling(Callback, EventSequence, since: Instant)
  /// Its processes are being stopped.
  case freezing
  /// It has handled willTerminate; its exit is awaited.
  case leaving(from: AppState)
  /// SIGKILL was sent; its exit is awaited.
  case killed(ExitReason, from: AppState)

  /// What outsiders see. A callback that announces a state already shows it (A, B), one that leaves a state still does
  /// (R, F): ST6.
  public var state: AppState {
    switch self {
    case .greeting(.foreground), .launching(.foreground, _): .inactive
    case .greeting(.background), .launching(.background, _): .background
    case .resting(let rest): rest.state
    case .calling(let callback, _, _): callback.state
    case .freezing: .background
    case .leaving(let state), .killed(_, let state): state
    }
  }
}

/// Where a process can be with nothing in flight.
public enum Rest: Hashable, Codable, Sendable {
  case inactive, active
  /// Launched in the background and not told didEnterBackground yet (LA3).
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

/// A life-cycle callback in flight.
public enum Callback: Hashable, Codable, Sendable {
  case resign, enterBackground, enterForeground, activate
  case terminate(from: AppState)

  var state: AppState {
    switch self {
    case .resign, .activate: .active
    case .enterBackground, .enterForeground: .background
    case .terminate(let state): state
    }
  }

  var event: Event {
    switch self {
    case .resign: .willResignActive
    case .enterBackground: .didEnterBackground
    case .enterForeground: .willEnterForeground
    case .activate: .didBecomeActive
    case .terminate: .willTerminate
    }
  }

  var step: Step {
    switch self {
    case .resign: .resign
    case .enterBackground: .enterBackground
    case .enterForeground, .activate: .comeForward
    case .terminate: .terminate
    }
  }
}

/// Where the device wants an app to be.
public enum Goal: Hashable, Codable, Sendable { case active, inactive, background }

/// Why a process has been told to end in order.
public enum EndOrder: Hashable, Codable, Sendable {
  case forceQuit, system, shutdown
  /// BG7: it would have entered the background.
  case exitsOnSuspend

  /// The reason its record gives when it ends as ordered by `status`.
  func reason(for status: ExitStatus) -> ExitReason {
    switch self {
    case .forceQuit: .forceQuit
    case .system: .terminatedBySystem
    case .shutdown: .shutdown
    case .exitsOnSuspend: ExitReason(unordered: status)
    }
  }

  /// The reason given when a suspended process is killed on this order, without a call (TE1).
  var silently: ExitReason {
    switch self {
    case .forceQuit: .forceQuit
    case .system, .exitsOnSuspend: .terminatedBySystem
    case .shutdown: .shutdown
    }
  }
}

extension ExitReason {
  /// The reason of an end that nobody here asked for.
  init(unordered status: ExitStatus) {
    switch status {
    case .exited(let code): self = .exited(code: code)
    case .signaled(let signal): self = .crashed(signal: signal)
    }
  }
}
