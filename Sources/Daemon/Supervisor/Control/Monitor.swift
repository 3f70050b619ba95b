// Live events for the clients that watch: `org.roost.Monitor.Watch`.
import ControlAPI
import LifecycleModel

/// The clients that watch. An event is only built when a client is there to see it.
final class Monitor {
  private var watchers: [Int: (MonitorEvent) -> Void] = [:]
  private var lastWatcher = 0

  /// Calls `watcher` with every event until the token is handed back.
  func add(_ watcher: @escaping (MonitorEvent) -> Void) -> Int {
    lastWatcher += 1
    watchers[lastWatcher] = watcher
    return lastWatcher
  }

  func remove(_ token: Int) { watchers[token] = nil }

  func publish(_ event: () -> MonitorEvent) {
    guard !watchers.isEmpty else { return }
    let event = event()
    for watcher in watchers.values { watcher(event) }
  }
}
