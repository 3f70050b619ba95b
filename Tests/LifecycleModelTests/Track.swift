// What the laws know of one process: the callbacks it has handled, and the time it was able to run in each.

import LifecycleModel

struct Track {
  /// The last life-cycle event it has handled.
  enum Landed {
    case nothing, launched, launchedInBackground, resigned, inBackground, comingForward, active, terminated
  }

  let app: AppID
  var landed = Landed.nothing
  var hasGreeted = false
  var inFlight: (sequence: EventSequence, event: Event)?
  /// It was sent A and has not handled R.
  var holdsSlot = false
  var isFrozen = false
  var isStoppedFromOutside = false
  var isKilled = false
  var isDead = false
  /// Its end is certain: it was told to end, or killed.
  var isEnding = false
  var openTasks = 0
  /// What it asked for and was not answered.
  var unanswered = 0
  var armed: Set<Step> = []

  /// Nanoseconds it was able to run: in the step in flight; coming forward; in the background with tasks open, since it
  /// was last in the foreground; since its tasks expired; since it hung up.
  var inStep: UInt64 = 0
  var inComingForward: UInt64 = 0
  var inTasks: UInt64 = 0
  var inExpiration: UInt64 = 0
  var inHangUp: UInt64 = 0
  private var seen: Instant

  init(_ app: AppID, at now: Instant) {
    self.app = app
    seen = now
  }

  var mayRun: Bool { !isFrozen && !isStoppedFromOutside && !isDead }

  mutating func pass(to now: Instant) {
    let passed = now.nanoseconds - seen.nanoseconds
    seen = now
    guard passed > 0, mayRun else { return }
    inStep += passed
    inExpiration += passed
    inHangUp += passed
    if inFlight?.event == .willEnterForeground || inFlight?.event == .didBecomeActive { inComingForward += passed }
    if landed == .inBackground, inFlight == nil, openTasks > 0 { inTasks += passed }
  }

  /// How long it has been able to run in `step`.
  func used(_ step: Step) -> UInt64 {
    switch step {
    case .launch, .resign, .enterBackground, .terminate: inStep
    case .comeForward: inComingForward
    case .backgroundTasks: inTasks
    case .expiration: inExpiration
    case .hangUp: inHangUp
    case .freezeRetry: .max
    }
  }

  /// Whether `event` may be sent to it now: the order of callbacks that every app can rely on.
  func permits(_ event: Event) -> Bool {
    switch (landed, event) {
    case (.nothing, .launch): hasGreeted
    case (.launched, .didBecomeActive), (.launched, .didEnterBackground), (.launched, .willTerminate): true
    case (.launchedInBackground, .didEnterBackground), (.launchedInBackground, .willEnterForeground),
      (.launchedInBackground, .willTerminate):
      true
    case (.resigned, .didBecomeActive), (.resigned, .didEnterBackground), (.resigned, .willTerminate): true
    case (.inBackground, .willEnterForeground), (.inBackground, .willTerminate): true
    case (.comingForward, .didBecomeActive), (.comingForward, .didEnterBackground), (.comingForward, .willTerminate):
      true
    case (.active, .willResignActive), (.active, .willTerminate): true
    case (_, .input), (_, .expireTasks): landed != .nothing && landed != .terminated
    case (.nothing, _), (.launched, _), (.launchedInBackground, _), (.resigned, _), (.inBackground, _),
      (.comingForward, _), (.active, _), (.terminated, _):
      false
    }
  }

  mutating func land(_ event: Event) {
    inFlight = nil
    switch event {
    case .launch(_, _, let state): landed = state == .background ? .launchedInBackground : .launched
    case .willResignActive: landed = .resigned
    case .didEnterBackground: landed = .inBackground
    case .willEnterForeground: landed = .comingForward
    case .didBecomeActive:
      landed = .active
      inComingForward = 0
    case .willTerminate: landed = .terminated
    case .input, .expireTasks: break
    }
  }
}
