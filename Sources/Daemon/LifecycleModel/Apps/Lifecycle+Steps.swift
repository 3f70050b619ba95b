// One step of every app that something happened to, and what follows from it for the others.

extension Lifecycle {
  /// Lets `change` happen to a live process, and then whatever follows from it.
  mutating func update(_ serial: ProcessSerial, _ turn: inout Turn, _ change: (inout AppProcess, inout Turn) -> Void) {
    if let app = amend(serial, &turn, change) { advance(app, &turn) }
  }

  /// Lets a change happen to a live process that nothing follows from. Returns its app.
  @discardableResult
  mutating func amend(
    _ serial: ProcessSerial, _ turn: inout Turn, _ change: (inout AppProcess, inout Turn) -> Void
  ) -> AppID? {
    guard let app = owners[serial], apps[app]?.process?.serial == serial else { return nil }
    // Taken out, so that it is changed in place.
    if var process = apps[app]?.process.take() {
      change(&process, &turn)
      apps[app]?.process = process
    }
    return app
  }

  /// Moves an app toward where the device wants it, keeps the books of slots, and answers who waited for it. Its cost
  /// does not depend on how many apps there are.
  mutating func advance(_ app: AppID, _ turn: inout Turn) {
    let isUncovered = answerPrompts(of: app, &turn)
    var isSlotFree = bookSlots(of: app)
    let stage = Stage(device: device, slotHolders: slotHolders, slots: policy.foregroundSlots)
    apps[app]?.advance(on: stage, &turn)
    if bookSlots(of: app) { isSlotFree = true }
    keepMemoryBooks(of: app, &turn)
    if isSlotFree || isUncovered {
      for next in device.front where next != app { advance(next, &turn) }
    }
    if apps[app]?.process?.isInBackground ?? false { apps[app]?.showUnanswered(&turn) }
    answerAsked(by: app, &turn)
    showPrompt(of: app, &turn)
    if turn.takeRest(of: app) || apps[app]?.process?.isSettled(on: device) ?? true {
      settle(app, &turn)
    } else {
      giveUpWaiting(for: app, &turn)
    }
  }

  mutating func advance(_ apps: [AppID], _ turn: inout Turn) {
    for app in apps { advance(app, &turn) }
  }

  /// Brings the books of slots up to date; whether one has become free.
  private mutating func bookSlots(of app: AppID) -> Bool {
    let held = apps[app]?.process?.placesHeld ?? []
    for place in held { slotHolders.insert(place) }
    // Most steps release none, and make no set to see that.
    guard slotHolders.contains(where: { $0.app == app && !held.contains($0) }) else { return false }
    slotHolders = slotHolders.filter { $0.app != app || held.contains($0) }
    return true
  }
}

extension App {
  /// Takes the next step of its process, if it has one.
  mutating func advance(on stage: Stage, _ turn: inout Turn) {
    guard var process = process.take() else { return }
    switch process.style {
    case .app: process.advance(on: stage, opening: &openings, waking: &wakes, &turn)
    case .scene: process.advanceScenes(on: stage, of: &self, &turn)
    }
    // BX5: the user has seen it, though another app may have opened it.
    if estate.isForceQuit, process.state == .active, !process.isEnding { estate.isForceQuit = false }
    self.process = process
  }
}
