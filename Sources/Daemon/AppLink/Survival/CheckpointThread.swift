// A thread of its own for checkpoints: with many apps, writing one takes longer than the loop may wait.
import Dispatch
import FoundationEssentials
import Linux

nonisolated final class CheckpointThread: Sendable {
  private let queue = DispatchQueue(label: "roostd.checkpoints")

  /// Writes it whole or not at all; `then` hears on this thread why not.
  package func write(_ checkpoint: Checkpoint, to path: String, then: @escaping @Sendable (_ failure: String?) -> Void) {
    queue.async {
      do {
        // Not synced: no app survives the machine.
        try AtomicFile.write(try JSONEncoder().encode(checkpoint), to: path, isSynced: false)
        then(nil)
      } catch {
        then("\(error)")
      }
    }
  }
}
