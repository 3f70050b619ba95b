// Memory is looked at, and what is decided of it carried out, as the model says (ME).
import Reporting
import DaemonConfiguration
import FoundationEssentials
import LifecycleModel
import Linux
import Logging
import Processes
import Reports
import SystemPackage
import Systemd

extension Supervisor {
  func perform(_ effect: MemoryEffect) {
    switch effect {
    case .measure(let serials): submit(.memory(.measured(measure(serials))))
    case .pushOut(let serial): pushOut(serial)
    case .jetsam(let snapshot): write(snapshot)
    }
  }

  /// ME1: the machine's pressure, and that of the daemon's own cgroup where it has one.
  func watchStalls() {
    var files = ["/proc/pressure/memory"]
    if let own = ControlGroup.own(kernel: kernel)?.domain, !own.isRoot { files.append(own.path + "/memory.pressure") }
    let triggers = StallTriggers(on: loop, log: log) { [unowned self] in submit(.memory(.stalled($0))) }
    triggers.start(configuration.stalls, at: files)
    stallTriggers = triggers
  }

  func armMemory(at due: Instant?) {
    guard let due else { return memoryTimer?.disarm() ?? () }
    do {
      let timer = try memoryTimer ?? loop.timer { [unowned self] in submit(.due(.memory)) }
      memoryTimer = timer
      timer.rearm(at: due.nanoseconds)
    } catch {
      log.error("unable to set the timer for the next memory check: \(error)")
    }
  }

  /// Apps that sleep hold what they held when they were stopped, and are not looked at again. What was killed counts
  /// until the kernel has it all back.
  private func measure(_ serials: [ProcessSerial]) -> MemoryMeasurement {
    let freeing = footprintOfOrphans().resident
    let looked = Set(serials)
    var footprints: [ProcessSerial: UInt64] = [:]
    var pool = freeing
    for (serial, process) in live {
      let leftover = process.leftover { orphans[$0] != nil }
      let footprint = leftover ?? (looked.contains(serial) ? process.footprint() : process.lastFootprint)
      pool += footprint?.resident ?? 0
      if looked.contains(serial) { footprints[serial] = footprint?.total }
    }
    let memory = MachineMemory(meminfo: (try? kernel.readFile("/proc/meminfo")) ?? [])
    return MemoryMeasurement(
      footprints: footprints, pool: pool, freeing: freeing, total: memory.total,
      swapFree: configuration.pushesOut && pageOutProblem == nil ? memory.swapFree : 0)
  }

  /// ME6: as far as it gets in the time that there is before somebody is killed.
  private func pushOut(_ serial: ProcessSerial) {
    guard let process = live[serial], let before = process.lastFootprint?.resident else {
      return submit(.memory(.pushedOut(serial, freed: 0)))
    }
    pageOut.push(process.processes(), within: configuration.policy.memory.pushOut) { [weak self] problem in
      guard let self else { return }
      let after = live[serial]?.look()?.resident ?? before
      if let problem, pageOutProblem == nil, problem == .notPermitted || problem == .noFunction {
        pageOutProblem = problem
        log.warning("unable to push memory out to swap: \(problem); roostd kills apps at once when memory is short")
      }
      submit(.memory(.pushedOut(serial, freed: before > after ? before - after : 0)))
    }
  }

  /// What the processes that ended apps left behind still hold.
  private func footprintOfOrphans() -> Footprint {
    // An app has just ended: whom it left behind is not known yet.
    if orphanSweepIsPosted { sweepOrphans() }
    for pid in orphans.keys { orphans[pid]?.look(kernel: kernel) }
    return orphans.values.reduce(Footprint()) { $0 + $1.footprints.sum }
  }

  /// Bytes that all apps hold; those that sleep as of the moment they were stopped.
  func footprintOfAll() -> UInt64 { live.values.reduce(0) { $0 + ($1.footprint()?.total ?? 0) } }

  /// ME7.
  private func write(_ snapshot: JetsamSnapshot) {
    let time = ReportTime(nanoseconds: calendarNow())
    let pageSize = Int64(MachineMemory.pageSize)
    let entries = jetsamPace.entries(of: snapshot)
    let processes = entries.map { entry -> JetsamEvent.Process in
      let name = live[entry.process]?.executable.split(separator: "/").last.map(String.init)
      return JetsamEvent.Process(
        name: name ?? entry.app.string,
        bundleID: entry.app.string, pid: entry.pid ?? 0, states: entry.state.jetsamStates,
        coalition: entry.process.number, priority: entry.band.rawValue, footprint: Int64(clamping: entry.footprint),
        peak: Int64(clamping: entry.footprint),
        // Of its root alone, by one system call: a thousand apps are looked at while memory is short.
        cpu: live[entry.process]?.child.processorTime ?? 0, pageSize: pageSize,
        reason: entry.process == snapshot.victim ? snapshot.cause.rawValue : nil)
    }
    reports.write(
      JetsamEvent(
        incident: UUID().uuidString, time: time, system: .current(), kernel: IPSReport.System.kernel(),
        pageSize: pageSize, pages: .current(kernel: kernel, pageSize: pageSize), processes: processes,
        facts: JetsamEvent.Facts(
          sentence: "the level was \(snapshot.level.rawValue)", omitted: snapshot.entries.count - entries.count)),
      at: time)
  }
}

extension LifecycleModel.MemoryReport {
  /// For the log and the monitor.
  var sentence: String {
    switch self {
    case .level(let before, let after): "memory: \(before.rawValue) → \(after.rawValue)"
    case .decision(let decision): decision.sentence
    case .pushedOut(let app, let freed): "pushed \(freed.readableBytes) of \(app) out to swap"
    case .exhausted(let level, let missing):
      "memory: \(missing.readableBytes) are missing, but roostd may kill no further app at the level \(level.rawValue)"
    }
  }
}

extension MemoryDecision {
  fileprivate var sentence: String {
    let deed =
      switch step {
      case .pushOut: "push out"
      case .terminate(let cause): "terminate (\(cause.rawValue))"
      case .kill(let cause): "kill (\(cause.rawValue))"
      }
    let line = candidates.map { "\($0.app) \($0.band) \($0.footprint.readableBytes)" }.joined(separator: ", ")
    return "memory: \(level.rawValue), \(missing.readableBytes) are missing: \(deed) the first of \(line)"
  }
}
