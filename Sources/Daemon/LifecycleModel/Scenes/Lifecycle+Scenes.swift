// Opens, brings forward and closes scenes for the user (SC).

extension Lifecycle {
  mutating func newScene(_ app: AppID, _ id: SessionID, _ request: Request, _ turn: inout Turn) {
    guard let entry = apps[app], !entry.isRemoved else { return refuse(request, .unknownApp(app), &turn) }
    guard entry.description.style == .scene else { return refuse(request, .noScenes(app), &turn) }
    guard entry.mayHaveAnotherScene else { return refuse(request, .oneSceneOnly(app), &turn) }
    guard entry.hasRoomForSession else { return refuse(request, .overLimit(app, .sessions), &turn) }
    if let refusal = refusalToShow(app, at: turn.now) { return refuse(request, refusal, &turn) }
    apps[app]?.estate.sessions[id] = Session(id: id, isNew: true)
    show(Place(app: app, session: id), Launch(), request, &turn)
  }

  mutating func activateScene(_ app: AppID, _ id: SessionID, _ request: Request, _ turn: inout Turn) {
    guard knows(app, id, request, &turn) else { return }
    // LS1: the session is of a version before.
    guard apps[app]?.description.style == .scene else { return refuse(request, .noScenes(app), &turn) }
    if let refusal = refusalToShow(app, at: turn.now) { return refuse(request, refusal, &turn) }
    show(Place(app: app, session: id), Launch(), request, &turn)
  }

  mutating func close(_ app: AppID, _ id: SessionID, _ how: Closing, _ request: Request, _ turn: inout Turn) {
    // BG10: one that its app has given up may still be there, and goes at once when a person closes it.
    let isGivenUp = apps[app]?.closing[id] == .destroy
    guard isGivenUp || knows(app, id, request, &turn) else { return }
    // The time for errands is for what the app brings about.
    apps[app]?.process?.renewErrands()
    accept(request, waitFor: apps[app]?.process == nil ? [] : [app], until: .settledOrEnded, &turn)
    close(app, id, isGivenUp ? .discard : how, &turn)
  }

  mutating func close(_ app: AppID, _ id: SessionID, _ how: Closing, _ turn: inout Turn) {
    takeOffScreen(&turn) { $0 == Place(app: app, session: id) }
    let isConnected = apps[app]?.process?.scenes.contains { $0.session == id } ?? false
    switch (how, isConnected) {
    case (.disconnect, true), (.discard, true): apps[app]?.closing[id] = how
    // The user may want the same, and waits for it.
    case (.destroy, true): if apps[app]?.closing[id] != .discard { apps[app]?.closing[id] = how }
    case (.disconnect, false): break
    case (.discard, false), (.destroy, false): apps[app]?.discard(id, &turn)
    }
    advance(app, &turn)
  }

  /// Whether the app has such a session that is not on its way out for ever; refuses if not.
  private mutating func knows(_ app: AppID, _ id: SessionID, _ request: Request, _ turn: inout Turn) -> Bool {
    guard let entry = apps[app] else {
      refuse(request, .unknownApp(app), &turn)
      return false
    }
    guard entry.estate.sessions[id] != nil, entry.closing[id]?.isForGood != true else {
      refuse(request, .unknownSession(app, id), &turn)
      return false
    }
    return true
  }
}

extension App {
  /// SC4.
  var mayHaveAnotherScene: Bool { description.supportsMultipleScenes || estate.sessions.all.isEmpty }

  var hasRoomForSession: Bool { estate.sessions.all.count < Limit.sessions.number }

  /// For one that it asks for itself: an app that gives up a scene for another without end, each time before it can be told of the last
  /// (SC3), would have as many as it likes to be told of.
  var hasRoomForOwnSession: Bool {
    estate.sessions.all.count + estate.sessions.discarded.count < Limit.sessions.number
  }
}
