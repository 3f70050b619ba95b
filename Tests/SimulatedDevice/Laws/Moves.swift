// The moves in a random life of a device, as values that can be printed and made plainer.

import LifecycleModel

/// A wish of a person, or of the machine's owner.
enum Want: CaseIterable {
  case launch, launchInBackground, activate, home, lock, unlock, ring, accept, decline, endCall, showAlert, dismissAlert
  case openPanel, closePanel, banner, quit, terminate, input, remove, install, shutdown
  case allow, deny, allowOnce
}

/// A wish of a person about one scene.
enum SceneWish: CaseIterable { case new, activate, close, discard }

/// The way in which something to open reaches an app.
enum OpeningWish: CaseIterable { case url, launchWithURL, launchWithShortcut, launchWithActivity, launchInBackground }

/// A request that an app can make to the device.
enum Asking: CaseIterable {
  case newScene, scene, destroySession, refreshSession, openURL, canOpenURL
  /// Each of them often enough to meet itself.
  case camera, location, notifications, permission
}

enum Move {
  case wish(Want, app: Int, wait: Bool)
  /// `which` counts its sessions, the last used first.
  case scene(SceneWish, app: Int, which: Int, wait: Bool)
  case open(OpeningWish, app: Int, wait: Bool)
  case fact(FactChange, wait: Bool)
  /// PR4; nil: nothing is decided.
  case setPermission(Permission?, PrivacyService, app: Int, wait: Bool)
  case deed(Deed, app: Int)
  case ask(Asking, app: Int, which: Int)
  /// The app does all that it would do by itself now.
  case play(app: Int)
  case haunt(Haunting, app: Int)
  case pass(halfSeconds: Int, late: Bool)
  case takeTwin
  /// A newer daemon that cannot read the state of this one.
  case upgrade
  case behind(BackgroundMove, app: Int, wait: Bool)
}

extension World {
  mutating func make(_ move: Move, apps: [AppDescription]) {
    switch move {
    case .deed(let deed, let app): act(apps[app].id, deed)
    case .play(let app): play(apps[app].id)
    case .haunt(let haunting, let app): haunt(apps[app].id, haunting)
    case .pass(let halfSeconds, let late): pass(.milliseconds(500 * halfSeconds), late: late)
    case .takeTwin: takeTwin()
    case .upgrade: adoptAll(apps)
    case .wish(let wish, let app, let wait): make(wish, apps[app], request(wait ? .whenDone : .whenTaken))
    case .scene(let wish, let app, let which, let wait):
      make(wish, apps[app].id, which, request(wait ? .whenDone : .whenTaken))
    case .open(let wish, let app, let wait): make(wish, apps[app].id, request(wait ? .whenDone : .whenTaken))
    case .behind(let move, let app, let wait): make(move, app, apps, waits: wait)
    case .fact(let change, let wait): feed(.wish(.fact(change), request(wait ? .whenDone : .whenTaken)))
    case .setPermission(let permission, let service, let app, let wait):
      feed(.wish(.setPermission(apps[app].id, service, permission), request(wait ? .whenDone : .whenTaken)))
    case .ask(let asking, let app, let which):
      let other = apps[which % apps.count].id
      act(apps[app].id, .request(asking.request(session(which, of: apps[app].id), of: other, number: nextNumber())))
    }
  }

  private func session(_ which: Int, of app: AppID) -> SessionID {
    let sessions = lifecycle.apps[app]?.estate.sessions.all ?? []
    return sessions.isEmpty ? SessionID("none") : sessions[which % sessions.count].id
  }

  private mutating func make(_ wish: Want, _ app: AppDescription, _ request: Request) {
    switch wish {
    case .launch: feed(.wish(.launch(app.id, Launch(), .foreground), request))
    case .launchInBackground: feed(.wish(.launch(app.id, Launch(), .background), request))
    case .activate: feed(.wish(.activate(app.id), request))
    case .home: feed(.wish(.home, request))
    case .lock: feed(.wish(.lock, request))
    case .unlock: feed(.wish(.unlock, request))
    case .ring: feed(.wish(.call(.ring), request))
    case .accept: feed(.wish(.call(.accept), request))
    case .decline: feed(.wish(.call(.decline), request))
    case .endCall: feed(.wish(.call(.end), request))
    case .showAlert: feed(.wish(.showAlert, request))
    case .dismissAlert: feed(.wish(.dismissAlert, request))
    case .openPanel: feed(.wish(.openPanel(.notificationCenter), request))
    case .closePanel: feed(.wish(.closePanel(.notificationCenter), request))
    case .banner: feed(.wish(.banner("hello"), request))
    case .quit: feed(.wish(.quit(app.id), request))
    case .terminate: feed(.wish(.terminate(app.id), request))
    case .input: feed(.wish(.userInput(app.id, "{}"), request))
    case .allow: answer(.allow, request)
    case .deny: answer(.deny, request)
    case .allowOnce: answer(.allowOnce, request)
    case .remove, .install, .shutdown: feedUnasked(wish, app)
    }
  }

  /// As a person does who sees the alert.
  private mutating func answer(_ answer: PromptAnswer, _ request: Request) {
    let seen = lifecycle.device.prompt
    feed(.wish(.answerPrompt(answer, of: seen?.app, for: seen?.service), request))
  }

  /// Wishes that nobody waits for; their request number is given back.
  private mutating func feedUnasked(_ wish: Want, _ app: AppDescription) {
    giveBackRequest()
    switch wish {
    case .remove: feed(.removed(app.id))
    case .install: feed(.installed(app))
    default: feed(.shutdown)
    }
  }

  private mutating func make(_ wish: SceneWish, _ app: AppID, _ which: Int, _ request: Request) {
    switch wish {
    case .new: feed(.wish(.newScene(app, named: SessionID("scene \(nextNumber())")), request))
    case .activate: feed(.wish(.activateScene(app, session(which, of: app)), request))
    case .close: feed(.wish(.closeScene(app, session(which, of: app)), request))
    case .discard: feed(.wish(.discardScene(app, session(which, of: app)), request))
    }
  }

  private mutating func make(_ wish: OpeningWish, _ app: AppID, _ request: Request) {
    let words = "\(app):\(nextNumber())"
    func launch(_ options: LaunchOptions, _ placement: Placement = .foreground) -> Input {
      .wish(.launch(app, Launch(options: options), placement), request)
    }
    switch wish {
    case .url: feed(.wish(.openURL(words, from: nil), request))
    case .launchWithURL: feed(launch(LaunchOptions(url: words)))
    case .launchWithShortcut: feed(launch(LaunchOptions(shortcut: words)))
    case .launchWithActivity: feed(launch(LaunchOptions(activity: words)))
    case .launchInBackground: feed(launch(LaunchOptions(url: words), .background))
    }
  }
}

extension Asking {
  fileprivate func request(_ session: SessionID, of other: AppID, number: Int) -> AppRequest {
    switch self {
    case .newScene: .requestScene(nil, activity: number % 2 == 0 ? "activity \(number)" : nil)
    case .scene: .requestScene(session, activity: nil)
    case .destroySession: .destroySession(session)
    case .refreshSession: .refreshSession(session)
    case .openURL: .openURL("\(other):\(number)")
    case .canOpenURL: .canOpenURL("\(other):")
    case .camera: .requestPermission(service: "camera")
    case .location: .requestPermission(service: "location")
    case .notifications: .requestPermission(service: "notifications")
    case .permission: .permission(service: "camera")
    }
  }
}

extension Move {
  /// The same with lower arguments, the lowest first.
  var simpler: [Move] {
    switch self {
    case .wish(let wish, let app, let wait): (0..<app).map { .wish(wish, app: $0, wait: wait) }
    case .scene(let wish, let app, let which, let wait):
      (0..<which).map { .scene(wish, app: app, which: $0, wait: wait) }
        + (0..<app).map { .scene(wish, app: $0, which: which, wait: wait) }
    case .open(let wish, let app, let wait): (0..<app).map { .open(wish, app: $0, wait: wait) }
    case .fact(let change, let wait): wait ? [.fact(change, wait: false)] : []
    case .setPermission(let permission, let service, let app, let wait):
      (0..<app).map { .setPermission(permission, service, app: $0, wait: wait) }
    case .deed(let deed, let app): (0..<app).map { .deed(deed, app: $0) }
    case .ask(let asking, let app, let which):
      (0..<which).map { .ask(asking, app: app, which: $0) } + (0..<app).map { .ask(asking, app: $0, which: which) }
    case .play(let app): [.deed(.behave, app: app)] + (0..<app).map { .play(app: $0) }
    case .haunt(let haunting, let app): (0..<app).map { .haunt(haunting, app: $0) }
    case .pass(let halfSeconds, let late):
      (1..<halfSeconds).map { .pass(halfSeconds: $0, late: false) }
        + (late ? [.pass(halfSeconds: halfSeconds, late: false)] : [])
    case .takeTwin, .upgrade: []
    case .behind(let move, let app, let wait): (0..<app).map { .behind(move, app: $0, wait: wait) }
    }
  }

  var sentence: String {
    func name(_ app: Int) -> AppID { Schedule.names[app] }
    func waiting(_ wait: Bool) -> String { wait ? "" : ", without waiting" }
    return switch self {
    case .wish(let wish, let app, let wait): "\(wish) (\(name(app)))\(waiting(wait))"
    case .scene(let wish, let app, let which, let wait): "\(wish) scene \(which) of \(name(app))\(waiting(wait))"
    case .open(let wish, let app, let wait): "open in \(name(app)): \(wish)\(waiting(wait))"
    case .fact(let change, let wait): "the device: \(change)\(waiting(wait))"
    case .setPermission(let permission, let service, let app, let wait):
      "\(name(app)): \(service) is \(permission?.rawValue ?? "reset")\(waiting(wait))"
    case .deed(let deed, let app): "\(name(app)): \(deed)"
    case .ask(let asking, let app, let which): "\(name(app)) asks: \(asking) \(which)"
    case .play(let app): "\(name(app)) does all it would do now"
    case .haunt(let haunting, let app): "from a dead process of \(name(app)): \(haunting)"
    case .pass(let halfSeconds, let late): "\(Double(halfSeconds) / 2) s pass\(late ? ", and timers are late" : "")"
    case .takeTwin: "the state goes through JSON"
    case .upgrade: "a newer daemon adopts what runs"
    case .behind(let move, let app, let wait): "\(name(app)): \(move)\(waiting(wait))"
    }
  }
}

extension Move {
  /// The highest app it names; -1 for none.
  var highestApp: Int {
    switch self {
    case .wish(_, let app, _), .scene(_, let app, _, _), .open(_, let app, _), .deed(_, let app), .play(let app),
      .haunt(_, let app):
      app
    case .ask(_, let app, _), .behind(_, let app, _), .setPermission(_, _, let app, _): app
    case .fact, .pass, .takeTwin, .upgrade: -1
    }
  }
}
