// Serves what happens to the device, and org.roost.Events: what apps are woken for, and what a push shows.
import ControlAPI
import LifecycleModel
import Stores
import Varlink

extension ControlServer {
  func notify(_ request: DeviceInterface.Notify, _ exchange: Exchange) {
    let fact = FactChange(request.notice)
    change(request, exchange, .fact(fact)) {
      .deviceTimedOut(message: "the apps did not handle it in \(request.timeout ?? 0) ms; they may still do so")
    } done: { [unowned self] in
      // What was acknowledged is on disk.
      if fact.isKept { supervisor.whenWritten { exchange.reply(Done()) } } else { exchange.reply(Done()) }
    }
  }

  func wake(_ app: String, _ wake: Wake, _ request: some ChangeRequest, _ exchange: Exchange) {
    change(AppID(app), request, exchange) {
      .wake($0, wake)
    } done: { _ in
      Done()
    }
  }

  /// What the user sees is shown even when the app cannot be woken, as a force-quit one cannot (BX5).
  func push(_ request: EventsInterface.Push, _ exchange: Exchange) {
    withApp(request.id, exchange) { app in
      do throws(PushError) {
        let push = try Push(request.payload, isSilent: request.silent ?? false)
        supervisor.show(push, of: app.description.id)
        guard push.wakes else { return exchange.reply(Done()) }
        wake(request.id, .push(push.payload), request, exchange)
      } catch {
        exchange.fail(.appRefused(app: request.id, message: "unable to push to \(request.id): \(error)"))
      }
    }
  }
}
