// Tells programs that know nothing of us of memory pressure: MEMORY_PRESSURE_WATCH, as systemd and GLib have it
// (systemd's "Memory Pressure Handling").
import Glibc
package import SystemPackage

/// A FIFO that becomes readable when its app is to give memory back. It is there as long as the app's process.
@MainActor package final class PressureFIFO {
  package let path: String
  private let descriptor: CInt

  package init(_ path: String) throws(Errno) {
    // What an earlier daemon left.
    unlink(path)
    guard mkfifo(path, 0o600) == 0 else { throw Errno(rawValue: errno) }
    // For reading too: it can then be opened before anybody watches, and nobody's going away is SIGPIPE (fifo(7)).
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      let error = Errno(rawValue: errno)
      unlink(path)
      throw error
    }
    self.path = path
  }

  /// The one that an earlier daemon made, or a new one where it is gone.
  package convenience init(adopting path: String) throws(Errno) {
    let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    if descriptor >= 0 { self.init(path, descriptor) } else { try self.init(path) }
  }

  private init(_ path: String, _ descriptor: CInt) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    remove()
  }

  /// Its app has ended; nobody is told of that while the FIFO is still there.
  package nonisolated func remove() { unlink(path) }

  /// One that is full has been told often enough.
  package func warn() { _ = write(descriptor, "\n", 1) }
}
