// Serves org.roost.Monitor: sends a client every event until it hangs up.
import ControlAPI
import Varlink
import VarlinkServer

extension ControlServer {
  func watch(_ request: MonitorInterface.Watch, _ exchange: Exchange) {
    let (call, connection) = (exchange.call, exchange.connection)
    let token = supervisor.monitor.add(app: request.app) { connection.replyContinuing(to: call, $0) }
    guard let token else {
      return exchange.fail(
        .tooManyWatchers(
          message: "\(Monitor.limit) clients watch already, as many as may; end one of them and try again"))
    }
    connection.onEnd = { [unowned self] in supervisor.monitor.remove(token) }
    connection.replyContinuing(to: call, StreamedReply(MonitorInterface.Watch.Reply(event: nil)))
  }
}
