// Makes the replies of the control interfaces about apps, exits and events.
import AppLink
import ControlAPI
import DaemonConfiguration
import FoundationEssentials
import LifecycleModel
import Processes
import Reporting
import Stores

extension MonitorEvent {
  init(_ row: ExitRow, at time: Instant) {
    self.init(time: Int64(clamping: time.nanoseconds), kind: .exit(ControlAPI.ExitRecord(row)))
  }

  init(entering callback: String, of app: AppID, at time: Instant) {
    self.init(time: Int64(clamping: time.nanoseconds), kind: .entering(app: app.string, name: callback))
  }

  init(notice text: String, of app: AppID, at time: Instant) {
    self.init(time: Int64(clamping: time.nanoseconds), kind: .notice(app: app.string, text: text))
  }

  init(_ report: Report, at time: Instant) {
    self.init(time: Int64(clamping: time.nanoseconds), kind: Kind(report))
  }
}

extension MonitorEvent.Kind {
  init(_ report: Report) {
    switch report {
    case .state(let app, let from, let to):
      self = .state(app: app.string, from: AppStatus.State(from), to: AppStatus.State(to))
    case .callback(let app, let name, let scene, let took):
      self = .callback(app: app.string, name: name, scene: scene?.string, took: Int64(clamping: took.wholeNanoseconds))
    case .deadline(let app, let step, let limit, let elapsed):
      self = .deadline(
        app: app.string, step: step.rawValue, limit: Int64(clamping: limit.wholeNanoseconds),
        elapsed: Int64(clamping: elapsed.wholeNanoseconds))
    case .notice(let app, let text): self = .notice(app: app.string, text: text)
    case .device(let change):
      let (name, detail) = change.words
      self = .device(name: name, detail: detail)
    case .memory(let memory): self = .device(name: "memory", detail: memory.sentence)
    }
  }

}

extension DeviceChange {
  /// For the monitor and the history.
  var words: (name: String, detail: String?) {
    switch self {
    case .home: ("home", nil)
    case .locked: ("locked", nil)
    case .unlocked: ("unlocked", nil)
    case .call(let button): ("call", button.rawValue)
    case .alert(let shown): ("alert", shown ? "shown" : "dismissed")
    case .panel(let panel, let opened): (panel.rawValue, opened ? "opened" : "closed")
    case .banner(let text): ("banner", text)
    case .notification(let app, let notification): ("notification", "\(app): \(notification.text)")
    case .erased(let app): ("erased", app.string)
    case .prompt(let app, let service): ("alert", "\(app) asks for \(service.words)")
    case .fact(let change): (change.kind, change.detail)
    }
  }
}

extension ScheduledTask {
  init(_ request: TaskRequest, of app: AppID, earliest: Instant?) {
    self.init(
      app: app.string, identifier: request.identifier, kind: Kind(request.kind),
      // In whole seconds: kept by the monotonic clock, the rest would differ from one call to the next.
      earliest: earliest.map {
        Date(timeIntervalSince1970: $0.secondsSince1970.rounded()).formatted(Date.ISO8601FormatStyle())
      },
      needs: (request.needsPower ? [.power] : []) + (request.needsNetwork ? [.network] : []))
  }
}

nonisolated extension ControlAPI.ExitRecord {
  init(_ row: ExitRow) {
    self.init(
      app: row.app, pid: row.pid.map(Int64.init),
      time: Date(timeIntervalSince1970: Double(row.time) / 1e9)
        .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      state: AppStatus.State(rawValue: row.state) ?? .notRunning, namespace: row.namespace, code: row.code,
      reason: row.reason, signal: row.signal.map(Int64.init), status: row.status.map(Int64.init),
      footprint: row.footprint, cpu: row.cpu, callback: row.callback, elapsed: row.elapsed, text: row.text)
  }
}

// The control interfaces and the model name the same states; each switch is checked when either changes.
extension AppStatus.State {
  init(_ state: AppState) {
    switch state {
    case .notRunning: self = .notRunning
    case .inactive: self = .inactive
    case .active: self = .active
    case .background: self = .background
    case .suspended: self = .suspended
    }
  }
}

extension ScheduledTask.Kind {
  init(_ kind: TaskKind) {
    switch kind {
    case .refresh: self = .refresh
    case .processing: self = .processing
    }
  }
}

extension AppStatus.Style {
  init(_ style: LifecycleStyle) {
    switch style {
    case .app: self = .app
    case .scene: self = .scene
    }
  }
}

extension AppStatus.Scene.State {
  init(_ state: SceneState) {
    switch state {
    case .unattached: self = .unattached
    case .foregroundInactive: self = .foregroundInactive
    case .foregroundActive: self = .foregroundActive
    case .background: self = .background
    }
  }
}

extension CallButton {
  init(_ action: DeviceInterface.Call.Action) {
    switch action {
    case .ring: self = .ring
    case .accept: self = .accept
    case .decline: self = .decline
    case .end: self = .end
    }
  }
}

extension Panel {
  init(_ name: DeviceInterface.Overlay.Name) {
    switch name {
    case .notificationCenter: self = .notificationCenter
    case .controlCenter: self = .controlCenter
    case .switcher: self = .switcher
    }
  }
}

extension UserNotification {
  /// On one line.
  var text: String { [title, body].filter { !$0.isEmpty }.joined(separator: ": ") }
}

extension DeviceInterface.Overlay.Name {
  init(_ panel: Panel) {
    switch panel {
    case .notificationCenter: self = .notificationCenter
    case .controlCenter: self = .controlCenter
    case .switcher: self = .switcher
    }
  }
}

extension DeviceInterface.CallState {
  init(_ call: Device.Call) {
    switch call {
    case .none: self = .none
    case .ringing: self = .ringing
    case .underWay: self = .underWay
    }
  }
}
