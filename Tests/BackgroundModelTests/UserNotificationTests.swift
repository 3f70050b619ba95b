// Notifications for the person: planned, due, pushed, presented, chosen and swiped away.

import Testing

@testable import LifecycleModel
@testable import SimulatedDevice

@Suite("Notifications for the person") struct UserNotificationTests {
  private func notification(_ identifier: String, size: Int = 0) -> UserNotification {
    UserNotification(
      identifier: identifier, title: "Title", body: String(repeating: "x", count: size), content: "{}",
      isRemote: false)
  }

  private func plan(_ identifier: String, in world: World, after: Duration, every: Duration? = nil) -> Deed {
    .request(
      .notifications(.plan(PlannedNotification(notification(identifier), next: world.now + after, every: every))))
  }

  private func shown(_ world: World, _ app: AppID = notes) -> [String] {
    world.lifecycle.apps[app]?.estate.notifications.shown.map(\.notification.identifier) ?? []
  }

  /// When the model wants to look again.
  private func armed(_ effects: [Effect]) -> Instant?? {
    effects.compactMap { if case .arm(.notifications, at: let at) = $0 { .some(at) } else { nil } }.last
  }

  @Test("A notification is shown at its time, whether its app is suspended or does not run, and the app is not woken")
  func planned() {
    for ends in [false, true] {
      var world = World(running: notes)
      world.act(notes, plan("later", in: world, after: .seconds(60)))
      world.home()
      world.play()
      if ends {
        world.ask(.terminate(notes))
        world.play()
      }
      let state = world.state(notes)
      world.pass(.seconds(59))
      world.feed(.due(.notifications))
      #expect(shown(world).isEmpty)
      world.pass(.seconds(1))
      let effects = world.feed(.due(.notifications))
      #expect(shown(world) == ["later"])
      #expect(armed(effects) == .some(nil))
      #expect(world.state(notes) == state)
      world.feed(.due(.notifications))
      #expect(shown(world) == ["later"])
    }
  }

  @Test(
    "An app in front says whether one is shown; one that leaves the screen without saying has it shown",
    arguments: [
      Acknowledgement.answered(handled: true), .answered(handled: false), .unsupported, nil,
    ])
  func inFront(answer: Acknowledgement?) {
    var world = World(running: notes)
    world.feed(.wish(.notify(notes, notification("now")), world.request()))
    #expect(world.process(notes)?.told.last == .present(notification("now")))
    #expect(shown(world).isEmpty)
    if let answer { world.act(notes, .answer(answer)) }
    let isShown = answer != .answered(handled: false)
    #expect(shown(world) == (answer != nil && isShown ? ["now"] : []))
    world.home()
    if answer == nil { for _ in 0..<3 { world.act(notes, .acknowledge) } } else { world.play() }
    world.play()
    #expect(shown(world) == (isShown ? ["now"] : []))
  }

  @Test("One that its app has not answered for is shown when the app ends")
  func ends() {
    var world = World(running: notes)
    world.feed(.wish(.notify(notes, notification("now")), world.request()))
    world.act(notes, .crash)
    #expect(shown(world) == ["now"])
  }

  @Test("One that repeats comes again and again, no faster than every minute, and makes up for nothing that was missed")
  func repeats() {
    var world = World(suspended: notes)
    world.feed(
      .recalled(
        .notifications(
          notes,
          UserNotifications(planned: [
            PlannedNotification(notification("beat"), next: world.now + .seconds(60), every: .seconds(1))
          ]))))
    var times: [Duration] = []
    let start = world.now
    world.pass(.seconds(600))
    for _ in 0..<3 {
      guard case .some(.some(let next)) = armed(world.feed(.due(.notifications))) else { break }
      times.append(next.since(start))
      world.pass(next.since(world.now))
    }
    #expect(times == [.seconds(660), .seconds(720), .seconds(780)])
    #expect(shown(world) == ["beat"])
  }

  @Test(
    "Of many that are planned the soonest 64 are kept, of many shown the newest 100; one of the same name is replaced")
  func bounds() {
    var world = World(running: notes)
    for number in (0..<70).reversed() { world.act(notes, plan("\(number)", in: world, after: .seconds(number + 1))) }
    world.act(notes, plan("0", in: world, after: .seconds(1)))
    let planned = world.lifecycle.apps[notes]?.estate.notifications.planned.map(\.notification.identifier)
    #expect(planned == (0..<64).map(String.init))
    world.home()
    world.play()
    for number in 0..<110 { world.feed(.wish(.notify(notes, notification("p\(number % 105)")), world.request())) }
    #expect(shown(world).count == 100)
    #expect(shown(world).last == "p4")
  }

  @Test("Of many that are shown the newest are kept that have half a megabyte together")
  func together() {
    var world = World(running: notes)
    world.home()
    world.play()
    for number in 0..<40 {
      world.feed(.wish(.notify(notes, notification("p\(number)", size: 30_000)), world.request()))
    }
    #expect(shown(world) == (23..<40).map { "p\($0)" })
  }

  @Test("However many are due at once, they are kept once in a turn; to cancel what is not planned changes nothing")
  func keptOnceInATurn() {
    var world = World(running: notes)
    for number in 0..<64 { world.act(notes, plan("\(number)", in: world, after: .seconds(9))) }
    world.home()
    world.play()
    world.pass(.seconds(9))
    let effects = world.feed(.due(.notifications))
    #expect(effects.count { if case .store(.keepNotifications) = $0 { true } else { false } } == 1)
    #expect(keptLast(effects)?.shown.count == 64 && keptLast(effects)?.planned == [])
    for request in [NotificationRequest.cancel([]), .cancel(["nonsense"]), .remove(["nonsense"])] {
      let serial = world.process(notes)?.serial ?? ProcessSerial(number: 0)
      let effects = world.feed(.app(serial, .requested(id: 1, .notifications(request))))
      #expect(effects.allSatisfy { !$0.isStored })
    }
  }

  @Test("One for the moment at which it is asked for is shown at the time of that turn, and repeats from then on")
  func atOnce() {
    var world = World(running: notes)
    world.home()
    world.play()
    world.pass(.seconds(100))
    world.feed(
      .app(
        world.process(notes)?.serial ?? ProcessSerial(number: 0),
        .requested(id: 1, .notifications(.planAtOnce(notification("now"), every: .seconds(60))))))
    let kept = world.lifecycle.apps[notes]?.estate.notifications
    #expect(kept?.shown.map(\.time) == [ClockDate(world.now)])
    #expect(kept?.planned.map(\.next) == [ClockDate(world.now + .seconds(60))])
  }

  @Test("One that repeats, and is planned again when it is due, is seen once: it is not lost, and does not come twice")
  func plannedAgain() {
    var world = World(suspended: notes)
    let serial = world.process(notes)?.serial ?? ProcessSerial(number: 0)
    let (due, hour) = (world.now + .seconds(60), Duration.seconds(3600))
    let next = due + hour
    let report = Effect.report(.device(.notification(notes, notification("bell"))))
    var id: UInt64 = 0
    /// The number of times that it is shown in the turn in which it is planned.
    func seen(planned first: Instant) -> Int {
      id += 1
      let plan = PlannedNotification(notification("bell"), next: first, later: [first + hour], every: hour)
      let effects = world.feed(.app(serial, .requested(id: id, .notifications(.plan(plan)))))
      world.play()
      return effects.count { $0 == report }
    }
    #expect(seen(planned: due) == 0)
    world.wait(until: due)
    // The app has named the time after this one, and the clock has not yet rung for this one.
    #expect(seen(planned: next) == 1)
    #expect(shown(world) == ["bell"])
    // It had named its times a moment before this one came.
    #expect(seen(planned: due) == 0)
    #expect(world.lifecycle.apps[notes]?.estate.notifications.planned.map(\.next) == [ClockDate(next)])
    world.wait(until: next)
    world.feed(.due(.notifications))
    #expect(world.lifecycle.apps[notes]?.estate.notifications.planned.map(\.next) == [ClockDate(next + hour)])
  }

  @Test("One that is larger than the daemon keeps is refused")
  func tooLarge() {
    var world = World(running: notes)
    let large = PlannedNotification(notification("large", size: Limit.notification.number), next: world.now)
    world.act(notes, .request(.notifications(.plan(large))))
    #expect(world.process(notes)?.replies.last == .overLimit(.notification))
    // Its one time counts as well: title, identifier and content have eight bytes.
    for (room, reply) in [(40, AppAnswer.done), (39, .overLimit(.notification))] {
      let atOnce = notification("x", size: Limit.notification.number - room)
      world.act(notes, .request(.notifications(.planAtOnce(atOnce, every: nil))))
      #expect(world.process(notes)?.replies.last == reply)
    }
  }

  @Test("An app takes back what it has planned and what is shown, and hears what is shown")
  func takesBack() {
    var world = World(running: notes)
    for name in ["a", "b", "c"] { world.act(notes, plan(name, in: world, after: .seconds(9))) }
    world.act(notes, .request(.notifications(.cancel(["a", "nonsense"]))))
    world.home()
    world.play()
    world.pass(.seconds(9))
    world.feed(.due(.notifications))
    world.open(notes)
    #expect(shown(world) == ["b", "c"])
    world.act(notes, .request(.notifications(.remove(["b"]))))
    world.act(notes, .request(.notifications(.list)))
    guard case .notifications(let seen)? = world.process(notes)?.replies.last else {
      return #expect(Bool(false), "no list")
    }
    #expect(seen.map(\.notification.identifier) == ["c"])
    world.act(notes, .request(.notifications(.remove(nil))))
    #expect(shown(world).isEmpty)
  }

  @Test(
    "LA4 a notification that is chosen launches its app, or brings it forward, and the app is told once",
    arguments: [
      notes, pages,
    ])
  func chosen(app: AppID) {
    var world = World()
    world.feed(.wish(.notify(app, notification("one")), world.request()))
    world.feed(.wish(.notify(app, notification("two")), world.request()))
    #expect(
      world.result(.openNotification(app, "three", action: nil, text: nil))
        == .refused(.unknownNotification(app, "three")))
    let first = world.ask(.openNotification(app, "one", action: "reply", text: "hello"))
    world.play()
    #expect(world.outcome(first) == .done)
    #expect(world.state(app) == .active)
    #expect(shown(world, app) == ["two"])
    let launch =
      app == notes ? world.opened(app).first : world.connection(app)?.options.response.map(Opening.notification)
    guard case .notification(let response)? = launch else { return #expect(Bool(false), "it was not told") }
    #expect(response.notification.notification.identifier == "one")
    #expect(response.action == "reply" && response.text == "hello")
    world.home()
    world.play()
    world.ask(.openNotification(app, "two", action: nil, text: nil))
    world.play()
    #expect(world.opened(app).count == (app == notes ? 2 : 1))
    #expect(shown(world, app).isEmpty)
  }

  @Test("IN7 a notification cannot be opened on a locked device, and stays; one that is swiped away is gone")
  func locked() {
    var world = World(suspended: notes)
    world.feed(.wish(.notify(notes, notification("one")), world.request()))
    world.ask(.lock)
    world.play()
    #expect(world.result(.openNotification(notes, "one", action: nil, text: nil)) == .refused(.locked(notes)))
    #expect(shown(world) == ["one"])
    #expect(world.result(.dismissNotification(notes, "one")) == .done)
    #expect(world.result(.dismissNotification(notes, "one")) == .refused(.unknownNotification(notes, "one")))
  }

  @Test("What an app has planned, and what is shown of it, stays while it is replaced; what was due then is shown")
  func replaced() {
    var world = World(running: notes)
    world.act(notes, plan("soon", in: world, after: .seconds(60)))
    world.act(notes, plan("later", in: world, after: .seconds(600)))
    world.home()
    world.play()
    world.feed(.wish(.notify(notes, notification("now")), world.request()))
    world.ask(.terminate(notes))
    world.play()
    world.feed(.removed(notes))
    world.pass(.seconds(100))
    world.feed(.due(.notifications))
    let due = world.now + .seconds(500)
    let effects = world.feed(.installed(AppDescription(id: notes, style: .app)))
    #expect(shown(world) == ["now", "soon"])
    #expect(armed(effects) == .some(due))
    let planned = world.lifecycle.apps[notes]?.estate.notifications.planned.map(\.notification.identifier)
    #expect(planned == ["later"])
    #expect(keptLast(effects)?.planned.map(\.notification.identifier) == ["later"])
  }

  @Test(
    "What was planned before the daemon began is shown, whether its app is found before that or after",
    arguments: [
      false, true,
    ])
  func recalled(isAbsent: Bool) {
    var world = World()
    let due = world.now + .seconds(60)
    if isAbsent { world.feed(.removed(notes)) }
    let recalled = UserNotifications(
      planned: [PlannedNotification(notification("later"), next: due)],
      shown: [ShownNotification(notification("now"), time: ClockDate(world.now))])
    var effects = world.feed(.recalled(.notifications(notes, recalled)))
    if isAbsent { effects += world.feed(.installed(AppDescription(id: notes, style: .app))) }
    #expect(armed(effects) == .some(due))
    #expect(shown(world) == ["now"])
    world.pass(.seconds(60))
    world.feed(.due(.notifications))
    #expect(shown(world) == ["now", "later"])
  }

  @Test(
    "Names are told apart by their bytes: two spellings of one word are two notifications, and each is cancelled and removed alone"
  )
  func spellings() {
    let spellings = ["caf\u{E9}", "cafe\u{301}"]
    var world = World(running: notes)
    for identifier in spellings { world.act(notes, plan(identifier, in: world, after: .seconds(60))) }
    func planned() -> [[UInt8]]? {
      world.lifecycle.apps[notes]?.estate.notifications.planned.map { Array($0.notification.identifier.utf8) }
    }
    #expect(planned() == spellings.map { Array($0.utf8) })
    world.act(notes, .request(.notifications(.cancel([spellings[0]]))))
    #expect(planned() == [Array(spellings[1].utf8)])
    world.act(notes, plan(spellings[0], in: world, after: .seconds(60)))
    world.home()
    world.play()
    world.pass(.seconds(60))
    world.feed(.due(.notifications))
    #expect(shown(world).count == 2)
    world.ask(.launch(notes, Launch(), .foreground))
    world.play()
    world.act(notes, .request(.notifications(.remove([spellings[1]]))))
    #expect(shown(world).map { Array($0.utf8) } == [Array(spellings[0].utf8)])
  }

  @Test("Names of any length and difference are one where all their bytes are")
  func bytes() {
    for count in [0, 1, 7, 8, 9, 16, 250] {
      let name = String(repeating: "x", count: count)
      #expect(name.isSpelled(as: String(repeating: "x", count: count)))
      #expect(!name.isSpelled(as: name + "x"))
      for at in 0..<count {
        let other = String(name.enumerated().map { $0.offset == at ? "y" : $0.element })
        #expect(!name.isSpelled(as: other), "\(count) bytes, differing in \(at)")
        #expect(Spelling(name) != Spelling(other))
        #expect(Spelling(name) < Spelling(other))
      }
    }
    #expect(Set(["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"].map(Spelling.init)).count == 2)
  }

  private func keptLast(_ effects: [Effect]) -> UserNotifications? {
    effects.compactMap { if case .store(.keepNotifications(notes, let kept)) = $0 { kept } else { nil } }.last
  }
}
