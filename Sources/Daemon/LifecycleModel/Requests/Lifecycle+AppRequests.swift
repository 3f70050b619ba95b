// The requests of apps that the device as a whole has to answer.

extension Lifecycle {
  /// Answers what an app asked for that is not its own affair alone.
  mutating func answerAsked(by app: AppID, _ turn: inout Turn) {
    guard apps[app]?.process?.conversation.asked.isEmpty == false, turn.beginAnswering(app) else { return }
    while let asked = apps[app]?.process?.conversation.takeAsked(), let process = apps[app]?.process {
      answer(asked.request, id: asked.id, of: process, &turn)
    }
    turn.endAnswering(app)
    advance(app, &turn)
  }

  private mutating func answer(_ request: AppRequest, id: UInt64, of process: AppProcess, _ turn: inout Turn) {
    let app = process.app
    func reply(_ answer: AppAnswer) { turn.emit(.reply(process.serial, id: id, answer)) }
    switch request {
    case .canOpenURL(let url):
      reply(.handled(handler(of: url) != nil))
    case .openURL(let url):
      guard mayChangeScreen(process) else { return reply(.notInForeground) }
      guard let handler = handler(of: url), refusalToShow(handler, at: turn.now) == nil else {
        return reply(.handled(false))
      }
      let launch = Launch(options: LaunchOptions(url: url, sourceApplication: app.string))
      if let limit = apps[handler]?.limitPassed(byOpening: launch.options) { return reply(.overLimit(limit)) }
      reply(.handled(true))
      show(place(for: handler), launch, &turn)
    case .requestScene(let session, let activity):
      if let refusal = refusalToGive(session, to: process, at: turn.now) { return reply(refusal) }
      if let limit = limitPassed(by: session, LaunchOptions(activity: activity), of: app) {
        return reply(.overLimit(limit))
      }
      let wanted = session ?? makeSession(of: app)
      reply(.session(wanted))
      if let activity { apps[app]?.openings.append(.activity(activity)) }
      show(Place(app: app, session: wanted), Launch(), &turn)
    case .destroySession(let session):
      guard apps[app]?.estate.sessions[session] != nil else { return reply(.unknownSession(session)) }
      reply(.done)
      close(app, session, .destroy, &turn)
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
    case .requestPermission(let name):
      guard let service = PrivacyService(rawValue: name) else { return reply(.unknownService(name)) }
      ask(for: service, id: id, by: process, &turn)
    case .permission(let name):
      guard let service = PrivacyService(rawValue: name) else { return reply(.unknownService(name)) }
      reply(.permission(status(of: service, for: app)))
    case .notifications(let request):
      reply(self.answer(request, of: app, &turn))
    case .transfer(let wish):
      self.answer(wish, id: id, of: process.serial, app, &turn)
    case .schedule(let request):
      reply(self.answer(request, of: app, &turn))
    case .beginBackgroundTask, .endBackgroundTask, .backgroundTimeRemaining, .beginActivity, .endActivity, .unknown,
      .overLimit:
      // These are the process's own to answer, and it has.
      break
    }
  }

  /// LA6, SC4: an app that a person sees, and has not left. Its own state is behind the person's wish until it has handled R and B.
  private func mayChangeScreen(_ process: AppProcess) -> Bool {
    process.isOnScreen && device.goal(of: process.app) != .background
  }

  private func limitPassed(by session: SessionID?, _ options: LaunchOptions, of app: AppID) -> Limit? {
    guard let entry = apps[app] else { return nil }
    return session == nil && !entry.hasRoomForOwnSession ? .sessions : entry.limitPassed(byOpening: options)
  }

  /// The reason why an app cannot have a scene that it asks for; nil when it can.
  private func refusalToGive(
    _ session: SessionID?, to process: AppProcess, at now: Instant
  ) -> AppAnswer? {
    guard let entry = apps[process.app], process.style == .scene, entry.description.supportsMultipleScenes else {
      return .oneSceneOnly
    }
    guard mayChangeScreen(process), refusalToShow(process.app, at: now) == nil else { return .notInForeground }
    if let session, entry.estate.sessions[session] == nil || entry.closing[session]?.isForGood == true {
      return .unknownSession(session)
    }
    return nil
  }
}
