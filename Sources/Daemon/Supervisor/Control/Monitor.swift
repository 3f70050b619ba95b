// Live events for the clients that watch: `org.roost.Monitor.Watch`.
import ControlAPI
import LifecycleModel
import Varlink

/// The clients that watch. An event is only built when a client is there to see it, and encoded once for all of them.
final class Monitor {
  /// The number of clients that may watch at a time: each event is written to all of them.
  static let limit = 64

  private struct Watcher {
    /// Nil: of every app.
    let app: String?
    let send: (StreamedReply) -> Void
  }

  private let encode: (MonitorEvent) -> StreamedReply
  private var watchers: [Int: Watcher] = [:]
  private var lastWatcher = 0

  init(
    encode: @escaping (MonitorEvent) -> StreamedReply = {
      StreamedReply(MonitorInterface.Watch.Reply(event: $0))
    }
  ) {
    self.encode = encode
  }

  /// Sends the events of `app` and of the device, or with nil all, until the token is handed back. Nil: too many watch.
  func add(app: String?, _ send: @escaping (StreamedReply) -> Void) -> Int? {
    guard watchers.count < Self.limit else { return nil }
    lastWatcher += 1
    watchers[lastWatcher] = Watcher(app: app, send: send)
    return lastWatcher
  }

  var isWatched: Bool { !watchers.isEmpty }

  func remove(_ token: Int) { watchers[token] = nil }

  func publish(_ event: () -> MonitorEvent) {
    guard !watchers.isEmpty else { return }
    let event = event()
    let concerned = watchers.values.filter { $0.app == nil || event.app == nil || event.app == $0.app }
    guard !concerned.isEmpty else { return }
    let reply = encode(event)
    for watcher in concerned { watcher.send(reply) }
  }
}
