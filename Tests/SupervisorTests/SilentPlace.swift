// A file system that does not answer, made by the gate of system calls.
import Dispatch
import Glibc
import Linux
import Synchronization
import SystemPackage

/// A thread that asks for a path below `/silent` waits until ``answer()``. The one that makes this is the loop's, and does not wait.
final class SilentPlace: Sendable {
  private let mayEnd = DispatchSemaphore(value: 0)
  private let asked = Mutex<[String]>([])

  init() {
    let loopThread = pthread_self()
    SystemCall.setGate { [self] call, subject in
      guard case .path(let path) = subject, path.hasPrefix("/silent/") else { return nil }
      guard pthread_self() != loopThread else {
        asked.withLock { $0.append("\(call) \(path)") }
        return .timedOut
      }
      mayEnd.wait()
      // For the next that waits.
      mayEnd.signal()
      return .noSuchFileOrDirectory
    }
  }

  /// The calls by which the loop has asked for one.
  var askedByLoop: [String] { asked.withLock { $0 } }

  func answer() { mayEnd.signal() }

  /// Nothing is below `/silent` any more, and nobody waits.
  func end() {
    SystemCall.setGate(nil)
    answer()
  }
}
