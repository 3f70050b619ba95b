// Serves org.roost.Scenes: sessions, and pictures of scenes.
import ControlAPI
import FoundationEssentials
import LifecycleModel
import Stores
import Varlink

extension ControlServer {
  func listScenes(_ request: ScenesInterface.List, _ exchange: Exchange) {
    // Its scenes may have 2 MB of activities, which JSON writes in twice as many.
    listed { [unowned self] supervisor in
      withApp(request.id, exchange) { exchange.reply(ScenesInterface.List.Reply(scenes: supervisor.scenes(of: $0))) }
    }
  }

  func newScene(_ request: ScenesInterface.New, _ exchange: Exchange) {
    let app = named(request.id)
    let session = SessionID(UUID().uuidString)
    change(app, request, exchange) {
      .newScene($0, named: session)
    } done: { _ in
      ScenesInterface.New.Reply(session: session.string)
    }
  }

  func snapshot(_ request: ScenesInterface.Snapshot, _ exchange: Exchange) {
    withApp(request.id, exchange) { app in
      let scene: String
      switch (request.scene, app.description.style) {
      case (let named?, .scene):
        guard app.estate.sessions[SessionID(named)] != nil else {
          return exchange.fail(.unknownScene(app: request.id, session: named))
        }
        scene = named
      case (nil, .scene): scene = app.estate.sessions.all.first?.id.string ?? SnapshotStore.main
      case (_, .app): scene = SnapshotStore.main
      }
      supervisor.snapshot(of: app, scene) { result in
        switch result {
        case .success(let reply?): exchange.reply(reply)
        case .success(nil):
          exchange.fail(
            .noSnapshot(
              app: request.id,
              message: "there is no picture of \(request.id) yet; it draws one when it leaves the screen"))
        case .failure(let error): exchange.fail(.noSnapshot(app: request.id, message: "\(error)"))
        }
      }
    }
  }

  /// Something asked of one scene. A refusal names it.
  func changeScene(
    _ app: String, _ session: String, _ request: some ChangeRequest, _ exchange: Exchange,
    _ wish: (AppID, SessionID) -> Wish
  ) {
    let session = SessionID(session)
    change(named(app), request, exchange) {
      wish($0, session)
    } done: { _ in
      Done()
    }
  }
}
