// Tells programs that know nothing of us of memory pressure: MEMORY_PRESSURE_WATCH, as systemd and GLib have it
// (systemd's "Memory Pressure Handling").
import Glibc
package import Linux
package import SystemPackage

/// A FIFO that becomes readable when its app is to give memory back. It is there as long as the app's process.
@MainActor package final class PressureFIFO {
  package let path: String
  private let descriptor: CInt
  private var isRemoved = false

  package init(_ path: String) throws(Errno) {
    do {
      try Sys.mkfifo(path, 0o600)
    } catch {
      guard error == .fileExists else { throw error }
      // An earlier daemon has left it.
      try? Sys.unlink(path)
      try Sys.mkfifo(path, 0o600)
    }
    do {
      descriptor = try Self.open(path)
    } catch {
      try? Sys.unlink(path)
      throw error
    }
    // A text that was put together keeps room for more.
    self.path = String(decoding: path.utf8, as: UTF8.self)
  }

  /// The one that an earlier daemon made, or a new one where it is gone.
  package convenience init(adopting path: String) throws(Errno) {
    if let descriptor = try? Self.open(path) { self.init(path, descriptor) } else { try self.init(path) }
  }

  /// For reading too: it can then be opened before anybody watches, and nobody's going away is SIGPIPE (fifo(7)).
  private static func open(_ path: String) throws(Errno) -> CInt {
    try Sys.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
  }

  private init(_ path: String, _ descriptor: CInt) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    try? Sys.close(descriptor)
    if !isRemoved { LateRemoval.unlink(path) }
  }

  /// Its app has ended.
  package func remove() {
    isRemoved = true
    LateRemoval.unlink(path)
  }

  /// One that is full has been told often enough.
  ///
  /// - Parameters:
  ///   - suspect: the app, which may hold the kernel's lock of it.
  ///   - heldUp: is called when the app was ended because it did.
  package func warn(_ suspect: CallGuard.Suspect, heldUp: () -> Void) {
    CallGuard.shared.call(about: suspect, { _ = try? Sys.write(descriptor, [UInt8(ascii: "\n")]) }, ended: heldUp)
  }
}
