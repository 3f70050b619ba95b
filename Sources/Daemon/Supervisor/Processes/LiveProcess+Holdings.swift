// Looks at the things that an app holds and the memory it has: while it runs, when it has been suspended, before its end.
import AppLink
import LifecycleModel
import Linux
import Processes
import Systemd

extension LiveProcess {
  // MARK: Asleep

  func lookAtSuspendedApp() {
    deadlines.rest()
    let look = HoldingsLook(
      at: processes(), for: heldThings(), isMeasuring: true, on: loop, kernel: kernel
    ) { [unowned self] found, footprints in
      lookAtSuspended = nil
      measured.take(footprints)
      var holdings = found
      holdings.footprint = footprints?.sum.total
      submit(.kernel(serial, .froze(holding: holdings)))
    }
    lookAtSuspended = look
    // In a turn of its own, after all that the app has said already: whether its processes stop at once or a moment later
    // is chance, and must not decide which of the two the model hears first.
    do {
      try loop.post(priority: .request) { [weak look, loop] in loop.crowds.take { look?.start() } }
    } catch {
      look.start()
    }
  }

  // MARK: Awake

  /// Looks at the things and the memory that all its processes hold now, or when others have had the loop. A look that is still
  /// under way tells nothing any more: the app may have closed since what that has seen, because it was told to, and would be ended
  /// for it (BG5). Of those that wait the last is enough.
  func inspect(then: @escaping (Holdings) -> Void) {
    inspection = nil
    lookedAt = .now
    isToBeInspected = true
    if loop.crowds.isFree {
      loop.crowds.perform { beginInspection(then) }
    } else {
      loop.crowds.take { [weak self] in self?.beginInspection(then) }
    }
  }

  private func beginInspection(_ then: @escaping (Holdings) -> Void) {
    guard isToBeInspected else { return }
    isToBeInspected = false
    let look = look(seesMappings: true) { [unowned self] found in
      inspection = nil
      then(found)
    }
    inspection = look
    look.start()
  }

  /// It was ended for that (``CallGuard``).
  func heldUp(_ lock: String) {
    submit(.app(serial, .violated("it kept roostd waiting for the kernel's lock of its \(lock)")))
  }

  /// Looks at its memory once more before it ends, for the record of that.
  func lookBeforeEnd() {
    let look = look { [unowned self] _ in lastLook = nil }
    lastLook = look
    look.start()
  }

  func look(seesMappings: Bool = false, then: @escaping (Holdings) -> Void) -> HoldingsLook {
    var processes = [child.pidfd]
    var isComplete = true
    let unheld = isSuspended ? nil : cgroup.flatMap { UnheldProcesses(below: child.pidfd, in: $0) }
    if unheld == nil { isComplete = find(&processes) }
    return HoldingsLook(
      at: processes, and: unheld, for: heldThings(), isMeasuring: measured.leaving == nil && isComplete,
      seesMappings: seesMappings, on: loop, kernel: kernel,
      heldUp: { [unowned self] in heldUp("memory (proc_pid_maps(5), proc_pid_fd(5))") }
    ) { [unowned self] found, footprints in
      if let footprints { measured.take(footprints) }
      var holdings = found
      holdings.footprint = measured.lastFootprint?.total
      then(holdings)
    }
  }

  func processes() -> [Pidfd] {
    var processes: [Pidfd] = []
    _ = find(&processes)
    return processes
  }

  /// All processes there are now; a suspended app starts no new ones. False where some may be missing.
  private func find(_ processes: inout [Pidfd]) -> Bool {
    if let suspension, suspension.isDone {
      processes = suspension.processes
      return true
    }
    var found = FoundProcesses(root: child.pidfd, in: cgroup, kernel: kernel)
    let isComplete = (try? found.findNew()) != nil
    processes = found.all
    return isComplete
  }

  /// The memory it has now; the last known when it is suspended or was killed, nil when the kernel no longer tells.
  func footprint() -> Footprint? { isSuspended ? measured.lastFootprint : look() }

  /// The same, for somebody who has asked.
  func footprint(in time: MeasuringTime) -> Footprint? {
    isSuspended ? measured.lastFootprint : measured.look(at: place, in: time)
  }

  /// The same, also of one that is suspended: its memory may have been pushed out.
  func look() -> Footprint? { measured.look(at: place) }

  /// See ``MeasuredUse/asked(at:in:)``.
  func use(in time: MeasuringTime? = nil) -> MeasuredUse.Asked { measured.asked(at: place, in: time) }

  /// See ``MeasuredUse/processorTime(at:)``.
  func processorTimeOfNow() -> Duration? { measured.processorTime(at: place) }

  var place: MeasuredUse.Place {
    MeasuredUse.Place(suspended: isSuspended ? suspension?.processes : nil, cgroup: cgroup)
  }
}
