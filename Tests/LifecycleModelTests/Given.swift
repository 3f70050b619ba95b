// Where the rule tests begin: four apps, some of which are somewhere already.

import LifecycleModel

let notes = AppID("notes")
let clock = AppID("clock")
let mail = AppID("mail")
/// Exits on suspend (BG7).
let game = AppID("game")

extension World {
  /// Nothing runs.
  init() { self.init(installed: Policy()) }

  init(installed policy: Policy) {
    self.init(policy: policy)
    for app in [notes, clock, mail, game] {
      feed(.installed(AppDescription(id: app, style: .app, exitsOnSuspend: app == game)))
    }
  }

  /// `app` is active.
  init(running app: AppID, policy: Policy = Policy()) {
    self.init(installed: policy)
    open(app)
  }

  /// `app` is suspended, behind the home screen.
  init(suspended app: AppID, policy: Policy = Policy()) {
    self.init(running: app, policy: policy)
    ask { .home($0) }
    play()
  }

  /// Several apps are active side by side, the first one launched first.
  init(sideBySide apps: [AppID]) {
    self.init(installed: Policy(foregroundSlots: apps.count))
    for app in apps { open(app) }
  }

  /// Launches an app, or brings it forward, and lets everybody behave.
  @discardableResult
  mutating func open(_ app: AppID) -> Request {
    let request = launch(app)
    play()
    return request
  }

  /// Asks for an app in front, and lets nothing happen yet.
  @discardableResult
  mutating func launch(_ app: AppID) -> Request { ask { .launch(app, Launch(), .foreground, $0) } }

  @discardableResult
  mutating func launchInBackground(_ app: AppID) -> Request { ask { .launch(app, Launch(), .background, $0) } }

  @discardableResult
  mutating func home() -> Request { ask { .home($0) } }

  /// `app` leaves the screen and handles R, B and the picture; its freeze is ordered.
  mutating func sendHome(_ app: AppID) {
    home()
    for _ in 0..<3 { act(app, .acknowledge) }
  }

  @discardableResult
  mutating func input(_ app: AppID) -> Request { ask { .userInput(app, "{}", $0) } }

  /// Asks for something, and says what the answer was, if it came at once.
  mutating func result(_ answer: Request.Answer = .whenDone, _ input: (Request) -> Input) -> Outcome? {
    let request = ask(answer, input)
    return outcome(request)
  }

  /// What the log was told.
  var notices: [String] {
    reports.compactMap { if case .notice(_, let words) = $0 { words } else { nil } }
  }

  /// The timers that run for the newest process of an app.
  func armed(_ app: AppID) -> Set<Step> { Set(process(app)?.timers.keys.map { $0 } ?? []) }
}
