// Pieces of work, of which each turn of the loop does one.

/// Nobody waits for more than one piece: each comes after all that was ready before it, and where nothing else is, at once.
@MainActor package final class LoopTurns {
  private unowned let loop: EventLoop
  private var waiting: [() -> Void] = []

  package init(on loop: EventLoop) { self.loop = loop }

  package func take(_ work: @escaping () -> Void) {
    waiting.append(work)
    if waiting.count == 1 { goOn() }
  }

  private func goOn() {
    do {
      try loop.post(priority: .request) { [weak self] in self?.doNext() }
    } catch {
      // Without memory for a turn.
      doNext()
    }
  }

  private func doNext() {
    // It stays among those that wait while it is done: others that come meanwhile are later.
    waiting[0]()
    waiting.removeFirst()
    if !waiting.isEmpty { goOn() }
  }
}
