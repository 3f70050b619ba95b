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
  /// Those that are not held.
  private var crowd = OrphanCrowd()
  private var isSweepPosted = false
  private var isSweepAwaited = false
  /// How many looks in a row have found new ones.
  private var looks = 0
  /// There are more than are held each by itself, or new ones at each look: they fork faster than one can look at them.
  private var isCrowded: Bool { looks > Self.mostLooks }
  /// The last look failed, so that there may be some that nobody knows of.
  private var hasFailed = false
  /// When to look at a crowd again, or after a look that failed.
  private var again: TimerSource?
  /// Called when the last one is gone, once that is what the daemon waits for.
  private var ended: (() -> Void)?
  /// When the daemon ends all the same.
  private var patience: TimerSource?

  /// How many are held by a descriptor, and looked at for their memory, each.
  private static let most = 64
  /// As many generations of processes may come to the daemon in turn, each when its parent has ended.
  private static let mostLooks = 8
  /// A crowd's pause, in nanoseconds: it gets half of the loop at most.
  private static let pause: UInt64 = 5_000_000
  /// The pause after a look that failed, in nanoseconds: descriptors have run out, say, and others must give some back.
  private static let retry: UInt64 = 250_000_000
  /// How long an end waits for them: a process that the kernel does not end must not keep the daemon.
  private static let longestEnd: UInt64 = 10_000_000_000

  /// - Parameter knownRoots: the daemon's children that are no orphans.
  init(_ runtime: Runtime, knownRoots: @escaping () -> Set<pid_t>) {
    self.runtime = runtime
    self.knownRoots = knownRoots
  }

  /// The last thing a supervisor does: the children that ended apps left behind must not outlive it.
  func end(then ended: @escaping () -> Void) {
    self.ended = ended
    if patience == nil {
      patience = try? runtime.loop.timer(priority: .idle) { [unowned self] in giveUp() }
      patience?.rearm(at: monotonicNow() + Self.longestEnd)
    }
    sweep()
    endIfGone()
  }

  private func endIfGone() {
    guard let ended, orphans.values.allSatisfy(\.isMuted), !isCrowded, !hasFailed else { return }
    patience?.close()
    ended()
  }

  private func giveUp() {
    runtime.log.error(
      "processes of apps are still there \(Self.longestEnd / 1_000_000_000) s after roostd has killed them; it ends")
    ended?()
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
      failed(error)
    }
  }

  /// Looks for orphans in a while: all of an app's cgroup has ended, so there are none but of an app that has moved
  /// processes elsewhere, as root can. Of a thousand apps that end one after the other there is one look, not a thousand.
  func sweepLater() {
    guard !isSweepPosted, !isSweepAwaited else { return }
    isSweepAwaited = true
    do {
      try lookAgain(after: Self.retry)
    } catch {
      isSweepAwaited = false
      failed(error)
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
      if !isCrowded {
        let known = knownRoots().union(orphans.keys)
        let found = try Orphans.find(knownRoots: known, atMost: Self.most - orphans.count, kernel: kernel)
        for orphan in found {
          log.info("ending pid \(orphan.pid), left behind by an app that has ended")
          let watch = try runtime.loop.watch(orphan.pidfd.descriptor, for: .readable, priority: .exit) {
            [unowned self] _ in reap(orphan)
          }
          orphans[orphan.pid] = Orphan(orphan, watch: watch, before: leftBehind, kernel: kernel)
          // Each may have 500 threads, which are walked; one that has been reaped meanwhile is not looked for by its pid.
          runtime.loop.crowds.take { [weak self] in
            if self?.has(orphan.pid) == true { Kill.tree(root: orphan, kernel: kernel) }
          }
        }
        looks = found.isEmpty ? 0 : orphans.count < Self.most ? looks + 1 : Self.mostLooks + 1
      }
      leftBehind = Footprints()
      if isCrowded { try thinOut() }
      hasFailed = false
    } catch {
      failed(error)
    }
  }

  /// Said once for all looks in a row that fail.
  private func failed(_ error: any Error) {
    if !hasFailed {
      runtime.log.error(
        "unable to end the processes that ended apps left behind: \(error); roostd tries again four times a second")
    }
    hasFailed = true
    do { try lookAgain(after: Self.retry) } catch { runtime.log.error("\(error)") }
  }

  /// Ends those that are not held, for as long as there are any.
  private func thinOut() throws {
    let held = knownRoots().union(orphans.keys)
    switch try crowd.end(except: held, kernel: runtime.kernel) {
    case .gone: looks = 0
    case .changing: try lookAgain(after: Self.pause)
    case .staying: try lookAgain(after: Self.retry)
    }
  }

  private func lookAgain(after pause: UInt64) throws {
    let again =
      try again
      ?? runtime.loop.timer(priority: .idle) { [unowned self] in
        isSweepAwaited = false
        for orphan in orphans.values where orphan.isMuted { reap(orphan.child) }
        sweep()
        endIfGone()
      }
    self.again = again
    again.rearm(at: monotonicNow() + pause)
  }

  /// The children of an orphan come to the daemon in turn.
  private func reap(_ orphan: ChildProcess) {
    // Somebody traces it, and is told first (ptrace(2)); its pidfd stays readable meanwhile.
    if (try? orphan.reap()) == .some(nil) {
      orphans[orphan.pid]?.mute()
      do { try lookAgain(after: Self.retry) } catch { runtime.log.error("\(error)") }
      return
    }
    postSweep(for: orphans.removeValue(forKey: orphan.pid)?.footprints)
  }
}
