// An app begins anew, as after its installation: what it has kept, planned and been allowed is gone (LA11).

extension Lifecycle {
  /// LA11: an app that runs is ended first, as the system does it.
  mutating func erase(_ app: AppID, _ request: Request, _ turn: inout Turn) {
    guard let entry = apps[app], !entry.isRemoved else { return refuse(request, .unknownApp(app), &turn) }
    guard entry.process != nil else {
      forgetLife(of: app, &turn)
      return accept(request, waitFor: [], until: .ended, &turn)
    }
    accept(request, waitFor: [app], until: .ended, &turn)
    apps[app]?.giveUpLaunch()
    apps[app]?.isToBeErased = true
    // A person who launches it again while it is torn down gets a new one.
    for session in entry.estate.sessions.all { apps[app]?.closing[session.id] = .discard }
    give(.system, to: app, &turn)
  }

  /// Of an app without a process. Records of how its processes ended stay: they are the device's.
  mutating func forgetLife(of app: AppID, _ turn: inout Turn) {
    // By its own name, however the client has spelled it.
    guard let app = apps[app]?.description.id, let estate = apps[app]?.estate else { return }
    apps[app]?.isToBeErased = false
    for transfer in estate.transfers.all { forget(transfer, of: app, &turn) }
    for task in estate.tasks.pending { drop(task.identifier, of: app, &turn) }
    // A scene that it is launched again with is a new one.
    let next = estate.sessions.all.map(\.id).filter {
      apps[app]?.relaunch != nil && device.places.contains(Place(app: app, session: $0))
    }
    for session in estate.sessions.all {
      turn.emit(.store(.discardSession(app, session.id)))
      turn.emit(.forgetPicture(app, session.id))
    }
    turn.emit(.store(.discardsReported(app)))
    turn.emit(.forgetPicture(app, nil))
    for service in device.facts.permissions[app]?.keys.sorted() ?? [] { keep(nil, of: service, for: app, &turn) }
    for (key, value) in device.facts.settings[app]?.sorted(by: { Spelling($0.key) < Spelling($1.key) }) ?? []
    where value != DeviceFacts.noValue {
      // The app uses its own default.
      turn.emit(.store(.keepFact(.setting(app: app, key: key, value: DeviceFacts.noValue))))
    }
    device.facts.forgetSettings(of: app)
    apps[app]?.estate = Estate()
    apps[app]?.estate.sessions = Sessions(next.map { Session(id: $0, isNew: true) })
    apps[app]?.keepNotifications(&turn)
    appsWithTasks.remove(app)
    appsWithTransfers.remove(app)
    turn.reviewsTasks = true
    showDueNotifications(&turn)
    turn.emit(.eraseData(app))
    turn.report(.device(.erased(app)))
  }
}
