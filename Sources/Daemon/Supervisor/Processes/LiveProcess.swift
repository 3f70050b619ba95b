// A running app as the supervisor holds it: its process, its channel, its timers, and whether it is stopped.
import AppLink
import Glibc
import LifecycleModel
import Linux
import Processes
import Systemd

/// Owns everything that belongs to one process of an app; when it goes, all of it is closed.
final class LiveProcess {
  let identity: ProcessIdentity
  let child: ChildProcess
  let channel: any Channel
  /// Nil where none could be made.
  let pressure: PressureFIFO?
  let measured: MeasuredUse

  /// Nil where apps have none of their own.
  var cgroup: AppCgroup?
  /// Whether it runs as another user than the daemon, whatever the configuration says by now.
  var hasOtherUser = false

  let heldThings: () -> HeldThings
  let loop: EventLoop
  let kernel: Kernel
  let submit: (Input) -> Void
  /// Takes in whether somebody outside has stopped it.
  private let lookForStops: () -> Void
  private var exitWatch: IOSource?
  private(set) lazy var deadlines = ProcessDeadlines(of: child, on: loop, time: time) { [unowned self] step, isLate in
    if isLate, step.hasTurnOfDaemon, !isEnding { submit(.kernel(serial, .late(step))) }
    ring(step)
  } failed: { [unowned self] error in
    submit(.app(serial, .violated("roostd was unable to watch its deadline: \(error)")))
  }
  /// Nil where the kernel's clock counts.
  private let time: VirtualTime?
  /// From the order to suspend it until it is thawed.
  private(set) var suspension: (any Suspension)?
  /// The last that was thawed, of which it continues some processes of a crowd later; or that failed.
  private var thawed: (any Suspension)?
  /// Whether its cgroup keeps all of it from running after a suspension that failed, until it is told something.
  private var isHeldBack = false
  /// At what it holds when it has just been suspended, which the model is told of at the end, or when it was adopted asleep.
  var lookAtSuspended: HoldingsLook?
  /// At what it holds while it runs.
  var inspection: HoldingsLook?
  /// Whether one waits for its turn.
  var isToBeInspected = false
  /// When that began last, or it was continued after a look at what it held asleep.
  var lookedAt = Instant.now
  /// At its memory, when it has said that it crashes.
  var lastLook: HoldingsLook?
  private var isKilled = false
  /// How much its channel has left to say (``Channel/drain(_:)``) since it has ended.
  private var lastWords: Int?
  /// Whether its end waits for a turn among those of others.
  private var awaitsTurn = false
  private let exited: () -> Void
  private let endPatience: UInt64
  /// From the order to kill it on; without memory for that its end is waited for without a limit.
  private var overdue: OverdueEnd?
  let debuggerWatch: DebuggerWatch

  init(
    _ identity: ProcessIdentity, child: ChildProcess, channel: any Channel, pressure: PressureFIFO?,
    heldThings: @escaping () -> HeldThings, loop: EventLoop, time: VirtualTime? = nil, kernel: Kernel,
    measuring: MeasuringTime = MeasuringTime(), debugging: @escaping () -> Debugging,
    submit: @escaping (Input) -> Void, lookForStops: @escaping () -> Void = {},
    endPatience: UInt64 = OverdueEnd.patience, exited: @escaping () -> Void
  ) throws(SystemCallError) {
    self.identity = identity
    self.child = child
    self.channel = channel
    self.pressure = pressure
    self.heldThings = heldThings
    self.loop = loop
    self.time = time
    self.kernel = kernel
    measured = MeasuredUse(of: child, measuring, kernel: kernel)
    self.submit = submit
    self.lookForStops = lookForStops
    self.endPatience = endPatience
    self.exited = exited
    debuggerWatch = DebuggerWatch(child, loop: loop, kernel: kernel, debugging: debugging) {
      [serial = identity.serial] in submit(.kernel(serial, .traced(by: $0)))
    }
    exitWatch = try loop.watch(child.pidfd.descriptor, for: .readable, priority: .exit) { [unowned self] _ in ended() }
  }

  var serial: ProcessSerial { identity.serial }
  var app: AppID { identity.app }
  var executable: String { identity.executable }
  /// For calls that it may keep from returning.
  var suspect: CallGuard.Suspect {
    CallGuard.Suspect(pidfd: child.pidfd.descriptor, cgroup: cgroup?.path, app: child.pidfd.pid)
  }

  /// An answer that is already readable counts as in time. Where an app has written more than one turn of the loop has time for, later
  /// turns read the rest, and then the deadline counts.
  private func ring(_ step: Step, _ left: Int? = nil) {
    // Its end is what the model hears of next.
    guard !isEnding else { return }
    let left = channel.drain(left)
    if left > 0, (try? loop.post(priority: .request) { [weak self] in self?.ring(step, left) }) != nil { return }
    debuggerWatch.look()
    // The signal for it comes after deadlines, and one that is stopped is continued before it is told anything.
    lookForStops()
    submit(.due(.step(serial, step)))
  }

  // MARK: Suspension

  func freeze() {
    guard !isEnding else { return }
    // A SIGSTOP would come to the debugger, and not to the app (ptrace(2)).
    if debuggerWatch.look() { return }
    channel.pause()
    // What it holds is looked at once it has stopped.
    (inspection, isToBeInspected) = (nil, false)
    (thawed, isHeldBack) = (nil, false)
    // One that someone outside continued is stopped from scratch.
    let suspension = makeSuspension()
    self.suspension = suspension
    suspension.start()
  }

  /// An earlier daemon has stopped it. A later question shows whether it is still stopped.
  func adoptSuspended() {
    let suspension = makeSuspension()
    self.suspension = suspension
    suspension.adopt()
    _ = look()
    guard measured.footprints?.isWhole == false else { return }
    // Nobody looks again at one that sleeps. The rest of a crowd is seen in turns of the loop: there may be forty such apps,
    // and the daemon serves nobody before all of them are adopted.
    let look = look { [unowned self] _ in lookAtSuspended = nil }
    lookAtSuspended = look
    loop.crowds.take { [weak look] in look?.start() }
  }

  /// A program that knows nothing of us is frozen by its cgroup alone, where it has one.
  private func makeSuspension() -> any Suspension {
    if let cgroup, identity.program != nil {
      return CgroupSuspension(of: child, by: cgroup, on: loop, kernel: kernel) { [unowned self] in heard($0) }
    }
    return SignalSuspension(of: child, sealedBy: cgroup, on: loop, kernel: kernel) { [unowned self] in heard($0) }
  }

  private func heard(_ change: SuspensionChange) {
    switch change {
    case .suspended: lookAtSuspendedApp()
    case .continued: if !debuggerWatch.look() { tellOfContinuing() }
    case .stirred: debuggerWatch.look()
    case .failed(.notByCgroup):
      // A thread that the kernel cannot freeze keeps the cgroup from being frozen, and not what a signal continues in it.
      let stop = SignalSuspension(of: child, sealedBy: cgroup, on: loop, kernel: kernel) { [unowned self] in heard($0) }
      suspension = stop
      stop.start()
    case .failed(let failure):
      (thawed, suspension) = (suspension, nil)
      isHeldBack = isFrozen
      channel.resume()
      submit(.kernel(serial, .freezeFailed("\(failure)")))
    }
  }

  /// Something outside may have continued it while it is suspended (BG9). A report of that comes late, and may tell of the
  /// daemon's own SIGCONT before; the kernel's view is of now. One that does not run all the same looks stopped again.
  func mayBeContinued() {
    guard let suspension, suspension.isDone, !debuggerWatch.look() else { return }
    if suspension.isInForce { suspension.stopAgain() } else { tellOfContinuing() }
  }

  /// The model is told first that it was suspended, if it does not know yet.
  private func tellOfContinuing() {
    lookAtSuspended?.settle()
    submit(.kernel(serial, .continuedFromOutside))
  }

  /// A debugger may continue it; its stops stay (DB3).
  func unseal() { suspension?.unseal() }

  /// The model takes one for running whose suspension has failed: it is to hear what is said to it.
  func letGo() {
    guard isHeldBack else { return }
    isHeldBack = false
    thawed?.thaw()
  }

  func thaw() {
    letGo()
    lookAtSuspended = nil
    lookedAt = .now
    measured.forgetFiles()
    // One that is not stopped by us may be stopped all the same, and a debugger would be shown the signal. ESRCH means it is gone,
    // and its exit is on its way.
    if let suspension { suspension.thaw() } else if !debuggerWatch.look() { try? child.signal(SIGCONT) }
    (thawed, suspension) = (suspension, nil)
    channel.resume()
  }

  /// Continues all of it that was to be continued in a later turn of the loop.
  func finishThaw() { thawed?.finishThaw() }

  /// Whether the daemon has stopped it, or is about to: a report that it stopped tells of the daemon's own SIGSTOP then,
  /// those before a kill among them. The kernel forgets such a report when the process is continued (waitid(2)), so none
  /// comes after a thaw.
  var isStoppedByUs: Bool { suspension != nil || isHeldBack || isKilled || thawed?.isToThaw == true }

  /// Whether the daemon suspends it, or has.
  var isHeld: Bool { suspension != nil }

  /// Whether the daemon has suspended it.
  var isSuspended: Bool { suspension?.isDone == true }

  /// Whether all of it is stopped, whoever did it.
  var isStopped: Bool {
    if isFrozen { return true }
    // Where its root runs, nobody has to find the others, of which there may be a crowd.
    if let root = try? ProcessStatus(pid: child.pid, kernel: kernel), root.state == .running { return false }
    return FoundProcesses(root: child.pidfd, in: cgroup, kernel: kernel).areStopped(kernel: kernel)
  }

  /// Whether time that goes by is none of its own: all of it is stopped, or a debugger is attached (DB2).
  var standsStill: Bool { debuggerWatch.look() || isStopped }

  /// Whether its cgroup is frozen, or about to be.
  var isFrozen: Bool { cgroup?.isToFreeze ?? false }

  // MARK: The end

  func kill() {
    isKilled = true
    measured.leave(place)
    (suspension, thawed, isHeldBack) = (nil, nil, false)
    lookAtSuspended = nil
    Kill.all(of: child, in: cgroup, kernel: kernel)
    if overdue == nil { overdue = try? OverdueEnd(after: endPatience, on: loop, then: exited) }
  }

  /// Whether it has ended, and that has not been taken in: its channel has more left to say than one turn of the loop has time for, or
  /// many others end.
  var isEnding: Bool { awaitsTurn || (lastWords ?? 0) > 0 }

  /// Before everybody else, as long as few end at one moment.
  private func ended() {
    guard !awaitsTurn else { return }
    if loop.ends.isLeft { return loop.ends.spend(exited) }
    awaitsTurn = true
    // Its pidfd stays readable meanwhile, and nobody has to wait for that.
    exitWatch?.priority = .idle
    loop.endsInTurn.take { [weak self] in
      guard let self, awaitsTurn else { return }
      exitWatch?.priority = .request
      loop.ends.spend(exited)
    }
  }

  /// To be asked when it has ended: takes in some of what it has said. False as long as there is more: its pidfd stays readable, so
  /// that `exited` is called again, from now on in turn with the calls of clients.
  func hasSaidAll() -> Bool {
    awaitsTurn = false
    let left = channel.drain(lastWords)
    if left > 0, lastWords == nil {
      channel.processEnded()
      exitWatch?.priority = .request
    }
    lastWords = left
    return left == 0
  }

  /// Whether it counts as ended, though the kernel has not ended it since it was killed.
  var isOverdue: Bool { overdue?.isOver ?? false }

  /// It has ended and is not our child: the hang-up of its pidfd says when its parent has reaped it, and until then
  /// its being readable is no news.
  func waitForReaping() {
    exitWatch?.events = .hangup
    exitWatch?.priority = .exit
  }

  /// Nothing of it is watched any more.
  func close() {
    exitWatch?.close()
    debuggerWatch.close()
    deadlines.close()
    overdue?.close()
    CallGuard.shared.remove(suspect)
    (suspension, thawed) = (nil, nil)
    (lookAtSuspended, inspection, lastLook, isToBeInspected) = (nil, nil, nil, false)
    pressure?.remove()
    channel.close()
  }
}
