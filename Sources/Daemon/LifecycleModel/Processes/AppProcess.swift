// One process of an app: where it is in its life, and the values that make up its state.

public struct AppProcess: Hashable, Codable, Sendable {
  public let app: AppID
  public let serial: ProcessSerial
  public let style: LifecycleStyle
  /// BG7, with the device's own lack of multitasking taken in.
  public let exitsOnSuspend: Bool
  let isForeign: Bool
  @Boxed private(set) var launch: Launch
  let began: Instant

  /// The process runs; nil until it has been started.
  public private(set) var pid: Int32?
  public private(set) var phase: Phase
  /// Never taken back: an app that is told to end ends.
  public private(set) var order: EndOrder?
  /// TE2: others wait for its end, and it is told nothing more of its scenes.
  private(set) var isHurried = false
  /// The connected scenes; always none for an app-based app.
  public private(set) var scenes: [Scene] = []
  /// When a signal began to end it (TE4).
  private(set) var crashed: Instant?
  let backgroundModes: Set<BackgroundMode>
  @Boxed var conversation = Conversation()
  @Boxed public internal(set) var deadlines: Deadlines
  @Boxed var wakefulness = Wakefulness()
  @Boxed var told: Told
  @Boxed var trace = Trace()
  @Boxed var pictures = Pictures()
  public internal(set) var debugging = Debugging.none
  /// PR2: the user allows it once, for this process.
  var allowedOnce: Set<PrivacyService> = []
  /// PR5: the log has said that its Info.plist does not explain what it asks for.
  var isKnownNotToExplain = false

  init(
    _ description: AppDescription, serial: ProcessSerial, launch: Launch, placement: Placement, device: Device,
    turn: inout Turn
  ) {
    app = description.id
    self.serial = serial
    style = description.style
    exitsOnSuspend = description.exitsOnSuspend || !turn.policy.multitasking
    isForeign = description.isForeign
    self.launch = launch
    backgroundModes = description.backgroundModes
    began = turn.now
    phase = .greeting(placement)
    told = Told(device, app)
    deadlines = Deadlines(of: serial)
    turn.emit(.spawn(serial, app, launch))
    turn.report(.state(app, from: .notRunning, to: state))
    if launch.waitsForDebugger {
      debugging = .awaited
      deadlines.hold(&turn)
    }
    deadlines.start(.launch, &turn)
  }

  /// One that runs already, and was started by a daemon that has left no more of it.
  init(_ description: AppDescription, adopting adoption: Adoption, as serial: ProcessSerial, device: Device, turn: Turn)
  {
    var unheard = Turn(now: turn.now, policy: turn.policy)
    self.init(
      description, serial: serial, launch: Launch(), placement: .background, device: device, turn: &unheard)
    deadlines = Deadlines(of: serial)
    pid = adoption.pid
    scenes = adoption.scenes
    switch adoption.state {
    case .notRunning: break
    case .suspended: phase = .resting(.suspended)
    case .background: phase = .resting(.background)
    case .active: phase = .resting(style == .app ? .active : restOfScenes)
    case .inactive: phase = .resting(style == .app ? .inactive : restOfScenes)
    }
  }

  mutating func spawned(pid: Int32) { self.pid = pid }

  /// Every change of phase comes through here.
  mutating func move(to next: Phase, _ turn: inout Turn) {
    let before = state
    phase = next
    if state != before { turn.report(.state(app, from: before, to: state)) }
  }

  var options: LaunchOptions { launch.options }

  /// PR4: its launch, of which it is still to be told, names no event that does not reach it.
  mutating func forgetWake(of service: PrivacyService) {
    guard case .greeting = phase, launch.options.wake?.service == service else { return }
    launch.options.wake = nil
  }

  /// Who has the next word about it, without any time passing.
  var awaited: Awaited? {
    // Of one that a debugger holds nobody knows when.
    if isDebugged { return nil }
    return switch phase {
    case .resting(.suspended): deadlines.awaitAnswer ? .app : nil
    case .resting:
      // One that somebody else has stopped says nothing until it is continued.
      !isStoppedFromOutside && deadlines.awaitAnswer || conversation.isToBeAnsweredAtOnce ? .app : nil
    case .greeting, .launching, .calling, .freezing, .leaving: .app
    case .killed: .kernel
    }
  }

  // MARK: Scenes

  mutating func connectScene(_ session: SessionID) { scenes.append(Scene(session: session, state: .unattached)) }

  mutating func disconnectScene(_ session: SessionID) { scenes.removeAll { $0.session == session } }

  mutating func disconnectScenes() { scenes = [] }

  mutating func moveScene(_ session: SessionID, to state: SceneState) { change(session) { $0.state = state } }

  mutating func outdateScene(_ session: SessionID) { change(session) { $0.pictureIsStale = true } }

  /// A scene that is to be rendered, once.
  mutating func takeStaleScene() -> SessionID? {
    guard let session = scenes.first(where: \.pictureIsStale)?.session else { return nil }
    change(session) { $0.pictureIsStale = false }
    return session
  }

  private mutating func change(_ session: SessionID, _ change: (inout Scene) -> Void) {
    if let place = scenes.firstIndex(where: { $0.session == session }) { change(&scenes[place]) }
  }

  // MARK: Its state

  public var tasks: BackgroundTasks { wakefulness.tasks }
  public var activities: [ActivityID: BackgroundMode] { wakefulness.activities }
  /// The wakes that it has not finished.
  public var wakes: [EventSequence: Wake] { conversation.wakes.mapValues(\.wake) }

  /// The first order counts, and is the reason in the record.
  mutating func obey(_ order: EndOrder, _ turn: inout Turn) {
    self.order = self.order ?? order
    stopDebugging(on: order, &turn)
  }

  /// A further order. The system and a shutdown do not wait until an app that was swiped away has given up each of its scenes.
  mutating func hurry(on order: EndOrder) {
    if order != .forceQuit { isHurried = true }
  }

  mutating func crashing(at now: Instant) { crashed = crashed ?? now }

  /// The state that outsiders see (ST1).
  public var state: AppState {
    switch phase {
    case .greeting(let placement), .launching(let placement, _):
      // ST6: until a scene is on screen a scene-based app is in the background.
      placement == .foreground && style == .app ? .inactive : .background
    case .resting(let rest): rest.state
    case .calling(let callback, _, _): callback.state
    case .freezing: .background
    case .leaving(let state), .killed(_, let state): state
    }
  }

  /// Its places that were told to become active and have not yet resigned: each counts against the slots (ST5).
  public var placesHeld: [Place] {
    switch style {
    case .app: holdsSlot ? [Place(app: app)] : []
    case .scene: scenes.filter { $0.state == .foregroundActive }.map { Place(app: app, session: $0.session) }
    }
  }

  private var holdsSlot: Bool {
    switch phase {
    case .resting(.active), .calling(.activate, _, _), .calling(.resign, _, _): true
    case .calling(.aside(_, let rest), _, _): rest == .active
    case .calling(.terminate(let state), _, _), .leaving(let state), .killed(_, let state): state == .active
    case .greeting, .launching, .resting, .calling, .freezing: false
    }
  }

  /// Whether it may be sent input (FG4): once it is told to resign, no more.
  var takesInput: Bool {
    guard order == nil else { return false }
    switch phase {
    case .resting(.active), .calling(.activate, _, _), .calling(.aside(_, .active), _, _): return true
    case .calling(.scene(let session, .willResignActive, _, _), _, _):
      return scenes.contains { $0.state == .foregroundActive && $0.session != session }
    case .calling(.scene(_, _, let state, _), _, _): return state == .active
    case .greeting, .launching, .resting, .calling, .freezing, .leaving, .killed: return false
    }
  }

  /// Whether it will run no further step until something happens.
  func isSettled(on device: Device) -> Bool {
    guard order == nil, case .resting(let rest) = phase else { return false }
    switch style {
    case .app:
      switch (rest, device.goal(of: Place(app: app))) {
      case (.active, .active), (.inactive, .inactive), (.suspended, .background), (.background, .background):
        return true
      case (.active, _), (.inactive, _), (.launchedInBackground, _), (.background, _), (.suspended, _):
        return false
      }
    case .scene:
      return scenesAreSettled(on: device)
    }
  }

  /// Whether its end is certain, so that a launch has to wait for it.
  public var isEnding: Bool {
    if order != nil { return true }
    switch phase {
    case .leaving, .killed: return true
    case .greeting, .launching, .resting, .calling, .freezing: return false
    }
  }
}
