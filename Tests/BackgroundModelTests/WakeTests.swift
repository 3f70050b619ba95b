// The rules of waking: BX3, BX5, LA3, LA4.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("BX: waking") struct WakeTests {
  static let push = Wake.push("{\"aps\":{}}")
  static let kinds: [(Wake, BackgroundMode)] = [
    (push, .remoteNotification), (.fetch, .fetch), (.location(latitude: 1, longitude: 2), .location),
    (.accessory(name: "pen"), .externalAccessory), (.bluetooth(name: "pen"), .bluetoothCentral),
    (.bluetooth(name: "pen"), .bluetoothPeripheral), (.task(identifier: "task 0", .refresh), .fetch),
    (.task(identifier: "task 0", .processing), .processing),
  ]

  @Test("BX3 each kind of wake needs its own mode: with it an app is woken, with all others not", arguments: kinds)
  func modes(wake: Wake, mode: BackgroundMode) {
    var world = World()
    world.feed(.installed(AppDescription(waking: player, by: [mode])))
    world.wake(player, wake)
    world.play()
    #expect(world.woken(player) == [wake])
    let others = Self.kinds.filter { $0.0 == wake }.map(\.1)
    world.feed(.installed(AppDescription(waking: player, by: Set(BackgroundMode.allCases).subtracting(others))))
    #expect(world.result(.wake(player, wake)) == .refused(.lacksMode(player, others)))
  }

  @Test("BX3 an app that runs hears of a push without the mode; one that sleeps or is not running is not woken for it")
  func pushWithoutMode() {
    var world = World()
    let refusal = Outcome.refused(.lacksMode(player, [.remoteNotification]))
    world.feed(.installed(AppDescription(waking: player, by: [])))
    #expect(world.result(.wake(player, Self.push)) == refusal)
    world.open(player)
    let inFront = world.wake(player, Self.push)
    #expect(world.woken(player) == [Self.push])
    world.finishWake(player)
    #expect(world.outcome(inFront) == .done)
    #expect(world.result(.wake(player, .fetch)) == .refused(.lacksMode(player, [.fetch])))

    world.act(player, .beginTask)
    world.home()
    world.play()
    #expect(world.state(player) == .background)
    world.wake(player, Self.push)
    #expect(world.woken(player) == [Self.push, Self.push])
    world.finishWake(player)
    world.act(player, .endTask)
    world.play()
    #expect(world.state(player) == .suspended)
    #expect(world.result(.wake(player, Self.push)) == refusal)
  }

  @Test("BX3 an app that is being stopped or ends is not woken, nor launched anew, for a push without the mode")
  func pushWithoutModeOnTheWay() {
    let refusal = Outcome.refused(.lacksMode(player, [.remoteNotification]))
    var freezing = World()
    freezing.feed(.installed(AppDescription(waking: player, by: [])))
    freezing.open(player)
    freezing.sendHome(player)
    #expect(freezing.result(.wake(player, Self.push)) == refusal)

    var ending = World()
    ending.feed(.installed(AppDescription(waking: player, by: [])))
    ending.open(player)
    ending.ask(.terminate(player))
    #expect(ending.result(.wake(player, Self.push)) == refusal)
  }

  @Test("BX5 a suspended app runs for a wake, finishes it and is suspended again", arguments: [player, feeds])
  func suspended(app: AppID) {
    var world = World(suspended: app)
    let request = world.wake(app, Self.push)
    #expect(world.state(app) == .background)
    #expect(world.woken(app) == [Self.push])
    world.pass(.seconds(29))
    #expect(world.outcome(request) == nil)
    world.finishWake(app)
    #expect(world.outcome(request) == .done)
    world.play()
    #expect(world.state(app) == .suspended)
    #expect(world.armed(app).isEmpty)
  }

  @Test("BX5 LA3 LA4 an app that is not running is launched behind the screen: launch, B, the event, a picture, sleep")
  func launch() {
    var world = World()
    let request = world.wake(player, Self.push)
    #expect(world.process(player)?.launch.options.wake == Self.push)
    #expect(world.state(player) == .background)
    world.play()
    #expect(world.told(player, withPictures: true) == "L B wake snap")
    if case .launch(let options, _, _) = world.process(player)?.told.first {
      #expect(options == LaunchOptions(wake: Self.push))
    }
    #expect(world.state(player) == .suspended)
    #expect(world.outcome(request) == .done)
    #expect(world.lifecycle.device.front.isEmpty)
  }

  @Test("BX5 LA3 LS2 a scene-based app is launched for a wake without a scene: WF, DF, the event")
  func launchWithoutScene() {
    var world = World()
    world.wake(feeds, Self.push)
    world.play()
    #expect(world.toldScenes(feeds) == "L wake")
    #expect(world.sessions(feeds).isEmpty)
    #expect(world.state(feeds) == .suspended)
  }

  @Test("LA4 the launch options say which of the wakes it was", arguments: kinds.map(\.0))
  func reason(wake: Wake) {
    var world = World()
    world.wake(player, wake)
    #expect(world.process(player)?.launch.options == LaunchOptions(wake: wake))
  }

  @Test("BX5 what the user force-quit is not woken until the user opens it; not even after a restart")
  func forceQuit() {
    var world = World(running: player)
    world.ask(.quit(player))
    world.play()
    let refusal = Outcome.refused(.forceQuitByUser(player))
    #expect(world.result(.wake(player, .fetch)) == refusal)
    for recallsFirst in [false, true] {
      world.restart([AppDescription(waking: player)], recallsFirst: recallsFirst)
      #expect(world.result(.wake(player, .fetch)) == refusal)
    }
    world.open(player)
    world.ask(.terminate(player))
    world.play()
    world.wake(player)
    #expect(world.state(player) == .background)
  }

  /// The user has force-quit `player`, and `clock`, which is active, has opened it.
  private func openedByAnotherApp() -> World {
    var world = World(running: player)
    world.ask(.quit(player))
    world.play()
    world.open(clock)
    #expect(world.answer(clock, to: .openURL("player:1")) == .handled(true))
    #expect(world.lifecycle.isForceQuit(player))
    return world
  }

  @Test(
    "BX5 a force-quit app that another app opens is force-quit until the user has seen it active",
    arguments: [false, true])
  func forceQuitAndOpened(isSeen: Bool) {
    var world = openedByAnotherApp()
    if !isSeen { world.home() }
    world.play()
    #expect(world.state(player) == (isSeen ? .active : .suspended))
    #expect(world.lifecycle.isForceQuit(player) == !isSeen)
    world.ask(.terminate(player))
    world.play()
    let refusal = Outcome.refused(.forceQuitByUser(player))
    #expect(world.result(.wake(player, .fetch)) == (isSeen ? nil : refusal))
    #expect(world.laws.broken == nil)
  }

  @Test("BX5 a force-quit app that another app opens, and a person activates, is force-quit no more")
  func forceQuitAndActivated() {
    var world = openedByAnotherApp()
    world.ask(.activate(player))
    #expect(!world.lifecycle.isForceQuit(player))
    world.play()
    #expect(world.laws.broken == nil)
  }

  @Test("BX5 a force-quit app whose bundle is replaced is still force-quit")
  func forceQuitReplaced() {
    var world = World(running: player)
    world.ask(.quit(player))
    world.play()
    world.feed(.removed(player))
    #expect(world.result(.wake(player, .fetch)) == .refused(.unknownApp(player)))
    world.feed(.installed(AppDescription(waking: player)))
    #expect(world.result(.wake(player, .fetch)) == .refused(.forceQuitByUser(player)))
  }

  @Test("BX5 a locked device wakes its apps all the same, behind the screen", arguments: [false, true])
  func locked(wasInFront: Bool) {
    var world = wasInFront ? World(running: player) : World()
    world.ask(.lock)
    world.play()
    let request = world.wake(player)
    world.play()
    #expect(world.woken(player) == [.fetch])
    #expect(world.outcome(request) == .done)
    #expect(world.state(player) == .suspended)
  }

  @Test("BX3 several wakes at once are told in order, and each is done when it is finished")
  func several() {
    var world = World(suspended: player)
    let wakes: [Wake] = [Self.push, .fetch, .accessory(name: "pen")]
    let requests = wakes.map { world.wake(player, $0) }
    #expect(world.woken(player) == wakes)
    for done in 1...3 {
      world.finishWake(player)
      #expect(requests.map { world.outcome($0) != nil } == (1...3).map { $0 <= done })
      #expect(world.process(player)?.freeze == SimulatedProcess.Freeze.none)
    }
    world.play()
    #expect(world.state(player) == .suspended)
  }

  @Test("BX3 BX5 who does not wait is answered when the wake is taken")
  func whenTaken() {
    var world = World(suspended: player)
    #expect(world.result(.wake(player, .fetch), .whenTaken) == .done)
    #expect(world.woken(player) == [.fetch])
  }

  @Test("BX3 what exits on suspend is told in front, and not launched for a wake")
  func exitsOnSuspend() {
    var world = World()
    world.feed(.installed(AppDescription(waking: player, exitsOnSuspend: true)))
    #expect(world.result(.wake(player, .fetch)) == .refused(.noBackground(player)))
    world.open(player)
    world.wake(player)
    #expect(world.woken(player) == [.fetch])
  }

  @Test("FG4 what an app was woken for and has not finished is no backlog of input")
  func backlog() {
    var policy = Policy()
    policy.unhandledInput = 1
    var world = World(running: player, policy: policy)
    world.wake(player)
    let input = world.input(player)
    #expect(world.outcome(input) == nil)
    #expect(world.result(.userInput(player, "{}")) == .refused(.inputBacklog(player, 1)))
  }
}
