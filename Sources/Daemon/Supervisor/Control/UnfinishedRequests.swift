// Bounds the requests of clients that wait for an app, or for the device, to be done with what they ask for.
import ControlAPI
import LifecycleModel

/// Counts them. One whose time limit is over, or whose client has gone, is carried out all the same, and waits until it is: a client that
/// gives no time at all could have 100,000 wait for an app that does not answer, and all would be released in one turn.
struct UnfinishedRequests {
  /// About one app, or about the device.
  static let most = 256

  private var counts: [AppID?: Int] = [:]

  /// Whether one more about `app`, or with nil about the device, may wait, and then does.
  mutating func begin(_ app: AppID?) -> Bool {
    let count = counts[app] ?? 0
    guard count < Self.most else { return false }
    counts[app] = count + 1
    return true
  }

  /// One of them has been answered.
  mutating func end(_ app: AppID?) {
    guard let count = counts[app] else { return }
    counts[app] = count > 1 ? count - 1 : nil
  }

  static func refusal(_ app: AppID?) -> ControlError {
    let cure = "try again when some of them are, or do not wait for it (`--no-wait`)"
    guard let app else {
      return .deviceRefused(
        message: "unable to wait for this: \(most) requests to the device are not done yet; \(cure)")
    }
    return .appRefused(
      app: app.string, message: "unable to wait for this: \(most) requests to \(app) are not done yet; \(cure)")
  }
}
