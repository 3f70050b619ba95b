// Serves org.roost.Events: wakes an app, and shows a push.
import ControlAPI
import LifecycleModel
import Varlink

extension ControlServer {
  func wake(_ app: String, _ wake: Wake, _ request: some ChangeRequest, _ exchange: Exchange) {
    change(named(app), request, exchange) {
      .wake($0, wake)
    } done: { _ in
      Done()
    }
  }

  /// The visible part is shown even when the app cannot be woken, as a force-quit one cannot (BX5).
  func push(_ request: EventsInterface.Push, _ exchange: Exchange) {
    withApp(request.id, exchange) { app in
      do throws(PushError) {
        let push = try Push(request.payload, isSilent: request.silent ?? false)
        supervisor.show(push, of: app.description.id)
        guard push.wakes else { return supervisor.whenItSurvives { exchange.reply(Done()) } }
        wake(request.id, .push(push.payload), request, exchange)
      } catch {
        exchange.fail(.appRefused(app: request.id, message: "unable to push to \(request.id): \(error)"))
      }
    }
  }
}
