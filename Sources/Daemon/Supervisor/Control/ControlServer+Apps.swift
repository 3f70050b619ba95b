// Serves org.roost.Apps: launches apps, and opens URLs.
import AppLink
import ControlAPI
import LifecycleModel
import Varlink

extension ControlServer {
  func launch(_ request: AppsInterface.Launch, _ exchange: Exchange) {
    let launch = LifecycleModel.Launch(
      options: LaunchOptions(
        url: request.url, shortcut: request.shortcut.map(Opening.shortcutItem(ofType:)),
        activity: request.activity),
      arguments: request.arguments ?? [])
    let placement: Placement = request.background == true ? .background : .foreground
    change(AppID(request.id), request, exchange) {
      .launch($0, launch, placement)
    } done: {
      self.supervisor.running($0)
    }
  }

  func open(_ request: AppsInterface.Open, _ exchange: Exchange) {
    let handler = supervisor.handler(of: request.url)
    change(request, exchange, .openURL(request.url, from: request.source.map(AppID.init))) {
      .deviceTimedOut(message: "no app opened \(request.url) in \(request.timeout ?? 0) ms; it may still do so")
    } done: { [unowned self] in
      guard let handler else { return }
      exchange.reply(AppsInterface.Open.Reply(app: handler.string, supervisor.running(handler)))
    }
  }
}
