// The wishes of clients in a word each, as the history tells of them.
import AppLink
import LifecycleModel

extension Wish {
  /// As roostctl(1) names the command where there is one.
  var word: String {
    switch self {
    case .launch: "launch"
    case .activate: "activate"
    case .quit: "quit"
    case .terminate: "terminate"
    case .erase: "erase"
    case .userInput: "input"
    case .wake(_, let wake): wake.kind
    case .runTask: "tasks run"
    case .expireTask: "tasks expire"
    case .openURL: "open"
    case .newScene: "scene new"
    case .activateScene: "scene activate"
    case .closeScene: "scene close"
    case .discardScene: "scene discard"
    case .notify: "push"
    case .openNotification: "notification open"
    case .dismissNotification: "notification dismiss"
    case .home: "home"
    case .lock: "lock"
    case .unlock: "unlock"
    case .call(let button): "call \(button.rawValue)"
    case .showAlert: "alert show"
    case .dismissAlert: "alert dismiss"
    case .answerPrompt: "alert answer"
    case .setPermission: "privacy"
    case .openPanel(let panel): "\(panel.rawValue) open"
    case .closePanel(let panel): "\(panel.rawValue) close"
    case .banner: "banner"
    case .fact(let change): change.kind
    case .memory(.pressure): "memory pressure"
    case .memory(.warn): "memory warning"
    case .memory(.budget): "memory budget"
    }
  }

  /// Whether it ends its app, and with that the requests that wait for the app.
  var endsApp: Bool {
    switch self {
    case .quit, .terminate, .erase: true
    case .launch, .activate, .userInput, .wake, .runTask, .expireTask, .openURL, .newScene, .activateScene, .closeScene,
      .discardScene, .notify, .openNotification, .dismissNotification, .home, .lock, .unlock, .call, .showAlert,
      .dismissAlert, .answerPrompt, .setPermission, .openPanel, .closePanel, .banner, .fact, .memory:
      false
    }
  }

  /// The app that it is about.
  var app: AppID? {
    switch self {
    case .launch(let app, _, _), .activate(let app), .quit(let app), .terminate(let app), .erase(let app),
      .userInput(let app, _),
      .wake(let app, _), .runTask(let app, _), .expireTask(let app, _), .newScene(let app, _),
      .activateScene(let app, _), .closeScene(let app, _), .discardScene(let app, _), .notify(let app, _),
      .openNotification(let app, _, _, _), .dismissNotification(let app, _), .setPermission(let app, _, _):
      app
    case .memory(.warn(let app)): app
    case .openURL, .home, .lock, .unlock, .call, .showAlert, .dismissAlert, .answerPrompt, .openPanel, .closePanel,
      .banner, .fact, .memory(.pressure), .memory(.budget):
      nil
    }
  }
}
