// The beginning of rule tests: a few apps, some of which are somewhere already.

import LifecycleModel

let notes = AppID("notes")
let clock = AppID("clock")
let mail = AppID("mail")
/// Exits on suspend (BG7).
let game = AppID("game")
/// Scene-based; several scenes, one scene, and one that exits on suspend.
let pages = AppID("pages")
let reader = AppID("reader")
let slides = AppID("slides")
/// These ask for every background mode; app-based and scene-based.
let player = AppID("player")
let feeds = AppID("feeds")

extension World {
  /// Nothing runs.
  init() { self.init(installed: Policy()) }

  init(installed policy: Policy) {
    self.init(policy: policy)
    for app in [notes, clock, mail, game] {
      feed(.installed(AppDescription(id: app, style: .app, exitsOnSuspend: app == game, schemes: [app.string])))
    }
    for app in [pages, reader, slides] {
      feed(
        .installed(
          AppDescription(
            id: app, style: .scene, exitsOnSuspend: app == slides, supportsMultipleScenes: app == pages,
            schemes: [app.string])))
    }
    for app in [player, feeds] { feed(.installed(AppDescription(waking: app))) }
  }

  /// `app` is active.
  init(running app: AppID, policy: Policy = Policy()) {
    self.init(installed: policy)
    open(app)
  }

  /// `app` is suspended, behind the home screen.
  init(suspended app: AppID, policy: Policy = Policy()) {
    self.init(running: app, policy: policy)
    ask(.home)
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
  mutating func launch(_ app: AppID) -> Request { ask(.launch(app, Launch(), .foreground)) }

  @discardableResult
  mutating func launchInBackground(_ app: AppID) -> Request { ask(.launch(app, Launch(), .background)) }

  @discardableResult
  mutating func home() -> Request { ask(.home) }

  /// Several scenes of `pages` side by side, the first one opened first.
  init(scenes names: [String], slots: Int? = nil) {
    self.init(installed: Policy(foregroundSlots: slots ?? names.count))
    for name in names { newScene(name) }
  }

  /// A new scene of `pages`.
  @discardableResult
  mutating func newScene(_ name: String) -> Request {
    let request = ask(.newScene(pages, named: SessionID(name)))
    play()
    return request
  }

  /// `app` leaves the screen and handles R, B and the picture; its freeze is ordered.
  mutating func sendHome(_ app: AppID) {
    home()
    for _ in 0..<3 { act(app, .acknowledge) }
  }

  @discardableResult
  mutating func input(_ app: AppID) -> Request { ask(.userInput(app, "{}")) }

  /// Asks for something, and says what the answer was, if it came at once.
  mutating func result(_ wish: Wish, _ answer: Request.Answer = .whenDone) -> Outcome? {
    let request = ask(wish, answer)
    return outcome(request)
  }

  /// The notices that the log was told.
  var notices: [String] {
    reports.compactMap { if case .notice(_, let words) = $0 { words } else { nil } }
  }

  /// Something arrives for an app in its sleep.
  @discardableResult
  mutating func wake(_ app: AppID, _ wake: Wake = .fetch) -> Request { ask(.wake(app, wake)) }

  /// The app finishes the oldest thing it was woken for.
  mutating func finishWake(_ app: AppID) {
    guard let process = process(app), let delivery = process.inbox.first(where: \.event.isWake) else { return }
    change(process.serial) { $0.inbox.removeAll { $0.sequence == delivery.sequence } }
    feed(.app(process.serial, .acknowledged(delivery.sequence)))
  }

  /// All that is asked of the app but to finish what it was woken for.
  mutating func playSteps(_ app: AppID) {
    for _ in 0..<100 where !act(app, .acknowledgeStep) && !act(app, .look) { return }
  }

  /// Makes an app ask for something, and returns the answer that it gets.
  @discardableResult
  mutating func answer(_ app: AppID, to request: AppRequest) -> AppAnswer? {
    act(app, .request(request))
    return process(app)?.replies.last
  }

  /// The wakes that an app was told of.
  func woken(_ app: AppID) -> [Wake] {
    (process(app)?.told ?? []).compactMap { if case .wake(let wake) = $0 { wake } else { nil } }
  }

  /// The timers that run for the newest process of an app.
  func armed(_ app: AppID) -> Set<Step> { Set(process(app)?.timers.keys.map { $0 } ?? []) }
}

extension AppDescription {
  /// An app that may be woken by whatever `modes` say.
  init(
    waking app: AppID, by modes: Set<BackgroundMode> = Set(BackgroundMode.allCases), exitsOnSuspend: Bool = false
  ) {
    self.init(
      id: app, style: app == feeds ? .scene : .app, exitsOnSuspend: exitsOnSuspend, schemes: [app.string],
      backgroundModes: modes, taskIdentifiers: (0..<13).map { "task \($0)" } + ["K"])
  }
}

extension World {
  /// The events that the newest process of an app was told of its scenes: "WC(a) F(a)+ A(a)"; "+" says that more
  /// follows at once.
  func toldScenes(_ app: AppID) -> String {
    let told = process(app)?.told.filter { !$0.isSnapshot } ?? []
    return told.map { event in
      let scene = event.session.map { "(\($0))" } ?? ""
      return event.letter + scene + (event.isFollowed ? "+" : "")
    }.joined(separator: " ")
  }

  /// The same from the `count`th event on.
  func toldScenes(_ app: AppID, after count: Int) -> String {
    toldScenes(app).split(separator: " ").dropFirst(count).joined(separator: " ")
  }

  func scenes(_ app: AppID) -> [SessionID: SceneState] {
    Dictionary(uniqueKeysWithValues: (lifecycle.apps[app]?.scenes ?? []).map { ($0.session, $0.state) })
  }

  /// The session and the options that the newest scene of an app was connected with.
  func connection(_ app: AppID) -> (session: Session, options: LaunchOptions)? {
    for case .scene(_, .connect(let session, let options), _, _) in process(app)?.told.reversed() ?? [] {
      return (session, options)
    }
    return nil
  }

  func sessions(_ app: AppID) -> [SessionID] { lifecycle.apps[app]?.estate.sessions.all.map(\.id) ?? [] }

  /// The things that an app was asked to open while it ran.
  func opened(_ app: AppID) -> [Opening] {
    (process(app)?.told ?? []).compactMap { event in
      switch event {
      case .aside(.open(let opening)), .scene(_, .open(let opening), _, _): opening
      default: nil
      }
    }
  }

  /// The notices that an app was given.
  func noticed(_ app: AppID) -> [Notice] {
    (process(app)?.told ?? []).compactMap { if case .aside(.notice(let notice)) = $0 { notice } else { nil } }
  }
}
