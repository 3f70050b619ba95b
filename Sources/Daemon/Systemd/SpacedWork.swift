// Work that keeps the loop for some milliseconds, such as the start of a process, of which much may be due at one moment.

/// Does the first pieces at once. After those the loop is everybody else's for as long as each has taken.
@MainActor package final class SpacedWork {
  private unowned let loop: EventLoop
  /// Nanoseconds: pieces that take no longer together are done one right after the other.
  private let atOnce: UInt64
  private var waiting: [() -> Void] = []
  private var timer: TimerSource?
  /// CLOCK_MONOTONIC in nanoseconds: when the others have had as much of the loop.
  private var free: UInt64 = 0
  /// While a piece is under way, which may bring about others.
  private var isBusy = false

  package init(on loop: EventLoop, atOnce: UInt64 = 0) {
    self.loop = loop
    self.atOnce = atOnce
  }

  /// Whether a piece would be done at once.
  package var isFree: Bool { (!isBusy || atOnce > 0) && waiting.isEmpty && monotonicNow() + atOnce >= free }

  package func take(_ work: @escaping () -> Void) {
    if isFree { return perform(work) }
    waiting.append(work)
    if waiting.count == 1, !isBusy { wait() }
  }

  private func perform(_ work: () -> Void) {
    // One that belongs to another counts with that.
    if isBusy { return work() }
    let began = monotonicNow()
    isBusy = true
    work()
    isBusy = false
    free = max(free, began) + 2 * (monotonicNow() - began)
    if !waiting.isEmpty { wait() }
  }

  private func wait() {
    do {
      let timer = try timer ?? loop.timer(priority: .request) { [unowned self] in goOn() }
      self.timer = timer
      timer.rearm(at: free - atOnce)
    } catch {
      // Without memory for a timer, nobody is kept waiting for ever.
      goOn()
    }
  }

  private func goOn() { perform(waiting.removeFirst()) }

  isolated deinit { timer?.close() }
}
