// Bringing places to the screen, and telling the apps that they push out.

extension Lifecycle {
  /// The reason why nothing of an app can come to the screen now; nil when it can.
  func refusalToShow(_ app: AppID, at now: Instant) -> Refusal? {
    guard let entry = apps[app], !entry.isRemoved else { return .unknownApp(app) }
    if isShuttingDown { return .shuttingDown }
    return device.isLocked ? .locked(app) : refusalToStart(app, at: now)
  }

  /// A person brings `place` to the screen. To choose an app closes the panel that it was chosen from (IN4).
  mutating func show(_ place: Place, _ launch: Launch, _ request: Request, _ turn: inout Turn) {
    accept(request, waitFor: [place.app], until: .settled, &turn)
    device.panels = []
    apps[place.app]?.estate.isForceQuit = false
    show(place, launch, &turn)
  }

  /// Brings `place` to the screen, launching its app when it is not running. Those pushed out are told before a
  /// newcomer is forked: its start does not delay them, and they have to resign first (ST5).
  mutating func show(_ place: Place, _ launch: Launch, _ turn: inout Turn) {
    stopProcessing(&turn)
    advance(bringForward(place), &turn)
    start(place.app, launch, &turn)
    advance(place.app, &turn)
  }

  /// Puts `place` in front, and returns the other apps whose goal that may change.
  mutating func bringForward(_ place: Place) -> [AppID] {
    let before = device.front
    device.places = Array(([place] + device.places.filter { $0 != place }).prefix(policy.foregroundSlots))
    if let session = place.session {
      lastUse &+= 1
      apps[place.app]?.estate.sessions.use(session, number: lastUse)
      // The last wish wins.
      apps[place.app]?.closing[session] = nil
    }
    return before.filter { $0 != place.app }
  }

  /// Takes places off the screen. With the last of its app goes an alert of that (PR2): the others in front have another goal then.
  mutating func takeOffScreen(_ turn: inout Turn, where isTaken: (Place) -> Bool) {
    let wasCovered = device.isCovered
    device.places.removeAll(where: isTaken)
    if device.isCovered != wasCovered { advance(device.front, &turn) }
  }

  /// The place that comes forward when an app is chosen: one that is in front, or the scene used last, or a new one.
  mutating func place(for app: AppID) -> Place {
    guard let entry = apps[app], entry.description.style == .scene else { return Place(app: app) }
    if let place = device.places.first(where: { $0.app == app }) { return place }
    if let session = entry.estate.sessions.all.first(where: { entry.closing[$0.id]?.isForGood != true }) {
      return Place(app: app, session: session.id)
    }
    return Place(app: app, session: makeSession(of: app))
  }

  mutating func makeSession(of app: AppID) -> SessionID {
    let session = Session(id: SessionID(sessionNames.next()), isNew: true)
    apps[app]?.estate.sessions[session.id] = session
    return session.id
  }
}

extension AppProcess {
  /// Whether a person sees it.
  var isOnScreen: Bool { order == nil && (state == .active || state == .inactive) }
}
