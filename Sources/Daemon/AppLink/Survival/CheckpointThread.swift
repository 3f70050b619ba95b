// A thread of its own for checkpoints: with many apps, writing one takes longer than the loop may wait.
import Dispatch
import FoundationEssentials
import Glibc
import SystemPackage

nonisolated final class CheckpointThread: Sendable {
  private let queue = DispatchQueue(label: "roostd.checkpoints")

  /// Writes it whole or not at all; `then` hears on this thread why not.
  func write(_ checkpoint: Checkpoint, to path: String, then: @escaping @Sendable (_ failure: String?) -> Void) {
    queue.async {
      do {
        // Written beside its place and renamed (rename(2)).
        try JSONEncoder().encode(checkpoint).write(to: URL(fileURLWithPath: path + ".new"))
        guard rename(path + ".new", path) == 0 else { throw Errno(rawValue: errno) }
        then(nil)
      } catch {
        unlink(path + ".new")
        then("\(error)")
      }
    }
  }
}
