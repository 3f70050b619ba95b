// Spaces the looks at an app's past ends, for each of which threads ask the store and read up to sixteen files (TE3).
import LifecycleModel
import Systemd

/// Some looks of an app come at once, and then one a second: an app that asks for its past without end would have a processor for itself,
/// and everybody else's changes and reports would wait.
final class PastLooks {
  /// The looks that come at once after a while without any: for all reports that are kept of an app, and a relaunch or two.
  static let atOnce: Int64 = 8

  private let loop: EventLoop
  /// Nanoseconds.
  private let pause: Int64
  /// Up to when the looks of each app are paid for, by the clock of ``monotonicNow()``. An app that is not in it has looked at nothing
  /// for a while.
  private var paid: [AppID: Int64] = [:]
  private var waiting: [(due: Int64, look: () -> Void)] = []
  private var timer: TimerSource?

  init(on loop: EventLoop, pause: Int64 = 1_000_000_000) {
    self.loop = loop
    self.pause = pause
  }

  /// Has `look` done, now or when it is the app's turn.
  func take(of app: AppID, _ look: @escaping () -> Void) {
    let now = Self.now
    let oldest = now - Self.atOnce * pause
    paid = paid.filter { $0.value > oldest }
    let due = (paid[app] ?? oldest) + pause
    paid[app] = due
    guard due > now else { return look() }
    waiting.append((due, look))
    arm()
  }

  /// Signed: a machine that has just started has no time to look back to.
  private static var now: Int64 { Int64(clamping: monotonicNow()) }

  private func arm() {
    guard let next = waiting.map({ $0.due }).min() else { return }
    guard let timer = try? timer ?? loop.timer(priority: .idle, { [unowned self] in lookAgain() }) else {
      return takeAll { _ in true }
    }
    self.timer = timer
    timer.rearm(at: UInt64(clamping: next))
  }

  private func lookAgain() {
    let now = Self.now
    takeAll { $0 <= now }
    arm()
  }

  private func takeAll(where isDue: (Int64) -> Bool) {
    let due = waiting.filter { isDue($0.due) }
    waiting.removeAll { isDue($0.due) }
    for one in due { one.look() }
  }

  isolated deinit { timer?.close() }
}
