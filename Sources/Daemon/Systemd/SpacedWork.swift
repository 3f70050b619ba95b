// Work that keeps the loop for some milliseconds, such as the start of a process, of which much may be due at one moment.

/// Does the first piece at once. After each piece the loop is everybody else's for as long as that has taken.
@MainActor package final class SpacedWork {
  private let loop: EventLoop
  private var waiting: [() -> Void] = []
  private var timer: TimerSource?
  /// CLOCK_MONOTONIC in nanoseconds: the next piece not before.
  private var free: UInt64 = 0
  /// While a piece is under way, which may bring about others.
  private var isBusy = false

  package init(on loop: EventLoop) { self.loop = loop }

  /// Whether a piece would be done at once.
  package var isFree: Bool { !isBusy && waiting.isEmpty && monotonicNow() >= free }

  package func take(_ work: @escaping () -> Void) {
    if isFree { return perform(work) }
    waiting.append(work)
    if waiting.count == 1, !isBusy { wait() }
  }

  private func perform(_ work: () -> Void) {
    let began = monotonicNow()
    isBusy = true
    work()
    isBusy = false
    let end = monotonicNow()
    free = end + (end - began)
    if !waiting.isEmpty { wait() }
  }

  private func wait() {
    do {
      let timer = try timer ?? loop.timer(priority: .request) { [unowned self] in goOn() }
      self.timer = timer
      timer.rearm(at: free)
    } catch {
      // Without memory for a timer, nobody is kept waiting for ever.
      goOn()
    }
  }

  private func goOn() { perform(waiting.removeFirst()) }

  isolated deinit { timer?.close() }
}
