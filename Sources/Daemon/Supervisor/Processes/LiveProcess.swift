// A running app as the supervisor holds it: its process, its channel, its timers, and whether it is stopped.
import Glibc
import LifecycleModel
import Systemd

/// Owns everything that belongs to one process of an app; when it goes, all of it is closed.
final class LiveProcess {
  let identity: ProcessIdentity
  let child: ChildProcess
  let channel: any Channel
  /// Nil where none could be made.
  let pressure: PressureFIFO?
  /// As of the last look. A suspended app cannot grow, so it is not looked at again.
  private(set) var footprints: Footprints?
  /// What of it is not back yet since it was killed.
  private(set) var leaving: Footprints?

  /// Nil where apps have none of their own.
  var cgroup: AppCgroup?

  private let heldThings: HeldThings
  private let loop: EventLoop
  private let kernel: Kernel
  private let submit: (Input) -> Void
  private var exitWatch: IOSource?
  private var timers: [Step: TimerSource] = [:]
  /// Nanoseconds of processor time that it had used when each deadline was set.
  private var usedBefore: [Step: Int64] = [:]
  private var suspension = Suspension.none
  private var freezeTimer: TimerSource?

  private enum Suspension {
    case none
    case under(Freeze)
    case done(FrozenTree)
    /// By its cgroup, under way or done.
    case byCgroup(CgroupFreeze)
  }

  init(
    _ identity: ProcessIdentity, child: ChildProcess, channel: any Channel, pressure: PressureFIFO?,
    heldThings: HeldThings, loop: EventLoop, kernel: Kernel, submit: @escaping (Input) -> Void, exited: @escaping () -> Void
  ) throws(SystemCallError) {
    self.identity = identity
    self.child = child
    self.channel = channel
    self.pressure = pressure
    self.heldThings = heldThings
    self.loop = loop
    self.kernel = kernel
    self.submit = submit
    exitWatch = try loop.watch(child.pidfd.descriptor, for: .readable, priority: .exit) { _ in exited() }
  }

  var serial: ProcessSerial { identity.serial }
  var app: AppID { identity.app }
  var executable: String { identity.executable }

  // MARK: Deadlines

  func arm(_ step: Step, at due: Instant) {
    usedBefore[step] = child.processorTime
    do {
      try timer(for: step).rearm(at: due.nanoseconds)
    } catch {
      submit(.violated(serial, "roostd was unable to watch its deadline: \(error)"))
    }
  }

  /// The processor time that its root has used since the deadline was set.
  func processorTime(since step: Step) -> Duration? {
    guard let before = usedBefore[step] else { return nil }
    return .nanoseconds(max(0, child.processorTime - before))
  }

  func disarm(_ step: Step) { timers[step]?.disarm() }

  private func timer(for step: Step) throws(SystemCallError) -> TimerSource {
    if let timer = timers[step] { return timer }
    let timer = try loop.timer { [unowned self] in
      channel.drain()
      submit(.due(serial, step))
    }
    timers[step] = timer
    return timer
  }

  // MARK: Suspension

  func freeze() {
    channel.pause()
    if let cgroup, freeze(by: cgroup) { return }
    // One that someone outside continued is stopped from scratch.
    suspension = .under(Freeze(root: child, kernel: kernel))
    stepFreeze()
  }

  /// An earlier daemon has stopped it. Whether it still is stopped shows when somebody asks.
  func takeUpSuspended() {
    if let cgroup, cgroup.isToFreeze, freeze(by: cgroup) { return }
    var tree = ProcessTree(root: child.pidfd, kernel: kernel)
    _ = try? tree.findNew()
    suspension = .done(FrozenTree(tree, kernel: kernel))
    footprints = measure()
  }

  /// False where it is to be done by signals.
  private func freeze(by cgroup: AppCgroup) -> Bool {
    let freeze = CgroupFreeze(cgroup, kernel: kernel) { [unowned self] change in
      switch change {
      case .frozen: suspended(processes())
      case .continued: submit(.continuedFromOutside(serial))
      case .failed:
        suspension = .under(Freeze(root: child, kernel: kernel))
        stepFreeze()
      }
    }
    suspension = .byCgroup(freeze)
    do {
      try freeze.start(on: loop)
      return true
    } catch {
      freeze.cancel()
      return false
    }
  }

  private func suspended(_ processes: [Pidfd]) {
    footprints = measure()
    submit(.froze(serial, holding: holdings(of: processes)))
  }

  private func stepFreeze() {
    guard case .under(var freeze) = suspension else { return }
    let step = freeze.advance()
    suspension = .under(freeze)
    switch step {
    case .frozen(let tree):
      suspension = .done(tree)
      suspended(tree.processes)
    case .again(let nanoseconds):
      do {
        let timer = try freezeTimer ?? loop.timer(priority: .exit) { [unowned self] in stepFreeze() }
        freezeTimer = timer
        timer.rearm(at: monotonicNow() + nanoseconds)
      } catch {
        freeze.cancel()
        suspension = .none
        submit(.freezeFailed(serial, "\(error)"))
      }
    case .failed(let failure):
      suspension = .none
      submit(.freezeFailed(serial, "\(failure)"))
    }
  }

  func thaw() {
    switch suspension {
    // Not stopped by us; ESRCH means it is gone, and its exit is on its way.
    case .none: try? child.signal(SIGCONT)
    case .under(var freeze): freeze.cancel()
    case .done(let tree): tree.thaw()
    case .byCgroup(let freeze):
      // First: a SIGSTOP that somebody sent meanwhile would take effect when it runs.
      FrozenTree(ProcessTree(root: child.pidfd, kernel: kernel), kernel: kernel).thaw()
      freeze.cancel()
    }
    suspension = .none
    channel.goOn()
  }

  /// Whether a report that it was continued is news. SIGCHLD also tells of our own doings, and late; what counts for a
  /// stopped app is the kernel's view now.
  var isContinued: Bool {
    switch suspension {
    case .none: true
    case .under: false
    case .done(let tree): !tree.isStopped
    case .byCgroup(let freeze): freeze.isFrozen && !freeze.isStopped
    }
  }

  /// Whether all of it is stopped, whoever did it.
  var isStopped: Bool {
    isFrozen || FrozenTree(ProcessTree(root: child.pidfd, kernel: kernel), kernel: kernel).isStopped
  }

  /// Whether its cgroup is frozen, or about to be.
  var isFrozen: Bool { cgroup?.isToFreeze ?? false }

  // MARK: What it holds and uses

  /// What all its processes hold, as the kernel says now.
  func holdings() -> Holdings {
    _ = look()
    return holdings(of: processes())
  }

  func processes() -> [Pidfd] {
    var tree = ProcessTree(root: child.pidfd, kernel: kernel)
    _ = try? tree.findNew()
    return tree.processes
  }

  private func holdings(of processes: [Pidfd]) -> Holdings {
    var holdings = heldThings.look(at: processes.map(\.pid), kernel: kernel)
    holdings.footprint = footprints?.sum.total
    return holdings
  }

  /// The processor time that all its processes have used; nil when the kernel no longer tells.
  func processorTime() -> Duration? { try? ProcessorTime.measure(child, kernel: kernel) }

  // MARK: The end

  func kill() {
    if leaving == nil {
      footprints = measure() ?? footprints
      leaving = footprints
    }
    suspension = .none
    Kill.all(of: child, in: cgroup, kernel: kernel)
  }

  /// The memory it has now; the last known when it is suspended or was killed, nil when the kernel no longer tells.
  func footprint() -> Footprint? {
    switch suspension {
    case .done: return lastFootprint
    case .byCgroup(let freeze) where freeze.isFrozen: return lastFootprint
    case .none, .under, .byCgroup: return look()
    }
  }

  /// The same, also of one that is suspended: its memory may have been pushed out.
  func look() -> Footprint? {
    guard leaving == nil else { return lastFootprint }
    footprints = measure() ?? footprints
    return lastFootprint
  }

  /// The memory it had at the last look.
  var lastFootprint: Footprint? { footprints?.sum }

  /// What of it the kernel does not have back, nil when it was not killed.
  ///
  /// - Parameter strays: see ``Footprints/measure(_:before:strays:kernel:)``.
  func leftover(strays: (pid_t) -> Bool) -> Footprint? {
    guard let before = leaving else { return nil }
    let now = (try? Footprints.measure(child, before: before, strays: strays, kernel: kernel)) ?? before
    leaving = now
    return now.sum
  }

  /// It has ended and is not our child: the hang-up of its pidfd says when its parent has reaped it, and until then
  /// its being readable is no news.
  func waitForReaping() { exitWatch?.events = .hangup }

  private func measure() -> Footprints? { try? Footprints.measure(child, kernel: kernel) }

  /// Nothing of it is watched any more.
  func close() {
    exitWatch?.close()
    freezeTimer?.close()
    for timer in timers.values { timer.close() }
    suspension = .none
    pressure?.remove()
    channel.close()
  }
}
