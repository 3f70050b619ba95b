// Live events for the clients that watch, and requests for those that follow: `org.roost.Monitor`.
import ControlAPI
import Glibc
import LifecycleModel
import Varlink

/// The clients that watch. An event is only built when a client is there to see it, and encoded once for all of them.
final class Monitor {
  /// The clients of all users but root that may watch at a time: each event is written to all of them.
  static let limit = 64
  /// Those of one user. Root is held back by the number of its connections alone.
  static let ofUser = 16

  private struct Watcher {
    /// Nil: of every app.
    let app: String?
    let send: (StreamedReply) -> Void
  }

  private let encode: (MonitorEvent) -> StreamedReply
  private var watchers: [Int: Watcher] = [:]
  /// The users of those who watch and of those who follow.
  private var users: [Int: uid_t] = [:]
  /// Hear of requests as well.
  private var followers: [Int: (StreamedReply) -> Void] = [:]
  private var lastRequest: Int64 = 0
  private var lastWatcher = 0

  init(
    encode: @escaping (MonitorEvent) -> StreamedReply = {
      StreamedReply(MonitorInterface.Watch.Reply(event: $0))
    }
  ) {
    self.encode = encode
  }

  /// Sends the events of `app` and of the device, or with nil all, until the token is handed back. Nil: too many watch.
  func add(app: String?, user: uid_t, _ send: @escaping (StreamedReply) -> Void) -> Int? {
    guard let token = admit(user) else { return nil }
    watchers[token] = Watcher(app: app, send: send)
    return token
  }

  /// Sends all events, and the requests of clients between them. Nil: too many watch.
  func addFollower(user: uid_t, _ send: @escaping (StreamedReply) -> Void) -> Int? {
    guard let token = admit(user) else { return nil }
    followers[token] = send
    return token
  }

  /// A user who takes all of theirs, or all there are, does not keep root out.
  private func admit(_ user: uid_t) -> Int? {
    let others = users.values.count { $0 != 0 }
    let theirs = users.values.count { $0 == user }
    guard user == 0 || (others < Self.limit && theirs < Self.ofUser) else { return nil }
    lastWatcher += 1
    users[lastWatcher] = user
    return lastWatcher
  }

  var isWatched: Bool { !watchers.isEmpty || isFollowed }
  var isFollowed: Bool { !followers.isEmpty }

  func remove(_ token: Int) { (watchers[token], followers[token], users[token]) = (nil, nil, nil) }

  func numberRequest() -> Int64 {
    lastRequest += 1
    return lastRequest
  }

  func publish(_ request: MonitorInterface.Request) {
    let reply = StreamedReply(MonitorInterface.Follow.Reply(request: request, event: nil))
    for follower in followers.values { follower(reply) }
  }

  func publish(_ event: () -> MonitorEvent) {
    guard isWatched else { return }
    let event = event()
    if isFollowed {
      let reply = StreamedReply(MonitorInterface.Follow.Reply(request: nil, event: event))
      for follower in followers.values { follower(reply) }
    }
    let concerned = watchers.values.filter { $0.app == nil || event.app == nil || event.app == $0.app }
    guard !concerned.isEmpty else { return }
    let reply = encode(event)
    for watcher in concerned { watcher.send(reply) }
  }
}
