// Suspends a process in the background, and lets it run again (BG1, BG4, BG9).

extension AppProcess {
  /// BG1: a picture, then suspension as soon as nothing holds the app awake, after another picture if it ran on (SN1).
  mutating func stayInBackground(_ turn: inout Turn) {
    guard case .resting(.background) = phase else { return }
    if takePicture(&turn) { return }
    if isHeldAwake {
      if !tasks.isEmpty { runBackgroundBudget(&turn) }
      watchCPU(&turn)
      runWakes(&turn)
      runsOn = true
      return
    }
    if runsOn {
      runsOn = false
      outdatePictures()
      if takePicture(&turn) { return }
    }
    stopWatchingCPU(&turn)
    // Nothing is written to a suspended app, an answer neither.
    guard asked.isEmpty else { return }
    if !has(.freezeRetry) {
      pauseCountdowns(&turn)
      stoppedFromOutside = false
      move(to: .freezing, &turn)
      turn.emit(.freeze(serial))
    }
  }

  private mutating func takePicture(_ turn: inout Turn) -> Bool {
    guard rendersPictures else { return false }
    switch style {
    case .app:
      guard pictureIsStale else { return false }
      pictureIsStale = false
      call(.aside(.snapshot, at: .background), &turn)
      return true
    case .scene:
      guard let index = scenes.firstIndex(where: \.pictureIsStale) else { return false }
      scenes[index].pictureIsStale = false
      call(.scene(scenes[index].session, .snapshot, state: .background, isFollowed: false), &turn)
      return true
    }
  }

  private mutating func outdatePictures() {
    pictureIsStale = style == .app
    for index in scenes.indices { scenes[index].pictureIsStale = true }
  }

  mutating func thaw(_ turn: inout Turn) {
    turn.emit(.thaw(serial))
    move(to: .resting(.background), &turn)
    resumeCountdowns(&turn)
    answerDeferred(&turn)
  }

  mutating func freezeFailed(_ why: String, _ turn: inout Turn) {
    guard phase == .freezing else { return }
    turn.report(.notice(app, "unable to suspend \(app): \(why); it stays in the background, and roostd tries again"))
    move(to: .resting(.background), &turn)
    resumeCountdowns(&turn)
    start(.freezeRetry, &turn)
    answerDeferred(&turn)
  }

  /// Someone outside stopped it. While nothing is asked of it, it stays so, and no deadline counts; but an answer that
  /// others wait for (ST5) must come, or the app miss its deadline: it is continued.
  mutating func stopped(_ turn: inout Turn) {
    switch phase {
    case .freezing, .resting(.suspended), .killed:
      break
    case .resting where unacknowledged.isEmpty:
      guard !stoppedFromOutside else { return }
      stoppedFromOutside = true
      pauseCountdowns(&turn)
      turn.report(.notice(app, "another process stopped \(app); roostd continues it when it has to answer"))
    case .greeting, .launching, .resting, .calling, .leaving:
      turn.report(.notice(app, "another process stopped \(app), which has to answer; roostd continues it"))
      turn.emit(.thaw(serial))
    }
  }

  /// BG9: a suspended app that someone outside continues is stopped again.
  mutating func continued(_ turn: inout Turn) {
    if stoppedFromOutside {
      stoppedFromOutside = false
      resumeCountdowns(&turn)
      turn.report(.notice(app, "another process continued \(app)"))
    } else if phase == .resting(.suspended) {
      turn.report(.notice(app, "another process continued suspended \(app); roostd stops it again"))
      move(to: .freezing, &turn)
      turn.emit(.freeze(serial))
    }
  }

  /// Nothing is sent to an app that cannot read it.
  mutating func continueIfStopped(_ turn: inout Turn) {
    guard stoppedFromOutside else { return }
    stoppedFromOutside = false
    turn.emit(.thaw(serial))
    resumeCountdowns(&turn)
  }
}
