// A process held by its pidfd, so that a reused pid can never stand in for it.
import Glibc

/// A file descriptor that stands for one process, pidfd_open(2): readable once the process has ended.
package final class Pidfd: Sendable {
  /// For /proc and for people; the process is named by the descriptor.
  package let pid: Int32
  package let descriptor: CInt

  /// Takes over `descriptor`.
  package init(pid: Int32, descriptor: CInt) {
    self.pid = pid
    self.descriptor = descriptor
  }

  deinit { try? Sys.close(descriptor) }
}
