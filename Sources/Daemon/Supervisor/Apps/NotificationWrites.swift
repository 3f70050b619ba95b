// Apps' notifications on their way to the disk, at the pace of each app.
import LifecycleModel
import Recall
import Stores
import Systemd

/// The newest of an app waits for a second or two where the app changes megabytes of them again and again, and for its turn where many
/// apps change as many at one moment: the row of one that has a thousand dates for each takes 2.5 ms. Meanwhile they are in the log that
/// the next daemon reads.
final class NotificationWrites {
  private unowned let loop: EventLoop
  private let store: NotificationStore
  private var paced = PacedWrites<AppID, UserNotifications>(bytesPerSecond: 1_000_000)
  private var timer: TimerSource?
  /// Apps whose notifications wait for a turn of the loop.
  private var queue: [AppID] = []
  /// Whether one app with many of them has had this turn.
  private var isTaken = false

  /// Those that take less than 0.1 ms are written in any turn.
  nonisolated static let few = 64 << 10

  init(on loop: EventLoop, _ store: NotificationStore) {
    self.loop = loop
    self.store = store
  }

  func keep(_ kept: UserNotifications, of app: AppID) {
    if paced.take(kept, bytes: kept.size, of: app, at: monotonicNow()) { return writeInTurn(kept, of: app) }
    wait()
  }

  private func writeInTurn(_ kept: UserNotifications, of app: AppID) {
    guard kept.size > Self.few else { return write(kept, of: app) }
    guard isTaken else {
      write(kept, of: app)
      return takeTurn()
    }
    // It has just been taken, and so counts as one that comes too early: it waits, and a newer one takes its place.
    if paced.take(kept, bytes: kept.size, of: app, at: monotonicNow()) { return write(kept, of: app) }
    queue.append(app)
  }

  private func takeTurn() {
    do {
      try loop.post(priority: .idle) { [weak self] in self?.nextTurn() }
      isTaken = true
    } catch {
      finish()
    }
  }

  private func nextTurn() {
    isTaken = false
    while !queue.isEmpty, !isTaken {
      let app = queue.removeFirst()
      // Another may have written it meanwhile.
      if let kept = paced.takeWaiting(of: app, at: monotonicNow()) { writeInTurn(kept, of: app) }
    }
  }

  /// Hands the store all that wait, before somebody asks it whether every change is on disk.
  func finish() { write(paced.takeAll(monotonicNow())) }

  /// The same in many turns of the loop, then calls back: the rows of forty apps, of a thousand dates for each notification, are 0.1 s of
  /// work.
  func finish(then: @escaping @MainActor () -> Void) { finish(paced.waiting[...], then: then) }

  private func finish(_ owners: ArraySlice<AppID>, then: @escaping @MainActor () -> Void) {
    guard let app = owners.first else { return then() }
    // The newest: an app may have changed them since.
    if let kept = paced.takeWaiting(of: app, at: monotonicNow()) { write(kept, of: app) }
    do {
      try loop.post(priority: .idle) { [self] in finish(owners.dropFirst(), then: then) }
    } catch {
      finish()
      then()
    }
  }

  private func wait() {
    guard let next = paced.next else { return }
    do {
      let timer = try timer ?? loop.timer(priority: .idle) { [unowned self] in goOn() }
      self.timer = timer
      timer.rearm(at: next)
    } catch {
      // Without memory for a timer, nothing waits for ever.
      finish()
    }
  }

  private func goOn() {
    for (app, kept) in paced.takeDue(monotonicNow()) { writeInTurn(kept, of: app) }
    wait()
  }

  private func write(_ all: [(owner: AppID, value: UserNotifications)]) {
    for (app, kept) in all { write(kept, of: app) }
  }

  private func write(_ kept: UserNotifications, of app: AppID) { store.keep(NotificationRow(kept, of: app)) }

  isolated deinit { timer?.close() }
}
