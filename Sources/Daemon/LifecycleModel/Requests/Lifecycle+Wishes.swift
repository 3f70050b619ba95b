// The rule that each wish goes to.

extension Lifecycle {
  mutating func take(_ wish: Wish, _ request: Request, _ turn: inout Turn) {
    switch wish {
    case .launch(let app, let launch, let placement): self.launch(app, launch, placement, request, &turn)
    case .activate(let app): activate(app, request, &turn)
    case .quit(let app): end(app, .forceQuit, request, &turn)
    case .terminate(let app): end(app, .system, request, &turn)
    case .erase(let app): erase(app, request, &turn)
    case .userInput(let app, let json): userInput(app, json, request, &turn)
    case .wake(let app, let wake): self.wake(app, for: wake, request, &turn)
    case .runTask(let app, let identifier): runTask(identifier, of: app, request, &turn)
    case .expireTask(let app, let identifier): expireTask(identifier, of: app, request, &turn)

    case .openURL(let url, let source): openURL(url, from: source, request, &turn)
    case .newScene(let app, let session): newScene(app, session, request, &turn)
    case .activateScene(let app, let session): activateScene(app, session, request, &turn)
    case .closeScene(let app, let session): close(app, session, .disconnect, request, &turn)
    case .discardScene(let app, let session): close(app, session, .discard, request, &turn)

    case .notify(let app, let notification): notify(app, notification, request, &turn)
    case .openNotification(let app, let identifier, let action, let text):
      openNotification(app, identifier, action: action, text: text, request, &turn)
    case .dismissNotification(let app, let identifier): dismissNotification(app, identifier, request, &turn)

    case .home: home(request, &turn)
    case .lock: lock(request, &turn)
    case .unlock: unlock(request, &turn)
    case .call(let button): call(button, request, &turn)
    case .showAlert: showAlert(request, &turn)
    case .dismissAlert: dismissAlert(request, &turn)
    case .answerPrompt(let answer, let app, let service): answerPrompt(answer, of: app, for: service, request, &turn)
    case .setPermission(let app, let service, let permission):
      setPermission(permission, of: service, for: app, request, &turn)
    case .openPanel(let panel): open(panel, request, &turn)
    case .closePanel(let panel): close(panel, request, &turn)
    case .banner(let text): banner(text, request, &turn)
    case .fact(let change): learn(change, request, &turn)
    case .memory(let wish): take(wish, request, &turn)
    }
  }
}
