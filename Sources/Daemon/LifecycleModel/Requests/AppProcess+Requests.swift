// The requests of an app: those that its process answers itself, and those that the device as a whole has to.

extension AppProcess {
  /// Answers what the app asked for; in the instant between SIGSTOP sent and SIGSTOP landed it is kept until the app
  /// runs again, since nothing is written to a suspended app.
  mutating func take(_ request: AppRequest, id: UInt64, _ turn: inout Turn) {
    let request = request.bounded
    switch phase {
    case .freezing, .resting(.suspended):
      let limit = Limit.deferredRequests.number
      guard conversation.deferred.count < limit else {
        return kill(.violation("it asked for more than \(limit) things before it was stopped"), &turn)
      }
      conversation.defer(request, id: id)
    case .killed:
      break
    case .greeting:
      kill(.violation("it asked for something before it said hello"), &turn)
    case .launching, .resting, .calling, .leaving:
      answer(request, id: id, &turn)
    }
  }

  mutating func answerDeferred(_ turn: inout Turn) {
    // One of them may be its end.
    for request in conversation.takeDeferred() { take(request.request, id: request.id, &turn) }
  }

  private mutating func answer(_ request: AppRequest, id: UInt64, _ turn: inout Turn) {
    switch request {
    case .beginBackgroundTask(let name):
      guard mayBeginTask, !budgetIsSpent(at: turn.now) else {
        turn.emit(.reply(serial, id: id, .backgroundTask(.invalid)))
        return
      }
      let task = wakefulness.tasks.begin(name)
      turn.emit(.reply(serial, id: id, .backgroundTask(task)))
      let open = wakefulness.tasks.open.count
      if open > turn.policy.taskLeak { kill(.tooManyTasks(open), &turn) }
    case .endBackgroundTask(let task):
      let known = wakefulness.tasks.end(task)
      if wakefulness.tasks.isEmpty { standDown(&turn) }
      turn.emit(.reply(serial, id: id, known ? .done : .unknownTask(task)))
    case .backgroundTimeRemaining:
      turn.emit(.reply(serial, id: id, .timeRemaining(backgroundTimeRemaining(&turn))))
    case .beginActivity(let name):
      guard let mode = BackgroundMode(rawValue: name), mode.isContinuous, backgroundModes.contains(mode) else {
        return turn.emit(.reply(serial, id: id, .lacksMode(name)))
      }
      guard wakefulness.activities.count < Limit.activities.number else {
        return turn.emit(.reply(serial, id: id, .overLimit(.activities)))
      }
      turn.emit(.reply(serial, id: id, .activity(wakefulness.begin(mode))))
    case .endActivity(let activity):
      let known = wakefulness.end(activity)
      turn.emit(.reply(serial, id: id, known ? .done : .unknownActivity(activity)))
    case .requestScene, .destroySession, .refreshSession, .openURL, .canOpenURL, .schedule, .notifications,
      .transfer, .protectedKey, .requestPermission, .permission:
      conversation.ask(request, id: id)
    case .overLimit(let limit):
      turn.emit(.reply(serial, id: id, .overLimit(limit)))
    case .unknown(let method):
      turn.emit(.reply(serial, id: id, .unknownMethod(method)))
    }
  }
}
