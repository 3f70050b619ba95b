// One process of an app: what it is in the middle of, and the next step from where it is to where it shall be.

public struct AppProcess: Hashable, Codable, Sendable {
  public let app: AppID
  public let serial: ProcessSerial
  public let style: LifecycleStyle
  /// BG7, with the device's own lack of multitasking taken in.
  public let exitsOnSuspend: Bool
  let launch: Launch
  let began: Instant

  public internal(set) var pid: Int32?
  public internal(set) var phase: Phase
  /// Set once, and never taken back: an app that is told to end ends.
  public internal(set) var order: EndOrder?
  /// The connected scenes; always none for an app-based app.
  public internal(set) var scenes: [Scene] = []
  /// When a signal began to end it (TE4).
  var crashed: Instant?
  let backgroundModes: Set<BackgroundMode>
  var conversation = Conversation()
  var deadlines: Deadlines
  var wakefulness = Wakefulness()
  var told: Told
  var trace = Trace()
  var pictures = Pictures()

  init(
    _ description: AppDescription, serial: ProcessSerial, launch: Launch, placement: Placement, device: Device,
    turn: inout Turn
  ) {
    app = description.id
    self.serial = serial
    style = description.style
    exitsOnSuspend = description.exitsOnSuspend || !turn.policy.multitasking
    self.launch = launch
    backgroundModes = description.backgroundModes
    began = turn.now
    phase = .greeting(placement)
    told = Told(device)
    deadlines = Deadlines(of: serial)
    turn.emit(.spawn(serial, app, launch))
    turn.report(.state(app, from: .notRunning, to: state))
    deadlines.start(.launch, &turn)
  }

  var options: LaunchOptions { launch.options }

  public var tasks: BackgroundTasks { wakefulness.tasks }
  public var activities: [ActivityID: BackgroundMode] { wakefulness.activities }
  /// What it was woken for and has not finished.
  public var wakes: [EventSequence: Wake] { conversation.wakes.mapValues(\.wake) }

  /// What outsiders see (ST1).
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

  /// What of it has been told to become active and has not yet resigned: each counts against the slots (ST5).
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

  /// Takes the next step of an app-based app, as far as nothing is in flight.
  mutating func advance(
    on stage: Stage, opening openings: inout [Opening], waking wakes: inout [PendingWake], _ turn: inout Turn
  ) {
    guard case .resting(let rest) = phase else { return }
    if let order {
      leave(rest, on: order, &turn)
      return
    }
    let place = Place(app: app)
    let goal = stage.device.goal(of: place)
    if tellChanges(at: rest, of: stage.device, &turn) { return }
    takeWakes(&wakes, at: rest, of: stage.device, &turn)
    switch (rest, goal) {
    case (.active, .active), (.inactive, .inactive):
      open(at: rest, &openings, &turn)
    case (.active, .inactive), (.active, .background):
      call(.resign, &turn)
    case (.inactive, .active):
      if open(at: rest, &openings, &turn) { return }
      if stage.maySlot(place) { call(.activate, &turn) }
    case (.inactive, .background):
      if exitsOnSuspend {
        order = .exitsOnSuspend
        call(.terminate(from: .inactive), &turn)
      } else {
        call(.enterBackground, &turn)
      }
    case (.launchedInBackground, .background):
      call(.enterBackground, &turn)
    case (.launchedInBackground, .active), (.launchedInBackground, .inactive),
      (.background, .active), (.background, .inactive):
      endBackgroundBudget(&turn)
      call(.enterForeground, &turn)
    case (.background, .background):
      stayInBackground(&turn)
    case (.suspended, .background):
      if !conversation.deferred.isEmpty || !wakes.isEmpty {
        thaw(&turn)
        advance(on: stage, opening: &openings, waking: &wakes, &turn)
      }
    case (.suspended, .active), (.suspended, .inactive):
      thaw(&turn)
      advance(on: stage, opening: &openings, waking: &wakes, &turn)
    }
  }

  /// LA6: what is to be opened comes when the app is on screen, before didBecomeActive.
  @discardableResult
  private mutating func open(at rest: Rest, _ openings: inout [Opening], _ turn: inout Turn) -> Bool {
    guard !openings.isEmpty else { return false }
    call(.aside(.open(openings.removeFirst()), at: rest), &turn)
    return true
  }

  /// NQ3, NQ4: a running app learns of changes at once, one that slept before anything else. The status bar matters to
  /// what is on screen (IN6). Whether there was something to tell.
  mutating func tellChanges(at rest: Rest, of device: Device, _ turn: inout Turn) -> Bool {
    guard rest != .suspended else { return false }
    // IN7: R, B, and then that protected data goes.
    let leavesScreen = leavesScreen(rest, of: device)
    if !leavesScreen, let notice = told.learn(from: device, for: app) {
      call(.aside(.notice(notice), at: rest), &turn)
      return true
    }
    if !leavesScreen, told.takeMemoryWarning() {
      call(.aside(.memoryWarning, at: rest), &turn)
      return true
    }
    switch rest {
    case .active, .inactive:
      // Whoever is on the way out learns of it on return: IN2 knows nothing between R and B.
      guard !leavesScreen, told.learnStatusBar(of: device) else { return false }
      call(.aside(.statusBar(isTall: told.tallStatusBar), at: rest), &turn)
      return true
    case .launchedInBackground, .background, .suspended:
      return false
    }
  }

  /// Whether R or B is still to come.
  func leavesScreen(_ rest: Rest, of device: Device) -> Bool {
    switch rest {
    case .active, .inactive: device.goal(of: app) == .background
    case .launchedInBackground, .background, .suspended: false
    }
  }

  /// The way out: TE1, and for a force-quit TE2 (active: R, B, T).
  mutating func leave(_ rest: Rest, on order: EndOrder, _ turn: inout Turn) {
    switch (rest, order) {
    case (.suspended, _):
      kill(order.silently, &turn)
    case (.active, .forceQuit):
      call(.resign, &turn)
    case (.inactive, .forceQuit) where !exitsOnSuspend:
      call(.enterBackground, &turn)
    case (.active, _), (.inactive, _), (.launchedInBackground, _), (.background, _):
      call(.terminate(from: rest.state), &turn)
    }
  }
}
