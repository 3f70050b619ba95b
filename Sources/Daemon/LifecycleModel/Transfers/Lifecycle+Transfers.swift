// Begins transfers when they may run, tries them again, and tells their apps (BX9 to BX12).

extension Lifecycle {
  /// Of all apps, installed or not.
  public var transfers: [Transfer] {
    apps.values.flatMap(\.estate.transfers.all) + absent.values.flatMap(\.transfers.all)
  }

  /// Begins what may begin, holds what may not go on, tells what has ended, and arms the clock for the next that waits.
  ///
  /// - Parameter changed: the apps to look at besides those whose time has come; nil: all.
  mutating func runDueTransfers(of changed: Set<AppID>?, _ turn: inout Turn) {
    if changed == nil { endPaces() }
    guard !isShuttingDown, !appsWithTransfers.isEmpty || nextTransferDue != nil else { return }
    for app in transferTimes.beginLook(of: appsWithTransfers, changed: changed, at: turn.now) {
      let next = runTransfers(of: app, &turn)
      transferTimes[app] = next
      if apps[app]?.estate.transfers.isAtRest != false { appsWithTransfers.remove(app) }
    }
    let next = transferTimes.first(of: appsWithTransfers)
    if next != nextTransferDue {
      nextTransferDue = next
      turn.emit(.arm(.transfers, at: next))
    }
  }

  /// Does all that is to be done for one app. Returns the next time that some of it waits for.
  private mutating func runTransfers(of app: AppID, _ turn: inout Turn) -> Instant? {
    var next: Instant?
    func look(again at: Instant) { next = min(next ?? at, at) }
    let transfers = apps[app]?.estate.transfers ?? Transfers()
    let usesNetwork = apps[app]?.description.usesNetwork != false
    var running = transfers.running
    for transfer in transfers.all {
      switch transfer.stage {
      case .ended: break
      case .running:
        if !mayGoOn(transfer, usesNetwork: usesNetwork) {
          hold(transfer.serial, of: app, &turn)
          running -= 1
        }
      case .waiting(let until):
        if let due = [until, transfer.request.earliest].compactMap(\.self).max(), due > turn.now {
          look(again: due)
        } else if running < Limit.runningTransfers.number, mayRun(transfer.request, usesNetwork: usesNetwork) {
          begin(transfer, of: app, &turn)
          running += 1
        }
      }
    }
    if let due = tellEnds(of: app, &turn) { look(again: due) }
    return next
  }

  /// The network is there and of a kind that will do, and the app asks for it; of a discretionary one the conditions of
  /// processing hold as well (BX4).
  private func mayRun(_ request: TransferRequest, usesNetwork: Bool) -> Bool {
    guard hasNetwork(for: request, usesNetwork: usesNetwork) else { return false }
    return !request.isDiscretionary || (taskConditions.hasPower && !taskConditions.isInUse)
  }

  /// A discretionary one that was answered stays under way when the user is back: held, it would be sent again at each
  /// visit.
  private func mayGoOn(_ transfer: Transfer, usesNetwork: Bool) -> Bool {
    mayRun(transfer.request, usesNetwork: usesNetwork)
      || transfer.wouldRepeatItsDeed && hasNetwork(for: transfer.request, usesNetwork: usesNetwork)
  }

  private func hasNetwork(for request: TransferRequest, usesNetwork: Bool) -> Bool {
    guard taskConditions.hasNetwork, usesNetwork else { return false }
    return request.allowsCellular || taskConditions.network == .wifi
  }

  private mutating func begin(_ transfer: Transfer, of app: AppID, _ turn: inout Turn) {
    guard let transfers = apps[app]?.estate.transfers, let index = transfers.index(of: transfer.serial) else { return }
    apps[app]?.estate.transfers.all[index].stage = .running
    apps[app]?.estate.transfers.all[index].attempt = TransferAttempt(began: turn.now, furthest: transfer.furthest)
    turn.emit(start(transfer, of: app, among: transfers))
  }

  func start(_ transfer: Transfer, of app: AppID, among transfers: Transfers) -> Effect {
    let room = policy.transfers.quota - max(transfers.bytes - max(transfer.received, 0), 0)
    return .transfers(.start(app, transfer, room: max(room, 0), stall: policy.transfers.stall))
  }

  /// Its part stays, and it goes on from there.
  private mutating func hold(_ serial: TransferSerial, of app: AppID, _ turn: inout Turn) {
    guard let index = apps[app]?.estate.transfers.index(of: serial) else { return }
    apps[app]?.estate.transfers.all[index].stage = .waiting()
    turn.emit(.transfers(.hold(serial)))
  }

  // MARK: News

  mutating func learn(_ fact: TransferFact, of serial: TransferSerial, _ app: AppID, _ turn: inout Turn) {
    let transfers = estate(of: app)?.transfers
    guard let transfers, let index = transfers.index(of: serial), transfers.all[index].takes(fact) else { return }
    switch fact {
    case .answered:
      apps[app]?.estate.transfers.all[index].attempt?.isAnswered = true
    case .began(let validator, let expected, let received):
      apps[app]?.estate.transfers.all[index].attempt?.isAnswered = true
      apps[app]?.estate.transfers.all[index].expected = expected
      note(received, at: index, of: app, &turn)
      guard apps[app]?.estate.transfers.all[index].validator != validator else { return }
      apps[app]?.estate.transfers.all[index].validator = validator
      if let transfer = apps[app]?.estate.transfers.all[index] { turn.emit(.store(.keepTransfer(app, transfer))) }
    case .progressed(let received):
      note(received, at: index, of: app, &turn)
    case .ended(.failed(let failure, let words)) where transfers.all[index].mayPass(failure):
      failed(failure, words, at: index, of: app, &turn)
    case .ended(let end):
      ended(end, serial, of: app, &turn)
    }
  }

  private mutating func note(_ received: Int64, at index: Int, of app: AppID, _ turn: inout Turn) {
    apps[app]?.estate.transfers.all[index].note(received)
    guard let transfers = apps[app]?.estate.transfers else { return }
    let transfer = transfers.all[index]
    if transfers.bytes > policy.transfers.quota {
      let quota = policy.transfers.quota
      return ended(
        .failed(.tooLarge, "an app may have \(quota) bytes under way; fetch less at a time"), transfer.serial, of: app,
        &turn)
    }
    apps[app]?.process?.tell(progress: transfer, &turn)
  }

  /// BX11
  private mutating func failed(
    _ failure: TransferFailure, _ words: String, at index: Int, of app: AppID, _ turn: inout Turn
  ) {
    guard let transfer = apps[app]?.estate.transfers.all[index] else { return }
    // Without a network nothing is proved; it is tried again when there is one.
    let failures = taskConditions.hasNetwork ? transfer.failures &+ 1 : 0
    guard failures < policy.transfers.attempts else {
      return ended(.failed(failure, words), transfer.serial, of: app, &turn)
    }
    apps[app]?.estate.transfers.all[index].failures = failures
    apps[app]?.estate.transfers.all[index].makePause(at: turn.now, policy.transfers)
    let pause = apps[app]?.estate.transfers.all[index].pause ?? policy.transfers.pause
    apps[app]?.estate.transfers.all[index].stage = .waiting(until: turn.now + pause)
    reviewTransfers(of: app, &turn)
  }

  private mutating func ended(_ end: TransferEnd, _ serial: TransferSerial, of app: AppID, _ turn: inout Turn) {
    keepEnd(end, of: serial, app, &turn)
    if case .failed = end { turn.emit(.transfers(.discard(app, serial))) }
    let transfers = estate(of: app)?.transfers
    guard let transfer = transfers?.all.first(where: { $0.serial == serial }) else { return }
    changeEstate(of: app) { $0.transfers.untold.insert(Spelling(transfer.request.name.session)) }
    apps[app]?.process?.tell(progress: transfer, &turn)
    reviewTransfers(of: app, &turn)
  }

  // MARK: Telling

  /// BX10: the app is woken, or launched behind the screen, when all transfers of a session have ended. Nil, or when it
  /// can be tried again.
  private mutating func tellEnds(of app: AppID, _ turn: inout Turn) -> Instant? {
    let sessions = apps[app]?.estate.transfers.toTell ?? []
    if sessions.isEmpty { return nil }
    var isPaced = isPaced(app)
    if isPaced, let next = apps[app]?.estate.transfers.pace?.next, next > turn.now { return next }
    for session in sessions {
      guard let entry = apps[app], entry.process?.isEnding != true else { continue }
      if entry.process == nil, let refusal = refusalToLaunchBehind(app, at: turn.now) {
        guard case .heldBack(_, let delay, _) = refusal else { continue }
        return turn.now + delay
      }
      apps[app]?.estate.transfers.untold.remove(session)
      // An app that has yet to hear of the session finds all that has ended by then.
      if entry.wakes.contains(where: { $0.wake.tells(of: session) }) { continue }
      // Once for all that it is told now.
      if isPaced { apps[app]?.estate.transfers.paceWakes(at: turn.now, policy.transfers) }
      isPaced = false
      deliver(.transfers(session: session.name), for: nil, to: app, &turn)
    }
    return nil
  }

  /// BX10: an app that the user has in front is told at once. So is one that has yet to hear of another session: it is awake
  /// for both together.
  private func isPaced(_ app: AppID) -> Bool {
    guard let entry = apps[app], !taskConditions.front.contains(app) else { return false }
    // An app that an activity keeps awake is not woken. A background task is begun and ended in an instant by the app itself.
    if entry.process?.wakefulness.activities.isEmpty == false { return false }
    return !entry.wakes.contains { $0.wake.isOfTransfers }
  }

  /// The user has these apps in front.
  private mutating func endPaces() {
    for app in taskConditions.front where apps[app]?.estate.transfers.pace != nil {
      apps[app]?.estate.transfers.pace = nil
    }
  }
}

extension AppProcess {
  /// An app that runs hears how far a transfer is, one word at a time, and of each end.
  mutating func tell(progress transfer: Transfer, _ turn: inout Turn) {
    guard transfer.end != nil || !conversation.isHearingProgress else { return }
    switch phase {
    case .resting(.active), .resting(.inactive), .resting(.background), .calling: break
    case .greeting, .launching, .resting, .freezing, .leaving, .killed: return
    }
    sendUnphased(.progress(transfer), about: .progress, &turn)
  }
}
