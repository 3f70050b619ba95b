// Errands: the events of which an app can bring about any number by itself, and the time that it has for them (BG10).

extension Callback {
  /// A picture, something to open, a scene or a session that goes, a memory warning: of what it holds it is warned anew (ME5).
  var isErrand: Bool {
    switch self {
    case .aside(.snapshot, _), .aside(.open, _), .aside(.discardSessions, _), .scene(_, .snapshot, _, _),
      .aside(.memoryWarning, _), .scene(_, .open, _, _), .scene(_, .disconnect, _, _):
      true
    case .resign, .enterBackground, .enterForeground, .activate, .terminate, .aside(.statusBar, _),
      .aside(.notice, _), .aside(.closeDevices, _), .aside(.settled, _),
      .scene(_, .connect, _, _), .scene(_, .willResignActive, _, _), .scene(_, .didEnterBackground, _, _),
      .scene(_, .willEnterForeground, _, _), .scene(_, .didBecomeActive, _, _):
      false
    }
  }
}

extension AppProcess {
  /// The least that an errand counts for: the daemon has its work with each.
  private static let leastErrand = Duration.milliseconds(50)

  /// Whether errands are a part of what others wait for, and of what keeps it running behind the screen. Together they have the time
  /// of one event, since it left the screen, was woken, or came to rest on the screen.
  func hasTimeForErrands(of limit: Duration) -> Bool { wakefulness.errands < limit }

  /// Whether an errand may be run now, and not only later. One behind the screen waits until the app is woken or on its way to the
  /// screen, unless the app runs on anyway; any other is run, and nobody waits for it where the app is `atRest`.
  func mayRunErrand(atRest isAtRest: Bool = true, _ turn: inout Turn) -> Bool {
    if hasTimeForErrands(of: turn.policy.event) { return true }
    guard !isInBackground || runsOnAnyway else { return false }
    if isAtRest { turn.comeToRest(app) }
    return true
  }

  /// Whether it is still told of a memory warning: one behind the screen that has had its time hears no more of them, as one that
  /// sleeps (ME2).
  func mayHearWarning(_ limit: Duration) -> Bool { !isInBackground || hasTimeForErrands(of: limit) || runsOnAnyway }

  /// Whether more than a background task keeps it awake: the budget of those stands still while none is open (BX1), and one that is
  /// open only between two errands uses up nothing of it.
  private var runsOnAnyway: Bool {
    !wakefulness.activities.isEmpty || conversation.isAwakeForSomething || isDebugged
  }

  /// An errand has been run, or given up.
  mutating func spend(on callback: Callback, since began: Instant, until now: Instant) {
    // DB2: beside a debugger its time stands still.
    if callback.isErrand, !isDebugged { spend(max(now.since(began), Self.leastErrand)) }
  }

  /// It has been continued for what it asked in the instant before it was stopped, as it may ask anew in the next.
  mutating func spendOnDeferred() { spend(Self.leastErrand) }

  private mutating func spend(_ time: Duration) {
    // A checkpoint that is damaged may say any number.
    wakefulness.errands = min(wakefulness.errands, .seconds(1 << 32)) + time
  }

  /// All the time for errands is there again.
  mutating func renewErrands() {
    // To look into a box costs less than to write to it.
    if wakefulness.errands != .zero { wakefulness.errands = .zero }
  }
}
