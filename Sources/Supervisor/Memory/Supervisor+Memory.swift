// Memory is looked at, and what is decided of it carried out, as the model says (ME).
import FoundationEssentials
import LifecycleModel
import Logging
import Reports
import Systemd

extension Supervisor {
  func perform(_ effect: MemoryEffect) {
    switch effect {
    case .measure(let serials): submit(.memory(.measured(measure(serials))))
    // There is no call yet that makes the kernel do so.
    case .pushOut(let serial): submit(.memory(.pushedOut(serial, freed: 0)))
    case .arm(let due): armMemory(at: due)
    case .jetsam(let snapshot): write(snapshot)
    }
  }

  private func armMemory(at due: Instant?) {
    guard let due else { return memoryTimer?.disarm() ?? () }
    do {
      let timer = try memoryTimer ?? loop.timer { [unowned self] in submit(.memory(.due)) }
      memoryTimer = timer
      timer.rearm(at: due.nanoseconds)
    } catch {
      log.error("unable to wait before memory is looked at: \(error)")
    }
  }

  /// Apps that sleep hold what they held when they were stopped, and are not looked at again.
  private func measure(_ serials: [ProcessSerial]) -> MemoryMeasurement {
    var footprints: [ProcessSerial: UInt64] = [:]
    for serial in serials { footprints[serial] = live[serial]?.footprint() }
    let asleep = live.filter { footprints[$0.key] == nil }.reduce(0) { $0 + ($1.value.lastFootprint ?? 0) }
    let memory = MachineMemory(meminfo: (try? kernel.readFile("/proc/meminfo")) ?? [])
    return MemoryMeasurement(
      footprints: footprints, pool: footprints.values.reduce(asleep, +), total: memory.total,
      // Without process_madvise(2) nothing is pushed out (ME6).
      swapFree: 0)
  }

  /// Bytes that all apps hold; those that sleep as of the moment they were stopped.
  func footprintOfAll() -> UInt64 { live.values.reduce(0) { $0 + ($1.footprint() ?? 0) } }

  /// ME7.
  private func write(_ snapshot: JetsamSnapshot) {
    let time = ReportTime(nanoseconds: calendarNow())
    let pageSize = Int64(MachineMemory.pageSize)
    let entries = jetsamPace.entries(of: snapshot)
    let processes = entries.map { entry in
      JetsamEvent.Process(
        name: live[entry.process].map { String($0.executable.split(separator: "/").last ?? "") } ?? entry.app.string,
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
    case .pushedOut(let app, let freed): "pushed \(freed) bytes of \(app) out to swap"
    case .exhausted(let level, let missing):
      "memory: \(missing) bytes are missing, and at the level \(level.rawValue) nobody is left who may be killed"
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
    let line = candidates.map { "\($0.app) \($0.band) \($0.footprint)" }.joined(separator: ", ")
    return "memory: \(level.rawValue), \(missing) bytes are missing: \(deed) the first of \(line)"
  }
}
