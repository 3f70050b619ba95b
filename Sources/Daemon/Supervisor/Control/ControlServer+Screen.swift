// Serves org.roost.Apps, as far as it looks at an app's screen: its elements, and its picture (FG6, FG7).
import AgentProtocol
import AppLink
import ControlAPI
import LifecycleModel
import Varlink
import WireJSON

extension ControlServer {
  /// FG6: the elements of an app's screen. It is asked as input, which reaches no app but an active one (FG4).
  func elements(_ request: AppsInterface.Elements, _ exchange: Exchange) {
    let app = named(request.id)
    var request = request
    // The app's answer is the reply.
    request.wait = true
    submit(request, exchange, .userInput(app, UserInput.elements(scene: request.scene).json.text)) { limit in
      .appTimedOut(
        app: app.string, message: "\(app) does not say in \(limit) ms what is on its screen; it is busy")
    } answer: { outcome in
      switch outcome {
      case .elements(let list):
        exchange.reply(
          AppsInterface.Elements.Reply(
            elements: ScreenElement.list(JSON(text: list)).map(AppsInterface.Element.init)))
      case .done, .drawn:
        exchange.fail(
          .appRefused(
            app: app.string,
            message: request.scene.map { "\(app) shows no scene \($0): it is not in front" }
              ?? "\(app) has no elements: it shows no views of UIKit; send it what it understands by `roostctl input`"))
      case .refused(let refusal): exchange.fail(Self.error(of: refusal, app))
      }
    }
  }

  /// FG7: asked as FG6 is.
  func picture(_ request: AppsInterface.Picture, _ exchange: Exchange) {
    let app = named(request.id)
    var request = request
    // The app's answer is the reply.
    request.wait = true
    submit(request, exchange, .userInput(app, UserInput.picture(seen: request.seen, scene: request.scene).json.text)) {
      limit in
      .appTimedOut(
        app: app.string, message: "\(app) does not draw its screen in \(limit) ms; it is busy")
    } answer: { outcome in
      switch outcome {
      case .drawn(let picture, let svg)
      where picture.utf8.count > ScreenPicture.longestName || svg?.utf8.count ?? 0 > ScreenPicture.longest:
        exchange.fail(
          .appRefused(
            app: app.string,
            message: "the picture of \(app) has more than \(ScreenPicture.longest) bytes, or too long a name"))
      case .drawn(let picture, let svg): exchange.reply(AppsInterface.Picture.Reply(picture: picture, svg: svg))
      case .done, .elements:
        exchange.fail(
          .appRefused(
            app: app.string,
            message: request.scene.map { "\(app) shows no scene \($0): it is not in front" }
              ?? "\(app) has no picture: it shows no views of UIKit, or was built with an older one"))
      case .refused(let refusal): exchange.fail(Self.error(of: refusal, app))
      }
    }
  }
}
