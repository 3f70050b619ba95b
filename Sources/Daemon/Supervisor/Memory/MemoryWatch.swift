// Looks at memory and carries out the decisions about it, as the model says (ME).
import DaemonConfiguration
import FoundationEssentials
import LifecycleModel
import Linux
import Logging
import Processes
import Reporting
import Reports
import Settings
import SystemPackage
import Systemd

/// Owns what tells of pressure, what pushes memory out, and the pace of what is written about both.
final class MemoryWatch {
  private let runtime: Runtime
  private let model: ModelLoop
  private let processes: LiveProcesses
  private let orphanage: Orphanage
  private let reports: ReportStore
  private let triggers: StallTriggers
  /// Whose memory.pressure is the daemon's and its apps'.
  private let group: ControlGroup?
  private let pageOut: PageOut
  /// The reason why nothing can be pushed out to swap here.
  private var pageOutProblem: Errno?
  /// The pace that limits the next JetsamEvent's list (ME7).
  private var pace = JetsamPace()

  init(
    _ runtime: Runtime, _ model: ModelLoop, _ processes: LiveProcesses, orphanage: Orphanage, reports: ReportStore
  ) {
    self.runtime = runtime
    self.model = model
    self.processes = processes
    self.orphanage = orphanage
    self.reports = reports
    let group = ControlGroup.own(kernel: runtime.kernel)?.domain
    self.group = group
    var isSaid = false
    triggers = StallTriggers(on: runtime.loop, log: runtime.log) { level in
      let room = MemoryRoom(in: group, kernel: runtime.kernel)
      if room.letsWaitsCount(below: runtime.configuration.stalls.room) {
        return model.submit(.memory(.stalled(level)))
      }
      if !isSaid { runtime.log.notice("\(room.sentence)") }
      isSaid = true
    }
    pageOut = PageOut(deliver: runtime.deliver)
  }

  func perform(_ effect: MemoryEffect) {
    switch effect {
    case .measure(let serials):
      // An app that is killed for want of memory ends at once, and brings about the next look before anybody else has the loop.
      runtime.loop.memoryLooks.take { [weak self] in
        guard let self else { return }
        model.submit(.memory(.measured(runtime.measuring.inOneTurn { self.measure(serials) })))
      }
    case .pushOut(let serial): pushOut(serial)
    case .jetsam(let snapshot): write(snapshot)
    }
  }

  /// ME1: the machine's pressure, and that of the daemon's own cgroup where it has one; as the configuration has it by now.
  func watchStalls() {
    var files = ["/proc/pressure/memory"]
    if let group, !group.isRoot { files.append(group.path + "/memory.pressure") }
    triggers.start(runtime.configuration.stalls, at: files)
  }

  /// Apps that sleep hold what they held when they were stopped, and are not looked at again. The memory of a killed
  /// app counts until the kernel has all of it back.
  private func measure(_ serials: [ProcessSerial]) -> MemoryMeasurement {
    let freeing = orphanage.footprint().resident
    let looked = Set(serials)
    var footprints: [ProcessSerial: UInt64] = [:]
    var pool = freeing
    var changing: [LiveProcess] = []
    for process in processes.all {
      if process.measured.leaving != nil || looked.contains(process.serial) {
        changing.append(process)
      } else {
        pool += process.measured.lastFootprint?.resident ?? 0
      }
    }
    // Those first for which there was no time last: an app must not hide its use for good behind others that are dear.
    for process in changing.sorted(by: { $0.measured.lastWholeLook < $1.measured.lastWholeLook }) {
      let serial = process.serial
      let leftover = process.measured.leftover { orphanage.has($0) }
      let footprint = leftover ?? (looked.contains(serial) ? process.footprint() : process.measured.lastFootprint)
      pool += footprint?.resident ?? 0
      if looked.contains(serial) { footprints[serial] = footprint?.total }
    }
    let memory = MachineMemory.current(runtime.kernel)
    return MemoryMeasurement(
      footprints: footprints, pool: pool, freeing: freeing, total: memory.total,
      swapFree: runtime.configuration.pushesOut && pageOutProblem == nil ? memory.swapFree : 0)
  }

  /// ME6: as far as it gets in the time that there is before somebody is killed.
  private func pushOut(_ serial: ProcessSerial) {
    guard let process = processes[serial], let before = process.measured.lastFootprint?.resident else {
      return model.submit(.memory(.pushedOut(serial, freed: 0)))
    }
    pageOut.push(process.processes(), within: runtime.configuration.policy.memory.pushOut) { [weak self] problem in
      guard let self else { return }
      let after = processes[serial]?.look()?.resident ?? before
      if let problem, pageOutProblem == nil, problem == .notPermitted || problem == .noFunction {
        pageOutProblem = problem
        runtime.log.warning(
          "unable to push memory out to swap: \(problem); roostd kills apps at once when memory is short")
      }
      model.submit(.memory(.pushedOut(serial, freed: before > after ? before - after : 0)))
    }
  }

  /// ME7.
  private func write(_ snapshot: JetsamSnapshot) {
    let time = ReportTime(nanoseconds: calendarNow())
    let pageSize = Int64(MachineMemory.pageSize)
    let entries = pace.entries(of: snapshot)
    let listed = entries.map { entry -> JetsamEvent.Process in
      let name = processes[entry.process]?.executable.split(separator: "/").last.map(String.init)
      return JetsamEvent.Process(
        name: name ?? entry.app.string,
        bundleID: entry.app.string, pid: entry.pid ?? 0, states: entry.state.jetsamStates,
        coalition: entry.process.number, priority: entry.band.rawValue, footprint: Int64(clamping: entry.footprint),
        peak: Int64(clamping: entry.footprint),
        // Of its root alone, by one system call: a thousand apps are looked at while memory is short.
        cpu: processes[entry.process]?.child.processorTime ?? 0, pageSize: pageSize,
        reason: entry.process == snapshot.victim ? snapshot.cause.rawValue : nil)
    }
    reports.write(
      JetsamEvent(
        incident: UUID().uuidString, time: time, system: .current(), kernel: IPSReport.System.kernel(),
        pageSize: pageSize, pages: MemoryPages(.current(runtime.kernel), pageSize: pageSize), processes: listed,
        facts: JetsamEvent.Facts(
          sentence: "the level was \(snapshot.level.rawValue)", omitted: snapshot.entries.count - entries.count)),
      at: time)
  }
}

extension MemoryRoom {
  fileprivate var sentence: String {
    "tasks wait for memory, but no app is ended for that: \(available.readableBytes) of \(total.readableBytes) are "
      + "available, so they wait at a limit of their own; stall-room in [memory] says from when on it counts"
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
