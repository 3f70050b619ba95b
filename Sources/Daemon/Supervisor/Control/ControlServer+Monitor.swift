// Serves org.roost.Monitor: sends a client every event, and to one that follows every request, until it hangs up.
import AppLink
import ControlAPI
import LifecycleModel
import Varlink
import VarlinkServer
import WireJSON

extension ControlServer {
  func watch(_ request: MonitorInterface.Watch, _ exchange: Exchange) {
    let (call, connection) = (exchange.call, exchange.connection)
    let token = supervisor.monitor.add(app: request.app, user: connection.user) {
      connection.replyContinuing(to: call, $0)
    }
    guard let token else { return exchange.fail(Self.tooMany) }
    connection.onEnd = { [unowned self] in supervisor.monitor.remove(token) }
    connection.replyContinuing(to: call, StreamedReply(MonitorInterface.Watch.Reply(event: nil)))
  }

  private static let tooMany = ControlError.tooManyWatchers(
    message: """
      as many clients watch already as may, \(Monitor.ofUser) of one user or \(Monitor.limit) of all users but root; end one \
      of them and try again
      """)

  func follow(_ exchange: Exchange) {
    let (call, connection) = (exchange.call, exchange.connection)
    let token = supervisor.monitor.addFollower(user: connection.user) { connection.replyContinuing(to: call, $0) }
    guard let token else { return exchange.fail(Self.tooMany) }
    connection.onEnd = { [unowned self] in supervisor.monitor.remove(token) }
    connection.replyContinuing(to: call, StreamedReply(MonitorInterface.Follow.Reply(request: nil, event: nil)))
  }

  /// Tells those who follow of a call that changes something; the answer tells them that it was refused.
  func tellFollowers(of call: Call) -> (ControlError) -> Void {
    let monitor = supervisor.monitor
    guard monitor.isFollowed, !Self.looks.contains(call.method) else { return { _ in } }
    var request = MonitorInterface.Request(
      number: monitor.numberRequest(), time: Int64(clamping: Instant.now.nanoseconds), method: call.method,
      parameters: Self.harmless(call), refused: nil)
    monitor.publish(request)
    return { error in
      request.refused = error.description
      monitor.publish(request)
    }
  }

  /// Bytes of parameters that those who follow are told: of more, a client could have all of them be told more at once than one may leave
  /// unread.
  private static let longestTold = 65_536
  /// Bytes that a call has at most besides its parameters.
  private static let longestHead = 512

  /// Its parameters as JSON, without passcodes. Of a long call nothing is read for that: parameters that would be short enough without
  /// their spaces and escapes are not told either.
  static func harmless(_ call: Call) -> String {
    guard call.length <= longestTold + longestHead else { return "{}" }
    guard let parameters: JSON = try? call.parameters().decode(), case .object(var members) = parameters else {
      return "{}"
    }
    for key in ["passcode", "old"] {
      if let secret = members[key], secret != .null { members[key] = .bool(true) }
    }
    let text = JSON.object(members).text
    return text.utf8.count <= longestTold ? text : "{}"
  }

  /// The methods that change nothing.
  private static let looks: Set<String> = [
    AppsInterface.List.method, AppsInterface.Status.method, AppsInterface.Icon.method, AppsInterface.Elements.method,
    AppsInterface.Picture.method, AppsInterface.GetOutput.method, AppsInterface.ListExits.method,
    AppsInterface.ListAssertions.method, AppsInterface.ListTasks.method, BundlesInterface.GetDirectories.method,
    BundlesInterface.Verify.method, BundlesInterface.Locate.method, DaemonInterface.GetVersion.method,
    DaemonInterface.GetGaps.method, DeviceInterface.GetState.method, HistoryInterface.Read.method,
    HistoryInterface.GetExtent.method, MemoryInterface.Get.method, MetricsInterface.Get.method,
    MonitorInterface.Watch.method, MonitorInterface.Follow.method, NotificationsInterface.List.method,
    PrivacyInterface.List.method, ReportsInterface.List.method, ReportsInterface.Read.method,
    ScenesInterface.List.method, ScenesInterface.Snapshot.method,
  ]
}
