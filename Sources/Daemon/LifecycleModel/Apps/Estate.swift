// The estate of an app: everything that belongs to it beyond any of its processes, installed or not.

/// An app that is replaced by a newer version is gone for a moment, and the records of earlier daemons are read before
/// its app is found: the estate waits for it.
public struct Estate: Hashable, Codable, Sendable {
  public internal(set) var sessions = Sessions()
  /// The work that it asked to be woken for later (BX4).
  public internal(set) var tasks = ScheduledTasks()
  /// The transfers that go on without it (BX9).
  public internal(set) var transfers = Transfers()
  /// The notifications that it wants the user to see, now or later.
  public internal(set) var notifications = UserNotifications()
  /// BX5: the user swiped it away, and has neither opened it since nor seen it active.
  public internal(set) var isForceQuit = false
  /// The number of times in a row that it has died right after its launch.
  var deaths = EarlyDeaths()
}

extension Estate {
  /// BX9: an app that is gone is told nothing of its transfers. They wait for it, and go on from the part that is there.
  fileprivate mutating func holdTransfers(_ turn: inout Turn) {
    for index in transfers.all.indices where transfers.all[index].stage == .running {
      transfers.all[index].stage = .waiting()
      turn.emit(.transfers(.hold(transfers.all[index].serial)))
    }
  }
}

extension Lifecycle {
  /// BX5: whether the user has swiped it away, and not opened it since.
  public func isForceQuit(_ app: AppID) -> Bool { estate(of: app)?.isForceQuit ?? false }

  /// The estate of an app where it is now.
  func estate(of app: AppID) -> Estate? { apps[app]?.estate ?? absent[app] }

  /// Changes the estate of an app where it is now.
  mutating func changeEstate(of app: AppID, _ change: (inout Estate) -> Void) {
    if let index = apps.index(forKey: app) {
      change(&apps.values[index].estate)
    } else {
      change(&absent[app, default: Estate()])
    }
  }

  /// The app is there: work that waits for its time goes on waiting, and a notification that should have come has.
  mutating func takeEstate(of app: AppID, _ turn: inout Turn) {
    guard var estate = absent.removeValue(forKey: app) else { return }
    // The state of an earlier daemon may say that some run.
    estate.holdTransfers(&turn)
    apps[app]?.estate = estate
    reviewTasks(of: app, &turn)
    reviewTransfers(of: app, &turn)
    if estate.notifications.next != nil { showDueNotifications(&turn) }
  }

  /// The estate of an app that is gone stays. Its deaths do not: the app that comes back may be another program.
  mutating func leaveEstate(of app: App, _ turn: inout Turn) {
    var estate = app.estate
    estate.holdTransfers(&turn)
    estate.deaths = EarlyDeaths()
    absent[app.description.id] = estate
    appsWithTransfers.remove(app.description.id)
    appsWithTasks.remove(app.description.id)
  }

  // MARK: Things that the daemon before has kept

  mutating func recall(_ kept: Recalled, _ turn: inout Turn) {
    switch kept {
    case .sessions(let app, let sessions):
      lastUse = max(lastUse, sessions.all.first?.used ?? 0)
      let connected = apps[app]?.process?.scenes.map(\.session) ?? []
      changeEstate(of: app) { estate in
        estate.sessions = sessions
        // Of a process that was adopted: it has the scene, whatever was kept of it.
        for session in connected where sessions[session] == nil && !sessions.discarded.contains(session) {
          estate.sessions[session] = Session(id: session)
        }
      }
      // SC3: and it is told of what was discarded.
      if apps[app]?.process != nil { advance(app, &turn) }
    case .tasks(let app, let tasks):
      changeEstate(of: app) { $0.tasks.recall(tasks) }
      reviewTasks(of: app, &turn)
    case .transfers(let app, let transfers):
      lastTransfer = max(lastTransfer, transfers.map(\.serial).max() ?? lastTransfer)
      changeEstate(of: app) { $0.transfers.recall(transfers) }
      reviewTransfers(of: app, &turn)
    case .transferNumbers(let last): lastTransfer = max(lastTransfer, last)
    case .notifications(let app, let notifications):
      changeEstate(of: app) { $0.notifications = notifications }
      showDueNotifications(&turn)
    case .forceQuit(let app):
      // One that runs, adopted, the user has opened since: nothing else starts it (BX5).
      if apps[app]?.process == nil { changeEstate(of: app) { $0.isForceQuit = true } }
    case .deaths(let app, let count, let ago):
      // As somebody else has written it down: one more must not overflow it.
      let deaths = earlyDeaths(min(max(count, 0), 1 << 32), heldFrom: turn.now, since: max(.zero, ago))
      changeEstate(of: app) { $0.deaths = deaths }
    case .fact(let change):
      set(change)
      tellRunning(&turn)
    case .passcode:
      lockUntilFirstUnlock()
      tellRunning(&turn)
    }
  }

  private mutating func reviewTasks(of app: AppID, _ turn: inout Turn) {
    guard apps[app]?.estate.tasks.isEmpty == false else { return }
    appsWithTasks.insert(app)
    turn.reviewsTasks = true
  }
}
