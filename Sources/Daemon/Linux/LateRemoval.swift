// Removes the names of an ended app's FIFO and socket, on a thread.
import SystemPackage

/// To take a name out of a folder the kernel waits for the folder's lock, which what is left of the app may hold: its user may try
/// to make something in it.
package nonisolated enum LateRemoval {
  private static let queue = WorkQueue()

  package static func unlink(_ path: String) {
    queue.async { try? Sys.unlink(path) }
  }

  /// Waits until all are gone.
  package static func finish() { queue.sync {} }
}
