// A thread of its own for checkpoints: with many apps, writing one takes longer than the loop may wait.
import FoundationEssentials
import Linux
import Synchronization

nonisolated final class CheckpointThread: Sendable {
  private struct Order {
    var checkpoint: Checkpoint
    var path: String
    var then: @Sendable (_ failure: String?) -> Void
  }

  private let queue = WorkQueue()
  /// The one to write next. A later one leads to everything an earlier one led to, so it takes its place: however fast
  /// the log grows, no more than two are kept in memory.
  private let next = Mutex<Order?>(nil)
  /// Of this daemon.
  private let version: String

  init(version: String) { self.version = version }

  /// Writes it whole or not at all; `then` hears on this thread why not. It hears nothing of one whose place another has
  /// taken.
  func write(_ checkpoint: Checkpoint, to path: String, then: @escaping @Sendable (_ failure: String?) -> Void) {
    let order = Order(checkpoint: checkpoint, path: path, then: then)
    let isAwaited = next.withLock { next in
      defer { next = order }
      return next != nil
    }
    guard !isAwaited else { return }
    queue.async { [self] in
      guard let order = next.withLock({ next in next.take() }) else { return }
      order.then(Self.write(order.checkpoint, to: order.path, version))
    }
  }

  /// Returns when nothing is being written any more.
  func finish() { queue.sync {} }

  /// Writes none that waits; returns when nothing is being written any more.
  func stop() {
    next.withLock { $0 = nil }
    finish()
  }

  /// The same at once, after the one that is under way; returns why not.
  func writeNow(_ checkpoint: Checkpoint, to path: String) -> String? {
    next.withLock { $0 = nil }
    return queue.sync { Self.write(checkpoint, to: path, version) }
  }

  private static func write(_ checkpoint: Checkpoint, to path: String, _ version: String) -> String? {
    do {
      // Not synced: no app survives the machine.
      try AtomicFile.write(try checkpoint.file(version: version), to: path, isSynced: false)
      return nil
    } catch {
      return "\(error)"
    }
  }
}
