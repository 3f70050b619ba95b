// Reports the daemon's readiness, status line, reloads and end to the service manager.
import Glibc
import LifecycleModel
import Logging
import Systemd

/// Speaks sd_notify(3), when there is somebody who listens.
final class ServiceManager {
  private let loop: EventLoop
  private let log: Logger
  private let isListening = getenv("NOTIFY_SOCKET") != nil
  private var timer: TimerSource?
  private var states: () -> [AppState] = { [] }
  private var said = ""
  /// What the daemon does without, for as long as it runs.
  var caution: String?
  private var isStopping = false
  private var reloads = 0

  init(_ loop: EventLoop, log: Logger) {
    self.loop = loop
    self.log = log
  }

  /// It serves.
  func ready() { tell(.ready, .status(text)) }

  /// It ends its apps, which takes `limit` at most, whatever TimeoutStopSec= the unit has.
  func stopping(within limit: Duration) {
    isStopping = true
    tell(.stopping, .extendTimeout(limit), .status(text))
  }

  /// It ends and its apps do not.
  func restarting() {
    isStopping = true
    tell(.stopping, .status("restarting; the apps keep running"))
  }

  func reloading() {
    reloads += 1
    if reloads == 1, !isStopping { tell(.reloading) }
  }

  /// The last of those that began at once says so.
  func reloaded() {
    reloads -= 1
    if reloads == 0, !isStopping { tell(.ready) }
  }

  /// Apps have changed state. However many and often, the status follows once in a while.
  func appsChanged(_ states: @escaping () -> [AppState]) {
    guard isListening else { return }
    self.states = states
    do {
      let timer = try timer ?? loop.timer(priority: .idle) { [unowned self] in if text != said { tellStatus() } }
      self.timer = timer
      if !timer.isEnabled { timer.rearm(at: monotonicNow() + Self.statusInterval) }
    } catch {
      log.error("unable to tell the service manager what the apps do: \(error)")
    }
  }

  /// Nanoseconds from a change to the status that tells of it.
  private static let statusInterval: UInt64 = 100_000_000

  private var text: String {
    (isStopping ? "stopping, " : "") + Self.status(states()) + (caution.map { "; \($0)" } ?? "")
  }

  /// "12 apps: 1 active, 2 background, 9 suspended", of those that run.
  static func status(_ states: [AppState]) -> String {
    let counts = [AppState.active, .inactive, .background, .suspended].map { state in
      (state, states.count { $0 == state })
    }
    let running = counts.reduce(0) { $0 + $1.1 }
    guard running > 0 else { return "no app is running" }
    let parts = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0.rawValue)" }
    return "\(running) \(running == 1 ? "app" : "apps"): " + parts.joined(separator: ", ")
  }

  private func tellStatus() {
    said = text
    NotificationThread.shared.tell(.status(said))
  }

  private func tell(_ notifications: ServiceNotification...) {
    guard isListening else { return }
    for case .status(let text) in notifications { said = text }
    do throws(SystemCallError) {
      for notification in notifications { try notifyServiceManager(notification) }
    } catch {
      log.error("\(error)")
    }
  }
}
