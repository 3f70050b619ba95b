// Takes facts that the kernel and the app report into the books.

extension AppProcess {
  mutating func hello(protocolVersion: Int, _ turn: inout Turn) {
    switch phase {
    case .greeting(let placement):
      if protocolVersion == 1 {
        sendLaunch(placement, &turn)
      } else {
        kill(.violation("it speaks version \(protocolVersion) of the protocol; roostd speaks 1"), &turn)
      }
    case .killed:
      break
    case .launching, .resting, .calling, .freezing, .leaving:
      kill(.violation("it said hello twice"), &turn)
    }
  }

  /// The request that waited for this event, if one did.
  mutating func acknowledge(
    _ sequence: EventSequence, _ answer: Acknowledgement, _ turn: inout Turn
  ) -> RequestID? {
    switch phase {
    case .killed:
      return nil
    case .launching(let placement, sequence):
      stop(.launch, &turn)
      reportUntraced(.launch(options, style: style, state: state), since: began, &turn)
      switch (style, placement) {
      case (.app, .foreground): move(to: .resting(.inactive), &turn)
      case (.app, .background): move(to: .resting(.launchedInBackground), &turn)
      case (.scene, _): move(to: .resting(.background), &turn)
      }
      return nil
    case .calling(let callback, sequence, let since):
      reportUntraced(callback.event, since: since, &turn)
      land(callback, answer, &turn)
      return nil
    case .greeting, .launching, .resting, .calling, .freezing, .leaving:
      guard let waiter = unacknowledged.removeValue(forKey: sequence) else {
        kill(.violation("it acknowledged event \(sequence.number), which it was not waiting on"), &turn)
        return nil
      }
      wakeIsDone(sequence, &turn)
      return waiter
    }
  }

  private mutating func land(_ callback: Callback, _ answer: Acknowledgement, _ turn: inout Turn) {
    switch callback {
    case .resign:
      stop(.resign, &turn)
      move(to: .resting(.inactive), &turn)
    case .enterBackground:
      stop(.enterBackground, &turn)
      pictureIsStale = true
      move(to: .resting(.background), &turn)
      turn.emit(.inspect(serial))
    case .enterForeground:
      // FG2 gives F and A one limit together; waiting for a slot in between is not the app's time.
      pause(.comeForward, &turn)
      move(to: .resting(.inactive), &turn)
    case .activate:
      stop(.comeForward, &turn)
      move(to: .resting(.active), &turn)
    case .terminate(let state):
      move(to: .leaving(from: state), &turn)
    case .aside(let aside, let rest):
      stop(callback.step, &turn)
      if case .snapshot = aside { takeIn(answer, of: nil, &turn) }
      move(to: .resting(rest), &turn)
    case .scene(let session, let event, _, _):
      land(event, of: session, answer, &turn)
    }
  }

  /// SN1: the picture, if there is a new one. An app that knows no pictures is not asked for one again.
  mutating func takeIn(_ answer: Acknowledgement, of session: SessionID?, _ turn: inout Turn) {
    switch answer {
    case .pictured(let file?): turn.emit(.keepPicture(serial, app, session, file: file))
    case .unsupported: rendersPictures = false
    case .handled, .answered, .connected, .restorable, .pictured(nil): break
    }
  }

  /// SN2: a picture that is late is done without; its acknowledgement may still come.
  mutating func giveUpPicture(_ turn: inout Turn) {
    guard case .calling(let callback, let sequence, _) = phase, callback.step == .snapshot else { return }
    stop(.snapshot, &turn)
    unacknowledged[sequence] = .some(nil)
    move(to: .resting(.background), &turn)
  }

  private mutating func reportUntraced(_ event: Event, since: Instant, _ turn: inout Turn) {
    if !traced, event.isDelegateCall {
      turn.report(.callback(app, event.callback, scene: event.session, took: turn.now.since(since)))
    }
    traced = false
  }

  mutating func entering(_ callback: String, _ turn: inout Turn) {
    inside = Inside(callback: callback, since: turn.now)
    traced = true
  }

  mutating func returned(_ callback: String, scene: SessionID?, took: Duration, _ turn: inout Turn) {
    inside = nil
    traced = true
    turn.report(.callback(app, callback, scene: scene, took: took))
  }

  mutating func hungUp(_ turn: inout Turn) {
    switch phase {
    // Whoever is told to terminate may close what it has; its time to exit runs already.
    case .calling(.terminate, _, _), .leaving, .killed: break
    case .freezing, .resting(.suspended):
      // It closed its end in the instant before it was stopped; whether it exits is seen when it runs again.
      if !has(.hangUp) { start(.hangUp, &turn) }
      pause(.hangUp, &turn)
    case .greeting, .launching, .resting, .calling: if !has(.hangUp) { start(.hangUp, &turn) }
    }
  }

  /// What its record will say, and the state it ends in (TE3).
  func record(_ status: ExitStatus, _ usage: Usage, at now: Instant) -> ExitRecord {
    ExitRecord(
      app: app, process: serial, pid: pid, time: now, state: state, reason: reason(for: status), status: status,
      usage: usage, activity: activity(at: crashed ?? now), lifetime: (crashed ?? now).since(began))
  }

  func record(failedToStart why: String, at now: Instant) -> ExitRecord {
    ExitRecord(
      app: app, process: serial, pid: pid, time: now, state: state, reason: .failedToStart(why), status: nil,
      usage: Usage(), activity: nil, lifetime: now.since(began))
  }

  private func reason(for status: ExitStatus) -> ExitReason {
    if case .killed(let reason, _) = phase { return reason }
    guard let order else { return ExitReason(unordered: status) }
    switch status {
    case .exited, .unknown:
      return order.reason(for: status)
    case .signaled(let signal):
      return Self.ordinary.contains(signal) ? order.reason(for: status) : .crashed(signal: signal)
    }
  }

  /// SIGHUP, SIGINT, SIGTERM: how programs are commonly told to end, and no crash.
  private static let ordinary: Set<Int32> = [1, 2, 15]

  private func activity(at now: Instant) -> Activity? {
    (inside ?? eventInFlight).map { Activity(callback: $0.callback, age: now.since($0.since)) }
  }

  /// What an app that tells of no callbacks must be in: the event it has not acknowledged.
  var eventInFlight: Inside? {
    switch phase {
    case .calling(let callback, _, let since): Inside(callback: callback.event.callback, since: since)
    case .launching: Inside(callback: "didFinishLaunching", since: began)
    case .greeting, .resting, .freezing, .leaving, .killed: nil
    }
  }
}
