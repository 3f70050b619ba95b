// Limits on what an app holds and uses in the background (BG5, BG6, BG8).

extension AppProcess {
  /// BG5: for one that runs on behind the screen; another is looked at once it has stopped.
  mutating func inspectOnce(_ turn: inout Turn) {
    if wakefulness.wasInspected { return }
    wakefulness.wasInspected = true
    turn.emit(.inspect(serial))
  }

  /// BG5: the app lets go of shared things when didEnterBackground returns, unless a background mode is what it is for.
  /// It is told what to close before it is ended for it.
  mutating func inspected(_ holdings: Holdings, _ turn: inout Turn) {
    guard isBehind, !isEnding else { return }
    let kept = holdings.resources.filter { !mayKeep($0, turn.policy) }
    if case .calling(.aside(.closeDevices, _), _, _) = phase { return }
    wakefulness.mustClose = kept.prefix(8).map(\.path)
    guard let first = kept.first else { return }
    if wakefulness.wasToldToClose { return kill(.heldResource(first.path), &turn) }
    // It has been stopped with it, and has to run to close it.
    if phase == .freezing { thaw(&turn) }
  }

  /// BG5: any foreign program that draws by OpenGL or Vulkan has a render node open all its life, and would be ended at
  /// its first home.
  private func mayKeep(_ resource: Holdings.Resource, _ policy: Policy) -> Bool {
    if isForeign, resource.isRenderNode { return true }
    return policy.sharedResources[resource.kind].map(backgroundModes.contains) ?? false
  }

  /// BG5: true when there is something to tell.
  mutating func tellToClose(_ turn: inout Turn) -> Bool {
    guard !wakefulness.mustClose.isEmpty, !wakefulness.wasToldToClose else { return false }
    wakefulness.wasToldToClose = true
    let paths = wakefulness.mustClose
    turn.report(
      .notice(
        app,
        "\(app) has \(paths.joined(separator: ", ")) open in the background; roostd ends it unless it closes that now"))
    call(.aside(.closeDevices(paths), at: .background), &turn)
    return true
  }

  /// BG8: how much of a processor it has used since the window began, as long as it has not been in front meanwhile.
  mutating func sampledCPU(_ used: Duration, _ turn: inout Turn) {
    guard isInBackground, !isEnding, let began = wakefulness.cpuWindow, !deadlines.has(.cpuWindow) else { return }
    guard let before = began.used else {
      wakefulness.cpuWindow = Wakefulness.CPUWindow(began: turn.now, used: used)
      return timeCPUWindow(&turn)
    }
    let wall = turn.now.since(began.began)
    if wall > .zero, (used - before) / wall > turn.policy.backgroundCPU {
      turn.report(.deadline(app, .cpuWindow, limit: turn.policy.limit(for: .cpuWindow), elapsed: wall))
      kill(.cpuLimit(percent: Int(((used - before) / wall) * 100), window: wall), &turn)
    } else {
      wakefulness.cpuWindow = Wakefulness.CPUWindow(began: turn.now, used: used)
      timeCPUWindow(&turn)
    }
  }

  /// BG8: the kernel has not told. It is asked again when as much time has passed, for the whole stretch.
  mutating func sampleFailed(_ turn: inout Turn) {
    guard isInBackground, !isEnding, wakefulness.cpuWindow != nil, !deadlines.has(.cpuWindow) else { return }
    timeCPUWindow(&turn)
  }

  private mutating func timeCPUWindow(_ turn: inout Turn) {
    deadlines.start(.cpuWindow, &turn)
    // It is being stopped. Where that fails, the stretch goes on.
    if phase == .freezing { deadlines.pause(.cpuWindow, &turn) }
  }

  /// An app that runs on behind the screen is measured from now on; a suspended one cannot use any (BG4).
  mutating func watchCPU(_ turn: inout Turn) {
    guard wakefulness.cpuWindow == nil else { return }
    wakefulness.cpuWindow = Wakefulness.CPUWindow(began: turn.now, used: nil)
    turn.emit(.sampleCPU(serial))
  }

  mutating func stopWatchingCPU(_ turn: inout Turn) {
    wakefulness.cpuWindow = nil
    deadlines.stop(.cpuWindow, &turn)
  }
}
