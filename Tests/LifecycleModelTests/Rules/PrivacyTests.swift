// The rules of permissions: PR.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("PR: permissions") struct PrivacyTests {
  @Test("PR1 the device grants, or denies, without an alert, and keeps that", arguments: [PrivacyDefault.grant, .deny])
  func byDefault(privacy: PrivacyDefault) {
    var world = World(asking: notes, privacy)
    let status: PermissionStatus = privacy == .grant ? .granted : .denied
    #expect(world.answer(notes, to: .permission(service: "camera")) == .permission(.undetermined))
    #expect(world.answer(notes, to: .requestPermission(service: "camera")) == .permission(status))
    #expect(world.told(notes) == "L A")
    #expect(world.keptPermissions == [.permission(app: notes, .camera, privacy == .grant ? .granted : .denied)])
    // It is decided now, whatever the device does from now on.
    world.feed(.policyChanged(Policy(privacy: .ask)))
    #expect(world.answer(notes, to: .requestPermission(service: "camera")) == .permission(status))
    #expect(world.noticed(notes) == [])
  }

  @Test("PR2 an alert covers the app that asks: R, the answer, A", arguments: [PromptAnswer.allow, .deny])
  func asked(answer: PromptAnswer) {
    var world = World(asking: notes)
    #expect(world.answer(notes, to: .requestPermission(service: "camera")) == nil)
    world.play()
    #expect(world.told(notes) == "L A R")
    #expect(world.state(notes) == .inactive)
    #expect(world.reports.contains(.device(.prompt(notes, .camera))))
    let answered = world.ask(.answerPrompt(answer))
    #expect(world.process(notes)?.replies == [.permission(answer == .allow ? .granted : .denied)])
    world.play()
    #expect(world.told(notes) == "L A R A")
    #expect(world.outcome(answered) == .done)
    #expect(world.noticed(notes) == [])
    #expect(world.result(.answerPrompt(answer)) == .refused(.noPrompt))
  }

  @Test("PR2 requests for one service have one alert and one answer, up to the limit; each service its own, in turn")
  func severalRequests() {
    var world = World(asking: notes)
    for _ in 0..<Limit.permissionRequests.number {
      #expect(world.answer(notes, to: .requestPermission(service: "camera")) == nil)
    }
    #expect(world.answer(notes, to: .requestPermission(service: "camera")) == .overLimit(.permissionRequests))
    world.answer(notes, to: .requestPermission(service: "photos"))
    world.play()
    #expect(world.lifecycle.device.prompt?.service == .camera)
    world.ask(.answerPrompt(.allow))
    world.play()
    let granted = world.process(notes)?.replies.count { $0 == .permission(.granted) }
    #expect(granted == Limit.permissionRequests.number)
    #expect(world.lifecycle.device.prompt?.service == .photos)
    world.ask(.answerPrompt(.deny))
    world.play()
    #expect(world.told(notes) == "L A R A R A")
    #expect(world.process(notes)?.replies.last == .permission(.denied))
  }

  @Test("PR2 the alert of an app that asks while it is launched comes when the app is active")
  func duringLaunch() {
    var world = World(installed: Policy(privacy: .ask))
    world.feed(.installed(AppDescription(asking: pages, .scene)))
    world.launch(pages)
    world.act(pages, .fork)
    world.act(pages, .greet)
    world.act(pages, .request(.requestPermission(service: "notifications")))
    world.play()
    #expect(world.toldScenes(pages).hasSuffix("A(\(world.sessions(pages)[0])) R(\(world.sessions(pages)[0]))"))
    #expect(world.state(pages) == .inactive)
  }

  @Test("PR2 the alert goes behind the screen with its app, comes back with it, and ends with it")
  func goesWithItsApp() {
    var world = World(asking: notes)
    world.answer(notes, to: .requestPermission(service: "camera"))
    world.play()
    world.home()
    world.play()
    #expect(world.told(notes) == "L A R B")
    #expect(world.result(.answerPrompt(.allow)) == .refused(.noPrompt))
    world.open(clock)
    #expect(world.state(clock) == .active)
    world.open(notes)
    #expect(world.told(notes) == "L A R B F")
    #expect(world.state(notes) == .inactive)
    world.act(notes, .crash)
    world.open(notes)
    #expect(world.state(notes) == .active)
    #expect(world.lifecycle.device.prompts.isEmpty)
  }

  @Test("PR2 an answer that names an alert is of that one: where another app's is on the screen, nothing is decided")
  func answersTheOneThatIsMeant() {
    var world = World(asking: notes)
    world.feed(.installed(AppDescription(asking: clock, .app)))
    world.answer(notes, to: .requestPermission(service: "camera"))
    world.play()
    // The user is about to answer, and another app's alert comes in the place of that one.
    world.home()
    world.play()
    world.open(clock)
    world.answer(clock, to: .requestPermission(service: "camera"))
    world.play()
    #expect(world.lifecycle.device.prompt?.app == clock)
    let refused = Outcome.refused(.otherPrompt(clock, .camera))
    for answer in PromptAnswer.allCases {
      #expect(world.result(.answerPrompt(answer, of: notes, for: .camera)) == refused)
      #expect(world.result(.answerPrompt(answer, of: notes)) == refused)
      #expect(world.result(.answerPrompt(answer, of: clock, for: .location)) == refused)
      #expect(world.result(.answerPrompt(answer, for: .location)) == refused)
    }
    world.play()
    #expect(world.keptPermissions.isEmpty)
    #expect(world.process(clock)?.replies.isEmpty == true)
    #expect(world.state(clock) == .inactive)
    let answered = world.ask(.answerPrompt(.allow, of: clock, for: .camera))
    world.play()
    #expect(world.outcome(answered) == .done)
    #expect(world.keptPermissions == [.permission(app: clock, .camera, .granted)])
    world.open(notes)
    #expect(world.lifecycle.device.prompt?.app == notes)
    #expect(world.lifecycle.status(of: .camera, for: notes) == .undetermined)
  }

  @Test("PR2 location may be allowed once: for one process, and it is not kept")
  func once() {
    var world = World(asking: notes)
    world.answer(notes, to: .requestPermission(service: "camera"))
    world.play()
    #expect(world.result(.answerPrompt(.allowOnce)) == .refused(.notOnce(.camera)))
    world.ask(.answerPrompt(.deny))
    world.play()
    let kept = world.keptPermissions
    world.answer(notes, to: .requestPermission(service: "location"))
    world.play()
    world.ask(.answerPrompt(.allowOnce))
    world.play()
    #expect(world.answer(notes, to: .requestPermission(service: "location")) == .permission(.granted))
    #expect(world.keptPermissions == kept)
    world.ask(.terminate(notes))
    world.play()
    world.open(notes)
    #expect(world.answer(notes, to: .permission(service: "location")) == .permission(.undetermined))
  }

  @Test("PR3 behind the screen location and tracking are not asked for; others wait until the app is active")
  func behindTheScreen() {
    var world = World(asking: player)
    world.home()
    world.play()
    world.wake(player)
    for service in ["location", "tracking"] {
      #expect(world.answer(player, to: .requestPermission(service: service)) == .permission(.undetermined))
    }
    let replies = world.process(player)?.replies.count
    world.answer(player, to: .requestPermission(service: "contacts"))
    #expect(world.process(player)?.replies.count == replies)
    world.finishWake(player)
    world.play()
    #expect(world.state(player) == .suspended)
    #expect(!world.lifecycle.device.isCovered)
    // The user decides in the settings: the app hears of it when it runs.
    world.ask(.setPermission(player, .contacts, .granted))
    #expect(world.process(player)?.replies.count == replies)
    world.open(player)
    #expect(world.process(player)?.replies.last == .permission(.granted))
    #expect(world.state(player) == .active)
  }

  @Test("PR4 changing what was decided ends the app; deciding does not, and location ends nobody")
  func changed() {
    var world = World(asking: notes)
    world.ask(.setPermission(notes, .camera, .granted))
    world.play()
    #expect(world.noticed(notes) == [.permissions([.camera: .granted])])
    #expect(world.result(.setPermission(notes, .camera, .granted)) == .done)
    world.ask(.setPermission(notes, .location, .granted))
    world.play()
    world.ask(.setPermission(notes, .location, .denied))
    world.play()
    #expect(world.noticed(notes).last == .permissions([.location: .denied]))
    #expect(world.records.isEmpty)
    let denied = world.ask(.setPermission(notes, .camera, .denied))
    world.play()
    #expect(world.records.map(\.reason) == [.permissionChanged(.camera)])
    #expect(world.outcome(denied) == .done)
    #expect(world.state(notes) == .notRunning)
    world.open(notes)
    #expect(world.answer(notes, to: .requestPermission(service: "camera")) == .permission(.denied))
    world.ask(.setPermission(notes, .camera, nil))
    world.play()
    #expect(world.records.count == 2)
    world.open(notes)
    #expect(world.answer(notes, to: .permission(service: "camera")) == .permission(.undetermined))
    #expect(world.result(.setPermission(AppID("nobody"), .camera, nil)) == .refused(.unknownApp(AppID("nobody"))))
  }

  @Test("PR4 NQ1 an app is told of one permission although the answer about another comes first") func alsoTold() {
    var world = World(asking: notes)
    world.answer(notes, to: .requestPermission(service: "camera"))
    // R is under way.
    world.ask(.setPermission(notes, .location, .denied))
    world.ask(.answerPrompt(.allow))
    world.play()
    #expect(world.noticed(notes) == [.permissions([.location: .denied])])
    #expect(world.process(notes)?.replies == [.permission(.granted)])
  }

  @Test("PR4 a device that grants asks for one app's service where it is told to") func askForOne() {
    var world = World(asking: notes, .grant)
    world.ask(.setPermission(notes, .camera, .ask))
    world.play()
    #expect(world.noticed(notes) == [])
    world.answer(notes, to: .requestPermission(service: "camera"))
    world.play()
    #expect(world.state(notes) == .inactive)
    #expect(world.answer(notes, to: .requestPermission(service: "contacts")) == .permission(.granted))
  }

  @Test(
    "PR4 the user denies an app a service, or the device in the user's place, unless the user is to be asked",
    arguments: PrivacyDefault.allCases)
  func denied(privacy: PrivacyDefault) {
    var world = World(asking: notes, privacy)
    #expect(world.lifecycle.isDenied(.camera, to: notes) == (privacy == .deny))
    for (permission, isDenied) in [(Permission.ask, false), (.denied, true), (.granted, false)] {
      world.ask(.setPermission(notes, .camera, permission))
      #expect(world.lifecycle.isDenied(.camera, to: notes) == isDenied, "\(permission)")
    }
  }

  @Test("PR4 the settings answer the alert that is up") func answeredInSettings() {
    var world = World(asking: notes)
    world.answer(notes, to: .requestPermission(service: "camera"))
    world.play()
    let granted = world.ask(.setPermission(notes, .camera, .granted))
    world.play()
    #expect(world.told(notes) == "L A R A")
    #expect(world.process(notes)?.replies == [.permission(.granted)])
    #expect(world.outcome(granted) == .done)
  }

  @Test("PR4 what is denied does not reach the app: its location and Bluetooth, and nobody sees its notifications")
  func denied() {
    var world = World(suspended: player)
    for service in [PrivacyService.location, .bluetooth, .notifications] {
      world.ask(.setPermission(player, service, .denied))
      world.play()
    }
    let place = Wake.location(latitude: 1, longitude: 2)
    #expect(world.result(.wake(player, place)) == .refused(.permissionDenied(player, .location)))
    let pen = Wake.bluetooth(name: "pen")
    #expect(world.result(.wake(player, pen)) == .refused(.permissionDenied(player, .bluetooth)))
    let news = UserNotification(identifier: "a", title: "a", body: "b", content: "{}", isRemote: true)
    #expect(world.result(.notify(player, news)) == .done)
    #expect(world.lifecycle.apps[player]?.estate.notifications.shown.isEmpty == true)
  }

  @Test(
    "PR4 a service that nobody has granted does not reach an app that does not ask, unless the device grants by itself",
    arguments: PrivacyDefault.allCases)
  func undecided(privacy: PrivacyDefault) {
    var world = World(asking: player, privacy)
    world.home()
    world.play()
    for (wake, service) in [
      (Wake.location(latitude: 1, longitude: 2), PrivacyService.location), (.bluetooth(name: "pen"), .bluetooth),
    ] {
      let refused = Outcome.refused(.permissionDenied(player, service))
      #expect(world.result(.wake(player, wake), .whenTaken) == (privacy == .grant ? .done : refused))
      world.play()
      world.ask(.setPermission(player, service, .ask))
      world.play()
      #expect(world.result(.wake(player, wake), .whenTaken) == refused)
      world.ask(.setPermission(player, service, .granted))
      world.play()
      #expect(world.result(.wake(player, wake), .whenTaken) == .done)
      world.play()
    }
  }

  @Test("PR4 a location that the user allows once reaches the app") func onceReaches() {
    var world = World(asking: player)
    world.answer(player, to: .requestPermission(service: "location"))
    world.play()
    world.ask(.answerPrompt(.allowOnce))
    world.play()
    let place = Wake.location(latitude: 1, longitude: 2)
    #expect(world.result(.wake(player, place), .whenTaken) == .done)
    #expect(world.woken(player) == [place])
  }

  @Test("PR4 a location that waits for the launch of its app does not reach it when the user denies it meanwhile")
  func deniedDuringTheLaunch() {
    var world = World()
    let place = world.wake(player, .location(latitude: 1, longitude: 2))
    let fetch = world.wake(player)
    world.act(player, .fork)
    world.ask(.setPermission(player, .location, .denied))
    #expect(world.outcome(place) == .refused(.permissionDenied(player, .location)))
    world.play()
    guard case .launch(let options, _, _)? = world.process(player)?.told.first else {
      Issue.record("it was not launched")
      return
    }
    #expect(options == LaunchOptions())
    #expect(world.woken(player) == [.fetch])
    #expect(world.outcome(fetch) == .done && world.state(player) == .suspended)
    #expect(world.laws.broken == nil)
  }

  @Test(
    "PR4 a notification that an app in front was asked about is seen by nobody when they are denied before it answers",
    arguments: [true, false])
  func deniedBeforeTheAnswer(isAnswered: Bool) {
    var world = World(running: notes)
    let news = UserNotification(identifier: "a", title: "a", body: "b", content: "{}", isRemote: true)
    world.ask(.notify(notes, news))
    #expect(world.process(notes)?.told.last == .present(news))
    world.ask(.setPermission(notes, .notifications, .denied))
    if isAnswered { world.act(notes, .answer(.answered(handled: true))) }
    world.home()
    world.play()
    #expect(world.state(notes) == .suspended)
    #expect(world.lifecycle.apps[notes]?.estate.notifications.shown.isEmpty == true)
  }

  @Test("PR4 notifications that are seen are seen no more when the user denies them, and open nothing")
  func deniedOnceSeen() {
    var world = World(suspended: notes)
    let news = UserNotification(identifier: "a", title: "a", body: "b", content: "{}", isRemote: true)
    world.ask(.notify(notes, news))
    #expect(world.lifecycle.apps[notes]?.estate.notifications.shown.count == 1)
    world.ask(.setPermission(notes, .notifications, .denied))
    #expect(world.lifecycle.apps[notes]?.estate.notifications.shown.isEmpty == true)
    #expect(world.kept.last == .store(.keepNotifications(notes, UserNotifications())))
    let opened = world.result(.openNotification(notes, "a", action: nil, text: nil))
    #expect(opened == .refused(.unknownNotification(notes, "a")))
    #expect(world.state(notes) == .suspended)
  }

  @Test("PR2 PR4 a location that is allowed once reaches no process but that one: not the next, which it would start")
  func onceIsForOneProcess() {
    var world = World(asking: player)
    world.answer(player, to: .requestPermission(service: "location"))
    world.play()
    world.ask(.answerPrompt(.allowOnce))
    world.play()
    world.ask(.terminate(player))
    let place = world.wake(player, .location(latitude: 1, longitude: 2))
    world.play()
    #expect(world.outcome(place) == .refused(.permissionDenied(player, .location)))
    #expect(world.processes.count == 1 && world.state(player) == .notRunning)
    #expect(world.laws.broken == nil)
  }

  @Test(
    "PR4 NQ1 an app that was allowed location once is told when the user decides something else, and that alone",
    arguments: [Permission.denied, .granted, nil])
  func onceIsTakenBack(permission: Permission?) {
    var world = World(asking: notes)
    world.answer(notes, to: .requestPermission(service: "location"))
    world.play()
    world.ask(.answerPrompt(.allowOnce))
    world.play()
    #expect(world.noticed(notes) == [])
    world.ask(.setPermission(notes, .location, permission))
    world.play()
    switch permission {
    case .granted: #expect(world.noticed(notes) == [])
    case .denied: #expect(world.noticed(notes) == [.permissions([.location: .denied])])
    case .ask, nil: #expect(world.noticed(notes) == [.permissions([.location: .undetermined])])
    }
  }

  @Test("PR1 an app that asked, and slept when the user decided in the settings, learns of it by the answer alone")
  func decidedInItsSleep() {
    var world = World(asking: notes)
    world.answer(notes, to: .requestPermission(service: "camera"))
    world.play()
    world.home()
    world.play()
    #expect(world.state(notes) == .suspended)
    world.ask(.setPermission(notes, .camera, .granted))
    world.open(notes)
    #expect(world.noticed(notes) == [])
    #expect(world.process(notes)?.replies == [.permission(.granted)])
    #expect(world.told(notes) == "L A R B F A")
  }

  @Test("PR5 an app that does not say what a service is for is ended; for location it is not heard")
  func unexplained() {
    var world = World(installed: Policy(privacy: .grant))
    world.feed(.installed(AppDescription(id: notes, style: .app)))
    world.open(notes)
    #expect(world.answer(notes, to: .requestPermission(service: "notifications")) == .permission(.granted))
    #expect(world.answer(notes, to: .requestPermission(service: "localNetwork")) == .permission(.granted))
    #expect(world.answer(notes, to: .requestPermission(service: "location")) == .permission(.undetermined))
    #expect(world.notices.last?.contains("NSLocationWhenInUseUsageDescription") == true)
    #expect(world.answer(notes, to: .requestPermission(service: "fridge")) == .unknownService("fridge"))
    world.act(notes, .request(.requestPermission(service: "camera")))
    world.play()
    #expect(world.records.map(\.reason) == [.missingPurpose(.camera)])
  }

  @Test("PR1 a permission that an earlier daemon has kept holds") func recalled() {
    var world = World(asking: notes)
    world.feed(.recalled(.fact(.permission(app: notes, .camera, .denied))))
    world.play()
    #expect(world.answer(notes, to: .requestPermission(service: "camera")) == .permission(.denied))
    #expect(world.noticed(notes) == [.permissions([.camera: .denied])])
  }
}

extension World {
  /// `app`, which explains what it needs every service for, is active on a device that asks.
  fileprivate init(asking app: AppID, _ privacy: PrivacyDefault = .ask) {
    self.init(installed: Policy(privacy: privacy))
    feed(.installed(AppDescription(asking: app, .app)))
    open(app)
  }

  fileprivate var keptPermissions: [FactChange] {
    kept.compactMap { if case .store(.keepFact(let change)) = $0 { change } else { nil } }
  }
}

extension AppDescription {
  fileprivate init(asking app: AppID, _ style: LifecycleStyle) {
    self.init(
      id: app, style: style, backgroundModes: Set(BackgroundMode.allCases), purposes: Set(PrivacyService.allCases))
  }
}

extension Policy {
  fileprivate init(privacy: PrivacyDefault) {
    self.init()
    self.privacy = privacy
  }
}
