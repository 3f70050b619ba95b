// The way of each control call: what it reads, or the wish that it becomes.
import ControlAPI
import DaemonConfiguration
import Glibc
import LifecycleModel
import Reporting
import Systemd
import Varlink
import VarlinkServer

extension ControlServer {
  func dispatch(_ call: ControlCall, _ exchange: Exchange) {
    switch call {
    case .list: supervisor.appStatuses { exchange.reply(AppsInterface.List.Reply(apps: $0)) }
    case .status(let request):
      withApp(request.id, exchange) {
        exchange.reply(AppsInterface.Status.Reply(app: supervisor.status(of: $0)))
      }
    case .getOutput(let request):
      withApp(request.id, exchange) {
        supervisor.output(of: $0.description.id) { exchange.reply($0) }
      }
    case .launch(let request): launch(request, exchange)
    case .activate(let request):
      change(named(request.id), request, exchange) {
        .activate($0)
      } done: {
        self.supervisor.running($0)
      }
    case .quit(let request):
      change(named(request.id), request, exchange) {
        .quit($0)
      } done: {
        self.supervisor.ended($0, waited: request.waits)
      }
    case .terminate(let request):
      change(named(request.id), request, exchange) {
        .terminate($0)
      } done: {
        self.supervisor.ended($0, waited: request.waits)
      }
    case .erase(let request): erase(request, exchange)
    case .sendInput(let request):
      change(named(request.id), request, exchange) {
        .userInput($0, request.input)
      } done: {
        _ in
        Done()
      }
    case .elements(let request): elements(request, exchange)
    case .icon(let request): icon(request, exchange)
    case .picture(let request): picture(request, exchange)
    case .listExits(let request):
      supervisor.exits(of: request.id.map { named($0).string }) { [exitLists] rows in
        exitLists.make(of: rows) { exchange.reply($0) }
      }
    case .listAssertions: list(exchange) { AppsInterface.ListAssertions.Reply(assertions: $0.assertions()) }
    case .listTasks: list(exchange) { AppsInterface.ListTasks.Reply(tasks: $0.scheduledTasks()) }
    case .runTask(let request):
      change(named(request.id), request, exchange) {
        .runTask($0, request.task)
      } done: { _ in
        Done()
      }
    case .expireTask(let request):
      change(named(request.id), request, exchange) {
        .expireTask($0, request.task)
      } done: { _ in
        Done()
      }
    case .open(let request): open(request, exchange)
    case .listScenes(let request): listScenes(request, exchange)
    case .newScene(let request): newScene(request, exchange)
    case .activateScene(let request):
      changeScene(request.id, request.session, request, exchange) { .activateScene($0, $1) }
    case .closeScene(let request): changeScene(request.id, request.session, request, exchange) { .closeScene($0, $1) }
    case .discardScene(let request):
      changeScene(request.id, request.session, request, exchange) { .discardScene($0, $1) }
    case .snapshot(let request): snapshot(request, exchange)
    case .notify(let request): notify(request, exchange)

    case .getState: exchange.reply(supervisor.deviceState())
    case .home(let request): leave(request, exchange, .home) { DeviceInterface.Home.Reply(ended: $0) }
    case .lock(let request): leave(request, exchange, .lock) { DeviceInterface.Lock.Reply(ended: $0) }
    case .unlock(let request): unlock(request, exchange)
    case .advanceTime(let request): advanceTime(request, exchange)
    case .setPasscode(let request): setPasscode(request, exchange)
    case .call(let request): change(request, exchange, .call(CallButton(request.action)))
    case .alert(let request):
      switch request.action {
      case .show: change(request, exchange, .showAlert)
      case .dismiss: change(request, exchange, .dismissAlert)
      case .allow: answerAlert(.allow, request, exchange)
      case .deny: answerAlert(.deny, request, exchange)
      case .allowOnce: answerAlert(.allowOnce, request, exchange)
      }
    case .overlay(let request):
      switch request.action {
      case .open: change(request, exchange, .openPanel(Panel(request.name)))
      case .close: change(request, exchange, .closePanel(Panel(request.name)))
      }
    case .banner(let request):
      supervisor.request(.banner(request.text)) { _ in exchange.reply(Done()) }

    case .push(let request): push(request, exchange)
    case .fetch(let request): wake(request.id, .fetch, request, exchange)
    case .location(let request):
      wake(request.id, .location(latitude: request.latitude, longitude: request.longitude), request, exchange)
    case .accessory(let request): wake(request.id, .accessory(name: request.name), request, exchange)
    case .bluetooth(let request): wake(request.id, .bluetooth(name: request.name), request, exchange)

    case .listNotifications(let request):
      list(exchange) { NotificationsInterface.List.Reply(notifications: $0.shownNotifications(of: request.id)) }
    case .openNotification(let request):
      change(named(request.id), request, exchange) {
        .openNotification($0, request.identifier, action: request.action, text: request.text)
      } done: { _ in
        Done()
      }
    case .dismissNotification(let request):
      change(named(request.id), request, exchange) {
        .dismissNotification($0, request.identifier)
      } done: { _ in
        Done()
      }

    case .listPermissions(let request):
      list(exchange) { PrivacyInterface.List.Reply(permissions: $0.permissions(of: request.id)) }
    case .setPermission(let request): setPermission(request, exchange)

    case .getMemory: getMemory(exchange)
    case .warnOfMemory(let request): change(request, exchange, .memory(.warn(request.id.map { named($0) })))
    case .pressMemory(let request):
      let level = LifecycleModel.MemoryLevel(request.level)
      change(request, exchange, .memory(.pressure(level, free: request.free.map { UInt64($0) })))
    case .setMemoryBudget(let request):
      change(request, exchange, .memory(.budget(request.budget.map { UInt64($0) })))

    case .getMetrics: supervisor.metricFamilies { exchange.reply(MetricsInterface.Get.Reply(families: $0)) }
    case .readHistory(let request): readHistory(request, exchange)
    case .getExtent: getExtent(exchange)
    case .listReports(let request): listReports(request, exchange)
    case .readReport(let request): readReport(request, exchange)

    case .getDirectories:
      exchange.reply(BundlesInterface.GetDirectories.Reply(directories: supervisor.appDirectories))
    case .install(let request): install(request, exchange)
    case .uninstall(let request): uninstall(request, exchange)
    case .verify(let request): verify(request, exchange)
    case .locate(let request): locate(request, exchange)

    case .watch(let request): watch(request, exchange)
    case .follow: follow(exchange)
    case .getVersion:
      exchange.reply(
        DaemonInterface.GetVersion.Reply(version: ControlService.version, protocolVersion: 1, pid: Int64(getpid())))
    case .getGaps: exchange.reply(DaemonInterface.GetGaps.Reply(gaps: supervisor.gaps))
    case .reload:
      supervisor.reload { [supervisor] result in
        // A client that asks for this has removed its bundles, or left them.
        supervisor.launcher.uninstalls.end(for: ObjectIdentifier(exchange.connection))
        switch result {
        case .success(let problems):
          exchange.reply(
            DaemonInterface.Reload.Reply(apps: Int64(supervisor.appCount), problems: problems))
        case .failure(let error): exchange.fail(.reloadFailed(message: "roostd keeps the old configuration: \(error)"))
        }
      }
    case .reexec: exchange.fail(.reexecFailed(message: supervisor.becomeAnew()))
    }
  }

  /// A reply for which all apps are looked at, which may take milliseconds, and which each of dozens of clients may ask for at one
  /// moment: when others have had the loop.
  private func list<Reply: Encodable>(_ exchange: Exchange, _ reply: @escaping (Supervisor) -> Reply) {
    listed { exchange.reply(reply($0)) }
  }

  /// The same, for a reply that may be an error.
  func listed(_ answer: @escaping (Supervisor) -> Void) {
    loop.lists.take { [supervisor] in answer(supervisor) }
  }

  /// The apps in front leave the screen; the reply says which of them did not live through it.
  private func leave<Reply: Encodable>(
    _ request: some ChangeRequest, _ exchange: Exchange, _ wish: Wish, reply: @escaping ([String]?) -> Reply
  ) {
    let front = supervisor.processesInFront()
    change(request, exchange, wish) { limit in
      .deviceTimedOut(message: "the apps did not handle it in \(limit) ms; they may still do so")
    } done: { [unowned self] in
      let ended = supervisor.sudden(endsOf: front)
      exchange.reply(reply(ended.isEmpty ? nil : ended))
    }
  }
}
