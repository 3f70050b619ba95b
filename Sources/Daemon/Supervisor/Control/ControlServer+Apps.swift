// Serves org.roost.Apps: launches apps, opens URLs, and shows icons.
import AppLink
import Bundles
import ControlAPI
import LifecycleModel
import Varlink

extension ControlServer {
  func icon(_ request: AppsInterface.Icon, _ exchange: Exchange) {
    withApp(request.id, exchange) { _ in
      supervisor.icon(of: named(request.id)) { result in
        switch result {
        case .success(.svg(let svg)): exchange.reply(AppsInterface.Icon.Reply(svg: svg, png: nil))
        case .success(.png(let base64)): exchange.reply(AppsInterface.Icon.Reply(svg: nil, png: base64))
        case .failure(let problem):
          exchange.fail(.noIcon(app: request.id, message: "unable to show the icon of \(request.id): \(problem)"))
        }
      }
    }
  }

  func launch(_ request: AppsInterface.Launch, _ exchange: Exchange) {
    // Not as one that was tried and failed: that would count against the app.
    if supervisor.launcher.uninstalls.isUnderWay(named(request.id)) {
      return exchange.fail(
        .appRefused(app: request.id, message: "unable to launch \(request.id): \(UninstallUnderWay())"))
    }
    let launch = LifecycleModel.Launch(
      options: LaunchOptions(
        url: request.url, shortcut: request.shortcut.map(Opening.shortcutItem(ofType:)),
        activity: request.activity),
      arguments: request.arguments ?? [], environment: LaunchVariable.all(request.environment ?? []) ?? [:],
      waitsForDebugger: request.waitForDebugger ?? false)
    let placement: Placement = request.background == true ? .background : .foreground
    change(named(request.id), request, exchange) {
      .launch($0, launch, placement)
    } done: {
      self.supervisor.running($0)
    }
  }

  func erase(_ request: AppsInterface.Erase, _ exchange: Exchange) {
    let app = named(request.id)
    submit(request, exchange, .erase(app)) { limit in
      .appTimedOut(
        app: app.string, message: "\(app) is not erased after \(limit) ms; the change goes on")
    } answer: { [unowned self] outcome in
      switch outcome {
      case .refused(let refusal): exchange.fail(Self.error(of: refusal, app))
      case .done, .elements, .drawn:
        guard request.waits else { return exchange.reply(Done()) }
        let giveBack = waitsFurther(request, for: .erase(app))
        supervisor.erasing.whenErased(app) { problem in
          giveBack()
          guard let problem else { return exchange.reply(Done()) }
          exchange.fail(.appRefused(app: app.string, message: problem))
        }
      }
    }
  }

  func open(_ request: AppsInterface.Open, _ exchange: Exchange) {
    let handler = supervisor.handler(of: request.url)
    let shown = String(request.url.prefix(200))
    change(request, exchange, .openURL(request.url, from: request.source.map { named($0) })) { limit in
      .deviceTimedOut(message: "no app opened \(shown) in \(limit) ms; it may still do so")
    } done: { [unowned self] in
      guard let handler else { return }
      exchange.reply(AppsInterface.Open.Reply(app: handler.string, supervisor.running(handler)))
    }
  }
}
