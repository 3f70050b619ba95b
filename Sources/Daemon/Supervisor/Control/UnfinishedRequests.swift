// Bounds the requests of clients that wait for an app, or for the device, to be done with what they ask for.
import ControlAPI
import LifecycleModel

/// Counts them. One whose time limit is over, or whose client has gone, is carried out all the same, and waits until it is: a client that
/// gives no time at all could have 100,000 wait for an app that does not answer, and all would be released in one turn.
struct UnfinishedRequests {
  /// About one app, for its end, or about the device.
  static let most = 256

  /// Buttons are not refused because of facts, or of memory that is short: each of those waits for all apps that run, and an app in a
  /// debugger takes none.
  enum Subject: Hashable {
    case app(AppID)
    /// A user who ends an app is not refused because others wait for it to do something.
    case ending(AppID)
    case fact
    case device

    init(_ wish: Wish) {
      if case .fact(.setting(let app, _, _)) = wish {
        self = .app(app)
      } else if case .fact = wish {
        self = .fact
      } else if case .memory = wish, wish.app == nil {
        self = .fact
      } else if wish.endsApp, let app = wish.app {
        self = .ending(app)
      } else {
        self = wish.app.map(Subject.app) ?? .device
      }
    }
  }

  private var counts: [Subject: Int] = [:]

  /// Whether one more may wait, and then does.
  mutating func begin(_ subject: Subject) -> Bool {
    let count = counts[subject] ?? 0
    guard count < Self.most else { return false }
    counts[subject] = count + 1
    return true
  }

  /// One of them has been answered.
  mutating func end(_ subject: Subject) {
    guard let count = counts[subject] else { return }
    counts[subject] = count > 1 ? count - 1 : nil
  }

  static func refusal(_ subject: Subject) -> ControlError {
    let cure = "try again when some of them are, or do not wait for it (`--no-wait`)"
    switch subject {
    case .app(let app):
      return .appRefused(
        app: app.string, message: "unable to wait for this: \(most) requests to \(app) are not done yet; \(cure)")
    case .ending(let app):
      return .appRefused(
        app: app.string, message: "unable to wait for this: \(most) requests to end \(app) are not done yet; \(cure)")
    case .fact:
      return .deviceRefused(
        message: "unable to wait for this: \(most) notices to apps are not done yet; \(cure)")
    case .device:
      return .deviceRefused(
        message: "unable to wait for this: \(most) requests to the device are not done yet; \(cure)")
    }
  }
}
