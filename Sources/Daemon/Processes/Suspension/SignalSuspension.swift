// Suspending an app by SIGSTOP, which everybody sees as state T, with its cgroup's freezer as a seal on it (BG4).
import Glibc
package import Linux
import SystemPackage
package import Systemd

/// Stops all processes of an app by SIGSTOP, and then freezes the cgroup, if it has one of its own.
///
/// The order is forced. A frozen task sleeps in the freezer's trap (state S) and leaves a SIGSTOP pending, so the stop
/// has to come first to be seen; a stopped task counts as frozen at once (get_signal() and do_signal_stop() in the
/// kernel's signal.c). When it is undone the seal goes first: under it a continued task would fall into the trap, and a
/// SIGSTOP that someone outside sent meanwhile would be taken on the way out. Lifted, nothing runs yet, and SIGCONT
/// continues what is stopped and throws away each stop that is pending (signal(7)).
///
/// Under the seal a SIGCONT from outside turns state T into S, and runs no line; the way back is the same as for an app
/// that is frozen at first: a SIGSTOP that waits, and the seal lifted until it has been taken. When something outside
/// lifts the seal, all of the app is still stopped, and the seal is set again. Only both together continue the app.
///
/// A call into the kernel that asks for no signal, such as mincore(2) over terabytes, keeps a thread from stopping for as
/// long as it takes. Nobody can end that, SIGKILL neither. Under the seal nothing else of the app runs meanwhile, and that
/// thread no further than to the end of its call.
@MainActor package final class SignalSuspension: Suspension {
  package private(set) var isDone = false
  package private(set) var isToThaw = false
  private var freeze: Freeze
  private let root: ChildProcess
  private let cgroup: AppCgroup?
  private let loop: EventLoop
  private let kernel: Kernel
  private let tell: (SuspensionChange) -> Void
  private var timer: TimerSource?
  /// From a thaw on: the loop may have had no time for its first piece until then.
  private var isOver = false
  private var events: CgroupEvents?
  /// Those of a crowd that are still to be continued one by one, the first of them last.
  private var unthawed: [Pidfd] = []

  /// - Parameter cgroup: the app's own, which becomes the seal; nil where it has none, or that cannot be frozen.
  package init(
    of root: ChildProcess, sealedBy cgroup: AppCgroup?, on loop: EventLoop, kernel: Kernel,
    tell: @escaping (SuspensionChange) -> Void
  ) {
    freeze = Freeze(root: root, in: cgroup, kernel: kernel)
    self.root = root
    self.cgroup = cgroup
    self.loop = loop
    self.kernel = kernel
    self.tell = tell
  }

  package var processes: [Pidfd] { freeze.processes }

  package func start() { loop.crowds.take { [weak self] in self?.begin() } }

  private func begin() {
    guard !isOver else { return }
    switch freeze.advance() {
    case .frozen: finish()
    case .failed(let failure): fail(failure)
    case .again(let nanoseconds):
      // It may be frozen since an earlier suspension. Each of its processes has a SIGSTOP pending by now, and takes
      // that as it leaves the trap, before it runs a line.
      try? cgroup?.thaw()
      again(after: nanoseconds)
    }
  }

  package func stopAgain() {
    guard isDone, cgroup?.isToFreeze == true, !freeze.isStopped else { return }
    // The daemon's own lifting of the seal is no news.
    events = nil
    timer = nil
    freeze = Freeze(root: root, in: cgroup, kernel: kernel)
    start()
  }

  private func advance() {
    guard timer != nil else { return }
    switch freeze.advance() {
    case .frozen: finish()
    case .failed(let failure): fail(failure)
    case .again(let nanoseconds): again(after: nanoseconds)
    }
  }

  private func again(after nanoseconds: UInt64) {
    do {
      let timer = try makeTimer()
      timer.rearm(at: monotonicNow() + nanoseconds)
    } catch {
      fail(.unobservable(error.errno))
    }
  }

  private func makeTimer() throws(SystemCallError) -> TimerSource {
    if let timer { return timer }
    // No sooner than others have their turn: an app of a thousand processes may take a hundred of these.
    let timer = try loop.timer(priority: .request) { [unowned self] in
      loop.crowds.take { [weak self] in self?.advance() }
    }
    self.timer = timer
    return timer
  }

  /// One that was suspended before runs again, and is to be suspended from scratch.
  private func fail(_ failure: FreezeFailure) {
    timer = nil
    if !isDone, holdsBack(failure) { return tell(.failed(failure)) }
    end()
    beginThaw()
    tell(isDone ? .continued : .failed(failure))
  }

  /// Keeps all of it from running until a suspension from scratch or a thaw, if it is late and has a cgroup.
  private func holdsBack(_ failure: FreezeFailure) -> Bool {
    guard case .timedOut = failure, let cgroup else { return false }
    return (try? cgroup.freeze()) != nil
  }

  private func finish() {
    timer = nil
    seal()
    guard !isDone else { return }
    isDone = true
    tell(.suspended)
  }

  /// From the write on no task of the cgroup returns to its program, so nothing is left to wait for. A seal that cannot
  /// be had leaves the app as stopped as one without a cgroup.
  private func seal() {
    guard let cgroup, (try? cgroup.freeze()) != nil else { return }
    events = try? CgroupEvents(of: cgroup, on: loop) { [unowned self] in look() }
  }

  /// The events tell of a process that was killed as well, which thaws nothing.
  private func look() {
    guard let cgroup, !cgroup.isToFreeze else { return tell(.stirred) }
    try? cgroup.freeze()
    if !freeze.isStopped { tell(.continued) }
  }

  package func adopt() {
    isDone = true
    freeze.adopt()
    // One that runs must not be sealed: it would not be missed where it has to run.
    if cgroup?.isToFreeze == true || freeze.isStopped { seal() }
  }

  package func thaw() {
    end()
    if freeze.hasFewProcesses || loop.thaws.isFree {
      loop.thaws.perform { beginThaw() }
    } else {
      loop.thaws.take { [weak self] in self?.beginThaw() }
    }
  }

  private func end() {
    isOver = true
    timer = nil
    events = nil
    isToThaw = true
  }

  private func beginThaw() {
    guard isToThaw else { return }
    isToThaw = false
    try? cgroup?.thaw()
    unthawed += freeze.beginThaw()
    thawSome()
  }

  /// In turns of the loop, between which others have theirs, and as long as anybody holds this suspension: an app that
  /// is suspended again meanwhile, or ended, must not be continued any more.
  private func thawSome() {
    repeat {
      for process in unthawed.suffix(crowdPerTurn).reversed() { try? kernel.send(SIGCONT, to: process) }
      unthawed.removeLast(min(crowdPerTurn, unthawed.count))
      // Without memory for a turn of the loop the rest is continued now.
    } while !unthawed.isEmpty && (try? loop.post(priority: .request) { [weak self] in self?.thawSome() }) == nil
  }

  package func unseal() {
    events = nil
    try? cgroup?.thaw()
  }

  package func finishThaw() {
    beginThaw()
    for process in unthawed.reversed() { try? kernel.send(SIGCONT, to: process) }
    unthawed = []
  }

  package var isInForce: Bool { cgroup?.isToFreeze == true || freeze.isStopped }
}
