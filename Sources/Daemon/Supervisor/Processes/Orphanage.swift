// Finds and ends the processes that ended apps left behind, and counts their memory until the kernel has it all back.
import Glibc
import Linux
import Logging
import Processes
import Systemd

/// Each app's root is a subreaper while it lives (prctl(2)), so a child of the daemon that is no app's root is an orphan
/// of an app that has ended.
final class Orphanage {
  private let runtime: Runtime
  private let knownRoots: () -> Set<pid_t>
  /// Until they are reaped.
  private var orphans: [pid_t: Orphan] = [:]
  /// The memory of processes whose app has ended since the last look for orphans.
  private var leftBehind = Footprints()
  private var isSweepPosted = false
  /// Called when the last one is gone, once that is what the daemon waits for.
  private var ended: (() -> Void)?

  /// - Parameter knownRoots: the daemon's children that are no orphans.
  init(_ runtime: Runtime, knownRoots: @escaping () -> Set<pid_t>) {
    self.runtime = runtime
    self.knownRoots = knownRoots
  }

  /// The last thing a supervisor does: the children that ended apps left behind must not outlive it.
  func end(then ended: @escaping () -> Void) {
    self.ended = ended
    sweep()
    if orphans.isEmpty { ended() }
  }

  /// Looks for orphans soon. Off the path of any app's transition, since looking costs with the number of the daemon's
  /// children.
  ///
  /// - Parameter left: what an app held that has ended just now.
  func postSweep(for left: Footprints? = nil) {
    if let left { leftBehind.merge(left) }
    guard !isSweepPosted else { return }
    isSweepPosted = true
    do {
      try runtime.loop.post(priority: .idle) { [unowned self] in
        isSweepPosted = false
        if let ended { end(then: ended) } else { sweep() }
      }
    } catch {
      isSweepPosted = false
      runtime.log.error("\(error)")
    }
  }

  /// The memory that the orphans still hold.
  func footprint() -> Footprint {
    // An app has just ended: the memory that it left behind is not known yet.
    if isSweepPosted { sweep() }
    for pid in orphans.keys { orphans[pid]?.look(kernel: runtime.kernel) }
    return orphans.values.reduce(Footprint()) { $0 + $1.footprints.sum }
  }

  func has(_ pid: pid_t) -> Bool { orphans[pid] != nil }

  private func sweep() {
    let (kernel, log) = (runtime.kernel, runtime.log)
    do {
      for orphan in try Orphans.find(knownRoots: knownRoots(), kernel: kernel) where orphans[orphan.pid] == nil {
        log.info("ending pid \(orphan.pid), left behind by an app that has ended")
        let watch = try runtime.loop.watch(orphan.pidfd.descriptor, for: .readable, priority: .exit) {
          [unowned self] _ in reap(orphan)
        }
        orphans[orphan.pid] = Orphan(orphan, watch: watch, before: leftBehind, kernel: kernel)
        Kill.tree(root: orphan, kernel: kernel)
      }
      leftBehind = Footprints()
    } catch {
      log.error("unable to end the processes that ended apps left behind: \(error)")
    }
  }

  /// The children of an orphan come to the daemon in turn.
  private func reap(_ orphan: ChildProcess) {
    if (try? orphan.reap()) == .some(nil) { return }
    postSweep(for: orphans.removeValue(forKey: orphan.pid)?.footprints)
  }
}
