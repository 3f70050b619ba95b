// Removes what an ended app has left of System V IPC: the kernel keeps it, and counts its memory for nobody.
import DaemonConfiguration
import Dispatch
import Glibc
import Linux
import Synchronization

/// Looks for objects of apps that have users of their own, on other threads: there may be some ten thousand.
final class IPCSweeps {
  private var underWay: [uid_t: IPCSweep] = [:]

  /// The app of `user` has ended.
  func begin(of user: uid_t) {
    let sweep = IPCSweep(user)
    underWay[user] = sweep
    sweep.begin(after: 0)
  }

  /// The app of `user` is about to be launched: nothing of the new process is removed.
  func stop(of user: uid_t) { underWay.removeValue(forKey: user)?.stop() }
}

private nonisolated final class IPCSweep: Sendable {
  private let user: uid_t
  private let isStopped = Atomic<Bool>(false)

  init(_ user: uid_t) { self.user = user }

  func stop() { isStopped.store(true, ordering: .sequentiallyConsistent) }

  /// - Parameter wait: in seconds.
  func begin(after wait: Int) {
    ThreadStarter.shared.start { [self] in
      if wait > 0 { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .seconds(wait)) }
      sweep(wait)
    } refused: { [self] in
      // At once: the thread that does everybody's work does not wait for processes of an app.
      sweep(wait)
    }
  }

  private func sweep(_ wait: Int) {
    let objects = IPCObject.Kind.allCases.flatMap { (try? Sys.ipcObjects($0, of: user)) ?? [] }
    // Those who share a sound card share a segment and semaphores of one key, and one of them has made both (ALSA, dmix).
    let shared = Set(objects.filter { $0.isAttached && $0.key != IPC_PRIVATE }.map(\.key))
    for object in objects where !shared.contains(object.key) {
      // The listed objects are older than this answer, and so than any process that is launched after `stop()`.
      if isStopped.load(ordering: .sequentiallyConsistent) { return }
      try? Sys.remove(object)
    }
    // Processes that the app has left behind, and that are about to end, look like somebody else.
    if !shared.isEmpty, wait == 0 { begin(after: 5) }
  }
}
