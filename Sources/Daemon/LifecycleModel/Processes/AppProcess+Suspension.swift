// Suspends a process in the background, and lets it run again (BG1, BG4, BG9).

extension AppProcess {
  /// BG1: a picture, then suspension as soon as nothing holds the app awake, after another picture if it ran on (SN1).
  mutating func stayInBackground(_ turn: inout Turn) {
    guard case .resting(.background) = phase else { return }
    if tellToClose(&turn) { return }
    // BG5, BG8, BX1, BX3: its limits count while its picture is taken as well.
    if isHeldAwake || wakefulness.errands > turn.policy.snapshot {
      inspectOnce(&turn)
      watchCPU(&turn)
    }
    if isHeldAwake {
      if !wakefulness.tasks.isEmpty { runBackgroundBudget(&turn) }
      runWakes(&turn)
    }
    if takePicture(&turn) { return }
    if isHeldAwake { return pictures.runOn() }
    if pictures.takeRunOn() {
      outdatePictures()
      if takePicture(&turn) { return }
    }
    // Nothing is written to a suspended app, an answer neither.
    guard conversation.asked.isEmpty else { return }
    if !deadlines.has(.freezeRetry) {
      deadlines.pauseAll(&turn)
      move(to: .freezing, &turn)
      turn.emit(.freeze(serial))
    }
  }

  /// BG6: an app that sleeps with a lock keeps everyone else waiting. One that the user has opened meanwhile, or that
  /// is to end, does not go on sleeping.
  mutating func froze(holding holdings: Holdings, on device: Device, _ turn: inout Turn) {
    guard phase == .freezing else { return }
    if order == nil, device.goal(of: app) == .background {
      inspected(holdings, &turn)
      if phase == .freezing, !holdings.locks.isEmpty { kill(.lockHeld(holdings.locks), &turn) }
    }
    if phase == .freezing {
      stopWatchingCPU(&turn)
      move(to: .resting(.suspended), &turn)
    }
  }

  mutating func thaw(_ turn: inout Turn) {
    turn.emit(.thaw(serial))
    move(to: .resting(.background), &turn)
    resumeDeadlines(&turn)
    if !conversation.deferred.isEmpty { spendOnDeferred() }
    answerDeferred(&turn)
  }

  mutating func freezeFailed(_ why: String, _ turn: inout Turn) {
    guard phase == .freezing else { return }
    turn.report(.notice(app, "unable to suspend \(app): \(why); it stays in the background, and roostd tries again"))
    move(to: .resting(.background), &turn)
    inspectOnce(&turn)
    watchCPU(&turn)
    resumeDeadlines(&turn)
    deadlines.start(.freezeRetry, &turn)
    answerDeferred(&turn)
  }

  /// BG9: someone outside stopped it, or it has stopped itself. While nothing is asked of it, it stays so; but an answer
  /// that others wait for (ST5) must come, or the app miss its deadline: it is continued. The kernel tells only of its first
  /// process, behind which others may run: the limits of all that keeps it awake count on.
  mutating func stopped(_ turn: inout Turn) {
    // DB1, DB3: a debugger stops it, or it waits for one.
    if isDebugged { return }
    switch phase {
    case .freezing, .resting(.suspended), .killed:
      break
    case .resting where conversation.unacknowledged.isEmpty:
      guard !isStoppedFromOutside else { return }
      deadlines.isStoppedFromOutside = true
      turn.report(.notice(app, "another process stopped \(app); roostd continues it when it has to answer"))
    case .greeting, .launching, .resting, .calling, .leaving:
      turn.report(.notice(app, "another process stopped \(app), which has to answer; roostd continues it"))
      turn.emit(.thaw(serial))
    }
  }

  /// Whether it is stopped by someone outside, as far as is known, and is left so.
  public var isStoppedFromOutside: Bool { deadlines.isStoppedFromOutside }

  /// BG9: a suspended app that someone outside continues is stopped again.
  mutating func continued(_ turn: inout Turn) {
    if isDebugged { return endWaitForDebugger(&turn) }
    if isStoppedFromOutside {
      resumeDeadlines(&turn)
      turn.report(.notice(app, "another process continued \(app)"))
    } else if phase == .resting(.suspended) {
      turn.report(.notice(app, "another process continued suspended \(app); roostd stops it again"))
      move(to: .freezing, &turn)
      turn.emit(.freeze(serial))
    }
  }

  /// Nothing is sent to an app that cannot read it.
  mutating func continueIfStopped(_ turn: inout Turn) {
    guard isStoppedFromOutside else { return }
    turn.emit(.thaw(serial))
    resumeDeadlines(&turn)
  }
}
