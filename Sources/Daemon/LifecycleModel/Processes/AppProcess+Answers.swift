// The answers of an app to what it was sent, and the phase that each takes it to: hello, acknowledgements, hang-up.

extension AppProcess {
  mutating func hello(protocolVersion: Int, on device: Device, _ turn: inout Turn) {
    // In the name of a program that knows nothing of us the daemon says it, while that is stopped.
    if !isForeign { endWaitForDebugger(&turn) }
    switch phase {
    case .greeting(let placement):
      if protocolVersion == 1 {
        told.hearLaunch(on: device, app)
        sendLaunch(placement, &turn)
      } else {
        kill(.violation("it speaks version \(protocolVersion) of the protocol; this supervisor speaks 1"), &turn)
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
      deadlines.stop(.launch, &turn)
      reportUntraced(.launch(options, style: style, state: state), since: began, &turn)
      wakefulness.isUnseen = placement == .background
      switch (style, placement) {
      case (.app, .foreground): move(to: .resting(.inactive), &turn)
      case (.app, .background): move(to: .resting(.launchedInBackground), &turn)
      case (.scene, _): move(to: .resting(.background), &turn)
      }
      return nil
    case .calling(let callback, sequence, let since):
      reportUntraced(callback.event, since: since, &turn)
      spend(on: callback, since: since, until: turn.now)
      land(callback, answer, &turn)
      return nil
    case .greeting, .launching, .resting, .calling, .freezing, .leaving:
      guard let event = conversation.acknowledge(sequence) else {
        if sequence <= conversation.inherited { return nil }
        kill(.violation("it acknowledged event \(sequence.number), which it was not waiting on"), &turn)
        return nil
      }
      // BX3: it has called the completion handler.
      if let wake = event.matter.wake {
        timeWakes(&turn)
        // BX7: the next of its identifier may have waited for this one.
        if wake.wake.task != nil { turn.reviewTasks(of: app) }
      }
      return event.request
    }
  }

  private mutating func land(_ callback: Callback, _ answer: Acknowledgement, _ turn: inout Turn) {
    switch callback {
    case .resign:
      deadlines.stop(.resign, &turn)
      move(to: .resting(.inactive), &turn)
    case .enterBackground:
      deadlines.stop(.enterBackground, &turn)
      renewErrands()
      pictures.outdate()
      move(to: .resting(.background), &turn)
    case .enterForeground:
      // FG2 gives F and A one limit together; waiting for a slot in between is not the app's time.
      deadlines.pause(.comeForward, &turn)
      move(to: .resting(.inactive), &turn)
    case .activate:
      deadlines.stop(.comeForward, &turn)
      move(to: .resting(.active), &turn)
    case .terminate(let state):
      move(to: .leaving(from: state), &turn)
    case .aside(let aside, let rest):
      deadlines.stop(callback.step, &turn)
      deadlines.pause(.terminate, &turn)
      if case .snapshot = aside { takeIn(answer, of: nil, &turn) }
      move(to: .resting(rest), &turn)
      if case .closeDevices = aside { turn.emit(.inspect(serial)) }
    case .scene(let session, let event, _, _):
      land(event, of: session, answer, &turn)
    }
  }

  private mutating func reportUntraced(_ event: Event, since: Instant, _ turn: inout Turn) {
    if !trace.isTold, event.isDelegateCall {
      turn.report(.callback(app, event.callback, scene: event.session, took: turn.now.since(since)))
    }
    trace.begin()
  }

  mutating func entering(_ callback: String, _ turn: inout Turn) {
    trace.entering(callback.cut(to: .callback), at: turn.now)
  }

  mutating func returned(_ callback: String, scene: SessionID?, took: Duration, _ turn: inout Turn) {
    trace.returned()
    let scene = scene.map { SessionID($0.string.cut(to: .identifier)) }
    turn.report(.callback(app, callback.cut(to: .callback), scene: scene, took: took))
  }

  mutating func hungUp(_ turn: inout Turn) {
    switch phase {
    // An app that is told to terminate may close what it has; its time to exit runs already.
    case .calling(.terminate, _, _), .leaving, .killed: break
    case .freezing, .resting(.suspended):
      // It closed its end in the instant before it was stopped; whether it exits is seen when it runs again.
      if !deadlines.has(.hangUp) { deadlines.start(.hangUp, &turn) }
      deadlines.pause(.hangUp, &turn)
    case .greeting, .launching, .resting, .calling: if !deadlines.has(.hangUp) { deadlines.start(.hangUp, &turn) }
    }
  }
}
