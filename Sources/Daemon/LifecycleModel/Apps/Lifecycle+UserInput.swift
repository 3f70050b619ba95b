// Hands input to the app in front, and refuses it for any other (FG4).

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
}
