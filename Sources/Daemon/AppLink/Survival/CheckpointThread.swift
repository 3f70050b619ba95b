// A thread of its own for checkpoints: with many apps, writing one takes longer than the loop may wait.
import Dispatch
import FoundationEssentials
import Linux

nonisolated final class CheckpointThread: Sendable {
  private let queue = DispatchQueue(label: "roostd.checkpoints")

  /// Of this daemon.
  private let version: String

  init(version: String) { self.version = version }

  /// Writes it whole or not at all; `then` hears on this thread why not.
  func write(_ checkpoint: Checkpoint, to path: String, then: @escaping @Sendable (_ failure: String?) -> Void) {
    queue.async { [version] in then(Self.write(checkpoint, to: path, version)) }
  }

  /// The same at once, after those that are under way; returns why not.
  func writeNow(_ checkpoint: Checkpoint, to path: String) -> String? {
    queue.sync { Self.write(checkpoint, to: path, version) }
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
