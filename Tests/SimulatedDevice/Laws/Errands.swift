// The laws' own books of errands: the events of which an app can bring about any number by itself (BG10).

import LifecycleModel

extension Track {
  /// Each counts for so many nanoseconds at least.
  private static let leastErrand: UInt64 = 50_000_000

  /// Whether more than a background task keeps it awake behind the screen.
  var isHeldAwake: Bool { !activities.isEmpty || !wakes.isEmpty }

  /// BG10: whether its own errands wait until it is woken or on its way to the screen.
  func isOutOfErrands(_ policy: Policy) -> Bool {
    isFrozen && inErrands + inAnswers >= policy.event.wholeNanoseconds
  }

  /// The errand in flight has been run, or given up after `longest` at most.
  mutating func spendOnErrand(atMost longest: UInt64 = .max) {
    if inFlight?.event.isErrand == true { inErrands += max(min(inStep, longest), Self.leastErrand) }
  }

  mutating func renewErrands() { (inErrands, inAnswers) = (0, 0) }

  /// It is continued, perhaps for what it asked in the instant before it was stopped.
  mutating func spendOnAnswers() {
    if !unanswered.isEmpty { inAnswers += Self.leastErrand }
  }
}

extension Event {
  /// BG10: whether an app can bring about any number of them by itself.
  var isErrand: Bool {
    switch self {
    case .aside(.open), .aside(.memoryWarning), .scene(_, .open, _, _), .scene(_, .disconnect, _, _): true
    case .aside, .scene, .launch, .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive,
      .willTerminate, .input, .present, .wake, .expireWake, .progress, .expireTasks:
      isOwnErrand
    }
  }

  /// Those behind the screen that wait when its time is up.
  var isOwnErrand: Bool {
    switch self {
    case .aside(.snapshot), .aside(.discardSessions), .scene(_, .snapshot, _, _): true
    case .aside, .scene, .launch, .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive,
      .willTerminate, .input, .present, .wake, .expireWake, .progress, .expireTasks:
      false
    }
  }
}
