// The turns of an app's messages while somebody watches.
import AgentProtocol
import AppLink
import ControlAPI
import LifecycleModel

extension ModelLoop {
  /// Tells of each message right after its turn, so that those who watch hear in order of callbacks that begin and that end, and of
  /// background tasks. The turns are those that the messages have while nobody watches.
  func take(_ messages: [AppMessage], from serial: ProcessSerial, of app: AppID, telling monitor: Monitor) {
    var process: AppProcess? { lifecycle.apps[app]?.process }
    var before = process?.tasks.open ?? [:]
    take(messages.compactMap { Input($0, from: serial) }) { input in
      let now = Instant.now
      if case .app(serial, .entering) = input, let activity = process?.activity(at: now) {
        return monitor.publish { MonitorEvent(entering: activity.callback, of: app, at: now) }
      }
      let after = process?.tasks.open ?? [:]
      // An app may have a thousand, and a message begins or ends one.
      guard before.count != after.count else { return }
      for (task, name) in after where before[task] == nil {
        monitor.publish { MonitorEvent(notice: "begins the background task \(name)", of: app, at: now) }
      }
      for (task, name) in before where after[task] == nil {
        monitor.publish { MonitorEvent(notice: "ends the background task \(name)", of: app, at: now) }
      }
      before = after
    }
  }
}
