// Processes of a daemon that left no state that can be read: they are held without the detail.

import LifecycleModel
import Testing

@testable import SimulatedDevice

/// A model that knows of a process only what can be seen from outside.
private struct Adopter {
  private(set) var lifecycle = Lifecycle(policy: Policy())
  private(set) var effects: [Effect] = []
  private var now = Instant(nanoseconds: 3_600_000_000_000)
  let serial = ProcessSerial(number: 7)

  init(
    _ app: AppID, style: LifecycleStyle = .app, _ state: AppState, scenes: [Scene] = [], hasPasscode: Bool = false,
    modes: Set<BackgroundMode> = []
  ) {
    feed(.installed(AppDescription(id: app, style: style, backgroundModes: modes)))
    if hasPasscode { feed(.recalled(.passcode)) }
    feed(.kernel(serial, .adopted(app, Adoption(pid: 77, state: state, scenes: scenes))))
  }

  mutating func feed(_ input: Input) {
    effects = lifecycle.handle(input, at: now)
  }

  mutating func want(_ wish: Wish) { feed(.wish(wish, Request(id: RequestID(number: 1)))) }

  mutating func pass(_ time: Duration) { now = now + time }

  var sent: (sequence: EventSequence, event: Event)? {
    for case .send(serial, let sequence, let event) in effects { return (sequence, event) }
    return nil
  }

  /// The events that the app is told until it is told nothing more, each acknowledged.
  mutating func told() -> [Event] {
    var told: [Event] = []
    while let sent {
      told.append(sent.event)
      feed(.app(serial, .acknowledged(sent.sequence)))
    }
    return told
  }
}

@Suite("Adoption") struct AdoptionTests {
  @Test("FG1 an active app that is adopted is in front, and leaves as any other: R, B") func active() {
    var device = Adopter(notes, .active)
    #expect(device.sent == nil)
    #expect(device.lifecycle.apps[notes]?.state == .active)
    #expect(device.lifecycle.device.front == [notes])
    device.want(.home)
    #expect(device.told().prefix(2) == [.willResignActive, .didEnterBackground])
  }

  @Test("BG4 a suspended app that is adopted sleeps on, and comes forward as any other: F, A") func suspended() {
    var device = Adopter(notes, .suspended)
    #expect(device.lifecycle.apps[notes]?.state == .suspended)
    #expect(device.effects.allSatisfy { if case .thaw = $0 { false } else { true } })
    device.want(.activate(notes))
    #expect(device.effects.contains(.thaw(device.serial)))
    #expect(device.told() == [.willEnterForeground, .didBecomeActive])
  }

  @Test("BX1 what runs behind the screen when it is adopted may be at a background task: it has as long as one")
  func background() {
    var device = Adopter(notes, .background)
    #expect(!device.effects.contains(.freeze(device.serial)))
    device.pass(Policy().backgroundTasks)
    device.feed(.due(.step(device.serial, .freezeRetry)))
    #expect(device.effects.contains(.freeze(device.serial)))
  }

  @Test("BX1 and what it is told meanwhile does not make that shorter") func backgroundNotice() {
    var device = Adopter(notes, .background)
    device.feed(.recalled(.fact(.locale("ko_KR"))))
    let sent = device.sent?.sequence
    device.feed(.app(device.serial, .acknowledged(sent ?? EventSequence(number: 0))))
    #expect(sent != nil && !device.effects.contains(.freeze(device.serial)))
    device.pass(Policy().backgroundTasks)
    device.feed(.due(.step(device.serial, .freezeRetry)))
    #expect(device.sent?.event == .aside(.snapshot) || device.effects.contains(.freeze(device.serial)))
  }

  @Test("LA1 a process that is adopted before it says hello is launched") func greeting() {
    var device = Adopter(notes, .notRunning)
    #expect(device.sent == nil)
    device.feed(.app(device.serial, .hello(protocolVersion: 1)))
    guard case .launch? = device.sent?.event else { return #expect(Bool(false), "it was sent \(device.effects)") }
  }

  @Test("LA5 one that never says hello is killed") func neverGreets() {
    var device = Adopter(notes, .notRunning)
    device.pass(Policy().launch)
    device.feed(.due(.step(device.serial, .launch)))
    #expect(device.effects.contains(.kill(device.serial)))
  }

  @Test("an adopted app is sent no number that it has seen, and may acknowledge those of the daemon before")
  func numbers() {
    var device = Adopter(notes, .active)
    device.feed(.app(device.serial, .acknowledged(EventSequence(number: 12))))
    #expect(device.effects == [])
    device.want(.home)
    #expect(device.sent.map { $0.sequence.number > 1_000_000 } == true)
    device.feed(.app(device.serial, .requested(id: 1, .beginBackgroundTask(name: nil))))
    let tasks = device.effects.compactMap { effect -> Int? in
      if case .reply(_, id: 1, .backgroundTask(let task)) = effect { task.number } else { nil }
    }
    #expect(tasks.count == 1 && tasks.allSatisfy { $0 > 1_000_000 })
    device.feed(.app(device.serial, .acknowledged(EventSequence(number: 1 << 60))))
    #expect(device.effects.contains(.kill(device.serial)))
  }

  @Test("SC1 an adopted app has the scenes that it had") func scenes() {
    let scenes = [
      Scene(session: SessionID("a"), state: .foregroundActive), Scene(session: SessionID("b"), state: .background),
    ]
    var device = Adopter(pages, style: .scene, .active, scenes: scenes)
    #expect(device.lifecycle.apps[pages]?.state == .active)
    #expect(device.lifecycle.apps[pages]?.process?.scenes == scenes)
    device.want(.home)
    let told = device.told()
    guard case .scene(SessionID("a"), .willResignActive, _, _)? = told.first else {
      return #expect(Bool(false), "it was told \(told)")
    }
  }

  @Test("BX5 an app that runs when it is adopted is not force-quit, whatever its last record says") func forceQuit() {
    var device = Adopter(notes, .suspended, modes: [.remoteNotification])
    device.feed(.recalled(.forceQuit(notes)))
    #expect(device.lifecycle.apps[notes]?.estate.isForceQuit == false)
    device.want(.wake(notes, .push("{}")))
    #expect(device.effects.contains(.thaw(device.serial)))
  }

  @Test("BX5 one that does not run is force-quit still") func forceQuitBefore() {
    var device = Adopter(notes, .active)
    device.feed(.kernel(device.serial, .exited(.exited(code: 0), Usage())))
    device.feed(.recalled(.forceQuit(notes)))
    #expect(device.lifecycle.apps[notes]?.estate.isForceQuit == true)
  }

  @Test("DP2 IN7 a device with a passcode is locked when its apps are adopted: whoever is in front leaves, and is told")
  func passcode() {
    var device = Adopter(notes, .active, hasPasscode: true)
    #expect(device.lifecycle.device.isLocked)
    #expect(device.lifecycle.device.keys == .beforeFirstUnlock)
    let told = device.told()
    #expect(told.prefix(2) == [.willResignActive, .didEnterBackground])
    #expect(told.contains(.aside(.notice(.protectedData(isAvailable: false)))))
    device.feed(.kernel(device.serial, .froze()))
    device.want(.unlock)
    #expect(device.lifecycle.device.front == [notes])
    #expect(device.told().suffix(2) == [.willEnterForeground, .didBecomeActive])
  }

  @Test("DP2 the keys of a device with a passcode are denied to adopted apps") func keys() {
    var device = Adopter(notes, .active, hasPasscode: true)
    device.feed(.app(device.serial, .requested(id: 1, .protectedKey(kind: "complete", isPublic: false))))
    #expect(device.effects.contains(.reply(device.serial, id: 1, .protectedDataUnavailable(.complete))))
  }

  @Test("DP2 where the passcode is known only after the processes, they leave the screen then")
  func passcodeAfterwards() {
    var device = Adopter(notes, .active)
    device.feed(.recalled(.passcode))
    #expect(device.lifecycle.device.isLocked)
    #expect(device.told().prefix(2) == [.willResignActive, .didEnterBackground])
  }

  @Test("SC1 what is kept of sessions does not take an adopted app's scene from it") func sessionsKept() {
    let scene = Scene(session: SessionID("a"), state: .foregroundActive)
    var device = Adopter(pages, style: .scene, .active, scenes: [scene])
    let kept = Session(id: SessionID("b"), used: 3)
    device.feed(.recalled(.sessions(pages, Sessions([kept]))))
    #expect(device.lifecycle.apps[pages]?.estate.sessions.all.map(\.id).sorted() == [SessionID("a"), SessionID("b")])
  }

  @Test("SC3 an adopted app is told of the sessions that were discarded and that it was not told of") func discarded() {
    var device = Adopter(pages, style: .scene, .background)
    device.feed(.recalled(.sessions(pages, Sessions(discarded: [SessionID("a")]))))
    #expect(device.told().first == .aside(.discardSessions([SessionID("a")])))
  }

  @Test("NQ4 an adopted app that runs is told at once how the device was set up") func facts() {
    var device = Adopter(notes, .active)
    device.feed(.recalled(.fact(.locale("ko_KR"))))
    #expect(device.told() == [.aside(.notice(.locale("ko_KR")))])
  }

  @Test("TE1 a process of an app that is not installed any more is killed: nobody would ever end it")
  func unknownApp() {
    var lifecycle = Lifecycle(policy: Policy())
    let serial = ProcessSerial(number: 7)
    let adopted = Input.kernel(serial, .adopted(notes, Adoption(pid: 77, state: .active)))
    #expect(lifecycle.handle(adopted, at: Instant(nanoseconds: 1)) == [.kill(serial)])
  }

  @Test("LA10 TE3 the next process has another serial than any before, also than those that had ended by then")
  func serials() {
    var device = Adopter(notes, .active)
    device.feed(.kernel(device.serial, .exited(.exited(code: 0), Usage())))
    device.want(.launch(notes, Launch(), .foreground))
    let spawned = device.effects.compactMap { if case .spawn(let serial, _, _) = $0 { serial.number } else { nil } }
    // In so many milliseconds since the machine started.
    #expect(spawned == [3_600_001])
  }
}
