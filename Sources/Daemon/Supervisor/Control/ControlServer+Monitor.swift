// Serves org.roost.Monitor: sends a client every event until it hangs up.
import ControlAPI
import Varlink
import VarlinkServer

extension ControlServer {
  func watch(_ request: MonitorInterface.Watch, _ exchange: Exchange) {
    let token = supervisor.watch { event in
      guard request.app == nil || event.app == nil || event.app == request.app else { return }
      exchange.connection.replyContinuing(to: exchange.call, MonitorInterface.Watch.Reply(event: event))
    }
    exchange.connection.onEnd = { [unowned self] in supervisor.stopWatching(token) }
    exchange.connection.replyContinuing(to: exchange.call, MonitorInterface.Watch.Reply(event: nil))
  }
}
