// Input for the app in front, and the acknowledgements that somebody may wait for.

extension Lifecycle {
  /// FG4: input reaches only an active app; for any other it is refused and never kept.
  mutating func userInput(_ app: AppID, _ json: String, _ request: Request, _ turn: inout Turn) {
    guard let entry = apps[app] else { return refuse(request, .unknownApp(app), &turn) }
    guard let process = entry.process, process.takesInput else {
      return refuse(request, .notActive(app, entry.state), &turn)
    }
    let backlog = process.conversation.backlog
    guard backlog < policy.unhandledInput else { return refuse(request, .inputBacklog(app, backlog), &turn) }
    switch request.answer {
    case .whenTaken:
      turn.emit(.answer(request.id, .done))
      apps[app]?.process?.sendUnphased(.input(json), &turn)
    case .whenDone:
      apps[app]?.process?.sendUnphased(.input(json), for: request.id, &turn)
    }
  }

  mutating func acknowledged(
    _ serial: ProcessSerial, _ sequence: EventSequence, _ answer: Acknowledgement, _ turn: inout Turn
  ) {
    var waiter: RequestID?
    if let app = owners[serial] { apps[app]?.note(answer, to: sequence, &turn) }
    update(serial, &turn) { waiter = $0.acknowledge(sequence, answer, &$1) }
    if let waiter { turn.emit(.answer(waiter, .done)) }
  }
}
