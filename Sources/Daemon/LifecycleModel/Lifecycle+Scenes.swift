// Scenes and URLs: what a person, or an app, wants to see (SC, LA6).

extension Lifecycle {
  // MARK: Wishes of the person

  mutating func newScene(_ app: AppID, _ id: SessionID, _ request: Request, _ turn: inout Turn) {
    guard let entry = apps[app], !entry.isRemoved else { return refuse(request, .unknownApp(app), &turn) }
    guard entry.description.style == .scene else { return refuse(request, .noScenes(app), &turn) }
    guard entry.mayHaveAnotherScene else { return refuse(request, .oneSceneOnly(app), &turn) }
    if let refusal = refusalToShow(app, at: turn.now) { return refuse(request, refusal, &turn) }
    apps[app]?.estate.sessions[id] = Session(id: id, isNew: true)
    show(Place(app: app, session: id), Launch(), request, &turn)
  }

  mutating func activateScene(_ app: AppID, _ id: SessionID, _ request: Request, _ turn: inout Turn) {
    guard knows(app, id, request, &turn) else { return }
    if let refusal = refusalToShow(app, at: turn.now) { return refuse(request, refusal, &turn) }
    show(Place(app: app, session: id), Launch(), request, &turn)
  }

  mutating func close(_ app: AppID, _ id: SessionID, _ how: Closing, _ request: Request, _ turn: inout Turn) {
    guard knows(app, id, request, &turn) else { return }
    accept(request, waitFor: apps[app]?.process == nil ? [] : [app], until: .settledOrEnded, &turn)
    close(app, id, how, &turn)
  }

  private mutating func close(_ app: AppID, _ id: SessionID, _ how: Closing, _ turn: inout Turn) {
    device.places.removeAll { $0 == Place(app: app, session: id) }
    let isConnected = apps[app]?.process?.scenes.contains { $0.session == id } ?? false
    switch (how, isConnected) {
    case (.disconnect, true), (.discard, true): apps[app]?.closing[id] = how
    case (.disconnect, false): break
    case (.discard, false): apps[app]?.discard(id, &turn)
    }
    advance(app, &turn)
  }

  mutating func openURL(_ url: String, from source: AppID?, _ request: Request, _ turn: inout Turn) {
    guard let app = handler(of: url) else { return refuse(request, .nobodyOpens(url: url), &turn) }
    let launch = Launch(options: LaunchOptions(url: url, sourceApplication: source?.string))
    self.launch(app, launch, .foreground, request, &turn)
  }

  /// Whether the app has such a session that is not on its way out for ever; refuses if not.
  private mutating func knows(_ app: AppID, _ id: SessionID, _ request: Request, _ turn: inout Turn) -> Bool {
    guard let entry = apps[app] else {
      refuse(request, .unknownApp(app), &turn)
      return false
    }
    guard entry.estate.sessions[id] != nil, entry.closing[id] != .discard else {
      refuse(request, .unknownSession(app, id), &turn)
      return false
    }
    return true
  }

  // MARK: Showing

  /// Why nothing of an app can come to the screen now; nil when it can.
  func refusalToShow(_ app: AppID, at now: Instant) -> Refusal? {
    guard let entry = apps[app], !entry.isRemoved else { return .unknownApp(app) }
    if isShuttingDown { return .shuttingDown }
    return device.isLocked ? .locked(app) : refusalToStart(app, at: now)
  }

  /// Brings `place` to the screen, launching its app when it is not running. Those pushed out are told before a
  /// newcomer is forked: its start does not delay them, and they have to resign first (ST5).
  mutating func show(_ place: Place, _ launch: Launch, _ request: Request, _ turn: inout Turn) {
    accept(request, waitFor: [place.app], until: .settled, &turn)
    show(place, launch, &turn)
  }

  private mutating func show(_ place: Place, _ launch: Launch, _ turn: inout Turn) {
    apps[place.app]?.estate.isForceQuit = false
    stopProcessing(&turn)
    advance(bringForward(place), &turn)
    start(place.app, launch, &turn)
    advance(place.app, &turn)
  }

  /// Puts `place` in front, and returns the other apps whose goal that may change. Choosing an app closes the panel it
  /// was chosen from (IN4).
  mutating func bringForward(_ place: Place) -> [AppID] {
    let before = device.front
    device.panels = []
    device.places = Array(([place] + device.places.filter { $0 != place }).prefix(policy.foregroundSlots))
    if let session = place.session {
      lastUse += 1
      apps[place.app]?.estate.sessions.use(session, number: lastUse)
      // The last wish wins.
      apps[place.app]?.closing[session] = nil
    }
    return before.filter { $0 != place.app }
  }

  /// What of an app comes forward when it is chosen: what is in front already, or the scene used last, or a new one.
  mutating func place(for app: AppID) -> Place {
    guard let entry = apps[app], entry.description.style == .scene else { return Place(app: app) }
    if let place = device.places.first(where: { $0.app == app }) { return place }
    if let session = entry.estate.sessions.all.first(where: { entry.closing[$0.id] != .discard }) {
      return Place(app: app, session: session.id)
    }
    return Place(app: app, session: makeSession(of: app))
  }

  private mutating func makeSession(of app: AppID) -> SessionID {
    let session = Session(id: SessionID(sessionNames.next()), isNew: true)
    apps[app]?.estate.sessions[session.id] = session
    return session.id
  }

  // MARK: Wishes of apps

  /// Answers what an app asked for that is not its own affair alone.
  mutating func answerAsked(by app: AppID, _ turn: inout Turn) {
    guard apps[app]?.process?.conversation.asked.isEmpty == false else { return }
    while let asked = apps[app]?.process?.conversation.takeAsked(), let process = apps[app]?.process {
      answer(asked.request, id: asked.id, of: process, &turn)
    }
    advance(app, &turn)
  }

  private mutating func answer(_ request: AppRequest, id: UInt64, of process: AppProcess, _ turn: inout Turn) {
    let app = process.app
    func reply(_ answer: AppAnswer) { turn.emit(.reply(process.serial, id: id, answer)) }
    switch request {
    case .canOpenURL(let url):
      reply(.handled(handler(of: url) != nil))
    case .openURL(let url):
      guard process.isOnScreen else { return reply(.notInForeground) }
      guard let handler = handler(of: url), refusalToShow(handler, at: turn.now) == nil else {
        return reply(.handled(false))
      }
      reply(.handled(true))
      let launch = Launch(options: LaunchOptions(url: url, sourceApplication: app.string))
      show(place(for: handler), launch, &turn)
    case .requestScene(let session, let activity):
      if let refusal = refusalToGive(session, to: process, at: turn.now) { return reply(refusal) }
      let wanted = session ?? makeSession(of: app)
      reply(.session(wanted))
      if let activity { apps[app]?.openings.append(.activity(activity)) }
      show(Place(app: app, session: wanted), Launch(), &turn)
    case .destroySession(let session):
      guard apps[app]?.estate.sessions[session] != nil else { return reply(.unknownSession(session)) }
      reply(.done)
      close(app, session, .discard, &turn)
    case .refreshSession(let session):
      guard apps[app]?.estate.sessions[session] != nil else { return reply(.unknownSession(session)) }
      reply(.done)
      apps[app]?.process?.outdatePicture(of: session)
      advance(app, &turn)
    case .protectedKey(let name, let isPublic):
      guard let kind = ProtectionClass(rawValue: name) else { return reply(.unknownProtectionClass(name)) }
      if isPublic {
        guard kind == .completeUnlessOpen else { return reply(.noPublicKey(kind)) }
        return turn.emit(.keys(.givePublic(process.serial, id: id, app)))
      }
      // The timer may be late; the key is not.
      if device.keys.isClosed(at: turn.now) { discardKeys(&turn) }
      guard device.keys.allows(kind) else { return reply(.protectedDataUnavailable(kind)) }
      turn.emit(.keys(.give(process.serial, id: id, app, kind)))
    case .notifications(let request):
      reply(self.answer(request, of: app, &turn))
    case .schedule(let request):
      reply(self.answer(request, of: app, &turn))
    case .beginBackgroundTask, .endBackgroundTask, .backgroundTimeRemaining, .beginActivity, .endActivity, .unknown:
      // These are the process's own to answer, and it has.
      break
    }
  }

  /// Why an app cannot have a scene that it asks for; nil when it can.
  private func refusalToGive(
    _ session: SessionID?, to process: AppProcess, at now: Instant
  ) -> AppAnswer? {
    guard let entry = apps[process.app], process.style == .scene, entry.description.supportsMultipleScenes else {
      return .oneSceneOnly
    }
    guard process.isOnScreen, refusalToShow(process.app, at: now) == nil else { return .notInForeground }
    if let session, entry.estate.sessions[session] == nil || entry.closing[session] == .discard {
      return .unknownSession(session)
    }
    return nil
  }
}

extension App {
  /// SC4.
  var mayHaveAnotherScene: Bool { description.supportsMultipleScenes || estate.sessions.all.isEmpty }
}

extension AppProcess {
  /// Whether a person sees it.
  var isOnScreen: Bool { order == nil && (state == .active || state == .inactive) }

  mutating func outdatePicture(of session: SessionID) {
    for index in scenes.indices where scenes[index].session == session && scenes[index].state == .background {
      scenes[index].pictureIsStale = true
    }
  }
}

/// Names for new sessions: UUIDs in shape, from SplitMix64 (Steele et al., 2014), so that a model is replayed exactly.
struct SessionNames: Hashable, Codable, Sendable {
  var seed: UInt64

  mutating func next() -> String {
    let digits = [word(), word()].map { number in
      let digits = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    let parts = [8, 4, 4, 4, 12].reduce(into: (digits[...], [Substring]())) { rest, length in
      rest.1.append(rest.0.prefix(length))
      rest.0 = rest.0.dropFirst(length)
    }
    return parts.1.joined(separator: "-")
  }

  private mutating func word() -> UInt64 {
    seed &+= 0x9e37_79b9_7f4a_7c15
    var word = seed
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}
