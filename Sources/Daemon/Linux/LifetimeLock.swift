// A lock that the kernel drops with its holder (flock(2)): it tells which daemon lives, so that no pid file can lie.
import Glibc
package import SystemPackage

/// The lock of a file, for as long as this object lives.
package nonisolated final class LifetimeLock: Sendable {
  /// The step that failed, and why.
  package enum Problem: Error, Equatable {
    case held
    case open(Errno), lock(Errno)
  }

  private let descriptor: CInt

  /// Time for the child of a daemon that was killed in a launch to run its program: until then it shares the lock.
  private static let inheritance: Duration = .seconds(1)

  package init(_ path: String) throws(Problem) {
    do {
      descriptor = try Sys.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    } catch {
      throw .open(error)
    }
    let deadline = ContinuousClock.now + Self.inheritance
    while true {
      do throws(Errno) {
        try Sys.flock(descriptor, LOCK_EX | LOCK_NB)
        break
      } catch {
        guard error == .wouldBlock else { throw .lock(error) }
        guard ContinuousClock.now < deadline else { throw .held }
        pause(for: .milliseconds(10))
      }
    }
  }

  deinit { try? Sys.close(descriptor) }
}
