// The laws of scenes and sessions: each promised event comes, and nothing of a scene is lost or told twice (LS3, SC).

import LifecycleModel

extension Laws {
  /// Books what an event says of scenes.
  mutating func sendSceneEvent(_ event: Event, _ place: Int) {
    let app = tracks[place].app
    switch event {
    case .launch(let options, let style, _):
      // It tells the device as it is by then.
      tracks[place].known = facts
      require(style == .app || options == LaunchOptions(), "LS2 a scene is connected with what there is to open")
      tracks[place].known = facts
      for opening in options.parts { inLaunch(opening, app) }
    case .scene(let session, let scene, _, let isFollowed):
      if scene != .snapshot { tracks[place].owesNotifications = isFollowed }
      switch scene {
      case .connect(let kept, let options):
        let memory = memories[Place(app: app, session: session), default: SessionMemory()]
        require(memory.equals(kept), "SC5 a scene is restored from what it gave: \(kept)")
        require(!doomed.contains(Place(app: app, session: session)), "what was discarded is not connected: \(session)")
        for opening in options.parts { delivered(opening, app) }
      case .open(let opening): delivered(opening.words, app)
      case .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive, .disconnect, .snapshot: break
      }
    case .aside(.open(let opening)): delivered(opening.words, app)
    case .aside(.settled): tracks[place].owesNotifications = false
    case .aside(.discardSessions(let sessions)):
      require(!sessions.isEmpty, "SC3 there is something to tell")
      require(discarded[app, default: []] == Set(sessions), "SC3 each discarded session is told once: \(sessions)")
    case .aside(.notice(let notice)):
      let before = tracks[place].known
      tracks[place].known.hear(notice, app, facts)
      require(before != tracks[place].known || notice.mayRepeat, "NQ1 an app is told only what is new: \(notice)")
      require(tracks[place].noticed.insert(notice.kind).inserted, "NQ5 an app is told one of a kind: \(notice)")
    case .aside(.closeDevices(let paths)):
      require(!paths.isEmpty && !tracks[place].isToldToClose, "BG5 an app is told once what it must close: \(app)")
      tracks[place].isToldToClose = true
    case .aside(.snapshot), .aside(.statusBar), .aside(.memoryWarning), .willResignActive, .didEnterBackground,
      .willEnterForeground,
      .didBecomeActive, .willTerminate, .input, .present, .wake, .expireWake, .progress, .expireTasks:
      break
    }
  }

  /// Notes an event that has been handled.
  mutating func landed(_ event: Event, _ app: AppID, _ answer: Acknowledgement) {
    switch event {
    case .aside(.discardSessions(let sessions)): discarded[app]?.subtract(sessions)
    case .launch(let options, _, _):
      if answer == .answered(handled: false) { declined(options.parts) }
    case .scene(let session, let scene, _, _):
      memories[Place(app: app, session: session), default: SessionMemory()].learn(scene, answer)
    case .aside, .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive, .willTerminate, .input,
      .present, .wake, .expireWake, .progress, .expireTasks:
      break
    }
  }

  mutating func kept(_ app: AppID, _ session: Session) {
    require(!discarded[app, default: []].contains(session.id), "SC1 what is discarded is not kept: \(session.id)")
  }

  mutating func discarded(_ app: AppID, _ session: SessionID) {
    require(discarded[app, default: []].insert(session).inserted, "SC3 a session is discarded once: \(session)")
  }

  mutating func check(_ sessions: Sessions, of app: AppID) {
    let ids = sessions.all.map(\.id)
    require(Set(ids).count == ids.count, "SC1 a session is kept once: \(app)")
    require(Set(ids).isDisjoint(with: sessions.discarded), "SC1 a session is kept or discarded: \(app)")
    require(Set(sessions.discarded) == discarded[app, default: []], "SC3 the app is told of what was discarded: \(app)")
  }

  /// Books what an app was answered, and what follows from it on the screen.
  mutating func answered(_ request: AppRequest, _ answer: AppAnswer?, _ app: AppID) {
    let isSeen = deviceBefore.front.contains(app) && !deviceBefore.isLocked
    switch (request, answer) {
    case (.requestScene(_, let activity), .session):
      require(isSeen, "SC4 an app that the user has left shows nothing more: \(app)")
      wanted(app, .foreground, byUser: false)
      if let activity { opens(activity, app) }
    case (.openURL(let url), .handled(true)):
      guard let handler = AppID(openedBy: url) else { return self.break("LA6 nobody declares the scheme of \(url)") }
      require(isSeen, "LA6 an app that the user has left opens nothing more: \(app)")
      wanted(handler, .foreground, byUser: false)
      opens(url, handler)
    case (.destroySession(let session), .done):
      doomed.insert(Place(app: app, session: session))
      givenUp.insert(Place(app: app, session: session))
    default: break
    }
  }

  /// In the end every scene is where the device wants it.
  mutating func checkScenes(of app: AppID, _ track: Track, _ device: Device) {
    guard track.style == .scene else { return }
    require(!track.owesNotifications, "LS3 in the end nothing waits for a step: \(app)")
    let isTold = discarded[app, default: []].isEmpty || track.isOutOfErrands(policy)
    require(isTold, "SC3 in the end a running app knows what was discarded: \(app)")
    let wanted = device.isLocked ? [] : device.places.filter { $0.app == app }.compactMap(\.session)
    for session in wanted {
      let goal = device.isCovered ? SceneTrack.inactive : .active
      require(track.scenes[session] == goal, "in the end every scene is where it shall be: \(session)")
    }
    for (session, state) in track.scenes where !wanted.contains(session) {
      require(state == .background || state == .connected, "in the end no other scene is on screen: \(session)")
    }
    let isFresh = track.known.agrees(with: facts, for: app)
    if !track.isFrozen { require(isFresh, "NQ4 a running app is told at once: \(app)") }
  }
}

/// The things that a session has to carry from one life of its scene to the next (SC1, SC5).
struct SessionMemory {
  private var isNew = true
  private var configuration: String?
  private var activity: String?

  mutating func learn(_ event: SceneEvent, _ answer: Acknowledgement) {
    switch (event, answer) {
    case (.connect, .connected(let name)):
      isNew = false
      configuration = name
    case (.connect, _): isNew = false
    case (.didEnterBackground, .restorable(let json)): activity = json
    default: break
    }
  }

  /// Its app has seen it, whatever it answered.
  mutating func met() { isNew = false }

  func equals(_ session: Session) -> Bool {
    session.isNew == isNew && session.configuration == configuration && session.activity == activity
  }
}
