// The requests of an app for scenes (SC4).

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite struct SceneRequestTests {
  @Test("SC4: activation, destruction and refresh are requests that name the session")
  func requests() throws {
    let device = SceneApp()
    try device.open("A")
    let application = device.app.application
    let session = try #require(application.openSessions.first)
    let activity = NSUserActivity(activityType: "read")
    let done = Reply.Outcome.result(.done)
    let roostd = Answering(device.app.pipes, [.result(.session("B")), .result(.session("A")), done, done])
    application.requestSceneSessionActivation(nil, userActivity: activity, options: nil) { Issue.record($0) }
    application.activateSceneSession(for: UISceneSessionActivationRequest(session: session)) { Issue.record($0) }
    application.requestSceneSessionRefresh(session)
    application.requestSceneSessionDestruction(session, options: nil) { Issue.record($0) }
    #expect(
      roostd.requests == [
        .requestScene(session: nil, activity: ["activityType": "read"]), .requestScene(session: "A", activity: nil),
        .refreshSession("A"), .destroySession("A"),
      ])
  }

  @Test(
    "SC4: a refusal comes as a UISceneError when the request has returned, by its code for an app of one scene",
    arguments: [
      ("NotSupported", UISceneError.Code.multipleScenesNotSupported), ("NoSuchSession", .requestDenied),
    ])
  func refused(code: String, expected: UISceneError.Code) async {
    let device = SceneApp()
    _ = Answering(device.app.pipes, [.error(code: code, message: "no")])
    let error = await failure(of: { handler in
      device.app.application.requestSceneSessionActivation(nil, userActivity: nil, options: nil, errorHandler: handler)
    })
    #expect((error as? UISceneError)?.code == expected)
  }

  /// The error of a request, which must have returned by then.
  private func failure(of request: (@escaping (any Error) -> Void) -> Void) async -> any Error {
    var hasReturned = false
    return await withCheckedContinuation { continuation in
      request { error in
        #expect(hasReturned)
        continuation.resume(returning: error)
      }
      hasReturned = true
    }
  }

  @Test("SC4: a request with an activity that is too large for the channel is denied, and roostd is not asked")
  func tooLarge() async {
    let device = SceneApp()
    let roostd = Answering(device.app.pipes, [.result(.done)])
    let activity = NSUserActivity(activityType: "read")
    activity.userInfo = ["data": Data(count: 2_000_000)]
    let error = await failure(of: { handler in
      device.app.application.requestSceneSessionActivation(
        nil, userActivity: activity, options: nil, errorHandler: handler)
    })
    #expect((error as? UISceneError)?.code == .requestDenied)
    #expect(roostd.requests.isEmpty)
    device.app.application.requestSceneSessionDestruction(
      UISceneSession(Session(id: "A", role: UISceneSession.Role.windowApplication.rawValue)), options: nil)
    #expect(roostd.requests == [.destroySession("A")])
  }

  @Test("LA6: open and canOpenURL ask roostd; the completion comes later, on the main thread")
  func openURL() async throws {
    let app = App()
    let roostd = Answering(app.pipes, [.result(.handled(true)), .error(code: "NoHandler", message: "nobody")])
    let url = try #require(URL(string: "mail://to"))
    #expect(app.application.canOpenURL(url))
    #expect(await app.application.open(url) == false)
    #expect(roostd.requests == [.canOpenURL("mail://to"), .openURL("mail://to")])
  }
}
