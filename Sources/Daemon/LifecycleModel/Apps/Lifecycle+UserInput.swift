// Hands input to the app in front, and refuses it for any other (FG4).

extension Lifecycle {
  /// FG4: input reaches only an active app; for any other it is refused and never kept.
  mutating func userInput(_ app: AppID, _ json: String, _ request: Request, _ turn: inout Turn) {
    guard let state = apps[app]?.state else { return refuse(request, .unknownApp(app), &turn) }
    guard let backlog = inputBacklog(of: app) else { return refuse(request, .notActive(app, state), &turn) }
    guard backlog < policy.unhandledInput else { return refuse(request, .inputBacklog(app, backlog), &turn) }
    switch request.answer {
    case .whenTaken:
      turn.emit(.answer(request.id, .done))
      apps[app]?.process?.sendUnphased(.input(json), &turn)
    case .whenDone:
      apps[app]?.process?.sendUnphased(.input(json), for: request.id, &turn)
    }
  }
  /// The input that it has not handled yet; nil where it takes none. One that is still active, but is to leave or is covered, takes
  /// none either: R is on its way.
  private func inputBacklog(of app: AppID) -> Int? {
    guard let process = apps[app]?.process, process.takesInput, device.goal(of: app) == .active else { return nil }
    return process.conversation.backlog
  }
}
