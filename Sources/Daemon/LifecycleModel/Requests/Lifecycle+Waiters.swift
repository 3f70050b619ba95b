// Answering requests: at once, or when the apps that they wait for have come far enough.

extension Lifecycle {
  func refuse(_ request: Request, _ refusal: Refusal, _ turn: inout Turn) {
    turn.emit(.answer(request.id, .refused(refusal)))
  }

  /// Answers `request` when every app in `waitFor` has reached `milestone`; at once if it did not want to wait, or
  /// there is nothing to wait for. Call it before the apps are moved: the move may already settle them.
  mutating func accept(_ request: Request, waitFor apps: [AppID], until milestone: Milestone, _ turn: inout Turn) {
    switch request.answer {
    case .whenDone where !apps.isEmpty:
      pending[request.id] = apps.count
      for app in apps {
        self.apps[app]?.waiters.append(Waiter(request: request.id, until: milestone, since: turn.now))
      }
    case .whenDone, .whenTaken:
      turn.emit(.answer(request.id, .done))
    }
  }

  mutating func settle(_ app: AppID, _ turn: inout Turn) {
    if apps[app]?.waiters.isEmpty ?? true { return }
    let ends = apps[app]?.process == nil
    release(app, &turn) { waiter in
      switch waiter.until {
      case .settled: !ends
      case .settledOrEnded: true
      case .ended: ends
      }
    }
  }

  /// ST7: an app that asks for one thing after another never comes to rest. Those who have waited for longer than any app needs
  /// wait no more; one that ends or is debugged takes the time that it takes.
  mutating func giveUpWaiting(for app: AppID, _ turn: inout Turn) {
    // The first of whom that is known has waited for the longest time.
    guard let first = apps[app]?.waiters.first(where: { $0.since != nil })?.since else { return }
    let (now, longest) = (turn.now, policy.longestUnrest)
    guard now.since(first) >= longest else { return }
    guard let process = apps[app]?.process, !process.isEnding, !process.isDebugged else { return }
    release(app, &turn) { waiter in
      switch waiter.until {
      case .settled, .settledOrEnded: waiter.since.map { now.since($0) >= longest } ?? false
      case .ended: false
      }
    }
  }

  /// Answers the requests for an app that has ended: its end was wanted, or else it is why the request failed.
  mutating func resolve(_ app: AppID, ended reason: ExitReason, _ turn: inout Turn) {
    let waiters = apps[app]?.waiters ?? []
    apps[app]?.waiters.removeAll { $0.until == .settled }
    for waiter in waiters where waiter.until == .settled && pending.removeValue(forKey: waiter.request) != nil {
      turn.emit(.answer(waiter.request, .refused(.ended(app, reason))))
    }
    release(app, &turn) { _ in true }
  }

  /// Answers the requests for the end of a process that is started anew at once (LA10); those for the new one stay.
  mutating func resolveEnded(_ app: AppID, _ turn: inout Turn) {
    release(app, &turn) { $0.until == .ended }
  }

  /// DB1: a launch that waits for a debugger is done when the app is stopped.
  mutating func answerStopped(_ serial: ProcessSerial, _ turn: inout Turn) {
    guard let app = owners[serial], apps[app]?.process?.debugging == .awaited else { return }
    release(app, &turn) { $0.until == .settled }
  }

  private mutating func release(_ app: AppID, _ turn: inout Turn, where isReached: (Waiter) -> Bool) {
    let waiters = apps[app]?.waiters ?? []
    apps[app]?.waiters = waiters.filter { !isReached($0) }
    for waiter in waiters where isReached(waiter) {
      guard let count = pending[waiter.request] else { continue }
      if count > 1 {
        pending[waiter.request] = count - 1
      } else {
        pending[waiter.request] = nil
        turn.emit(.answer(waiter.request, .done))
      }
    }
  }
}
