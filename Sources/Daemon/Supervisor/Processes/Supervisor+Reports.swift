// What a process did when it was killed, or crashed, and the report of its end (TE4).
import DaemonConfiguration
import Processes
import Glibc
import LifecycleModel
import Logging
import Reporting
import Reports
import Stores
import Systemd

extension Supervisor {
  /// SIGKILL to every process of the app. Of one that hangs, or used up what is not its own, the backtrace is taken
  /// first; it gets no further in that time, and nothing that it says counts any more. Memory that is taken back cannot
  /// wait for that.
  func kill(_ serial: ProcessSerial) {
    awaitedSeals[serial]?.isKilled = true
    guard let process = live[serial] else { return }
    guard case .killed(let reason, _) = lifecycle.apps[process.app]?.process?.phase, reason.isLookedInto else {
      return process.kill()
    }
    let spent = reason.missedStep.flatMap { process.processorTime(since: $0) }
    backtracer.take(process.child.pid) { [weak self] backtrace in
      guard let self, let process = live[serial] else { return }
      reportContexts[serial] = ReportContext(executable: process.executable, spent: spent, backtrace: backtrace)
      process.kill()
    }
  }

  /// TE4: a thread of it has brought about its end, and waits to be looked at; it is let go as soon as that is done.
  func crashing(_ serial: ProcessSerial, _ signal: Int32, thread: Int32) {
    guard let process = live[serial], reportContexts[serial] == nil, Self.crashSignals.contains(signal) else { return }
    reportContexts[serial] = ReportContext(
      executable: process.executable, backtrace: .failure(.late("the time until it was gone")))
    submit(.app(serial, .crashing))
    backtracer.take(process.child.pid, thread: thread) { [weak self] backtrace in
      guard let self, let process = live[serial] else { return }
      reportContexts[serial]?.backtrace = backtrace.map(\.ofCrash)
      // It has made the signal's disposition the default, so that this ends it, with the status that it would have had.
      try? process.child.signal(signal)
    }
  }

  /// Those that an app brings upon itself.
  private static let crashSignals: Set<Int32> = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS]

  /// Writes the report of an end that somebody should look into.
  func report(_ record: LifecycleModel.ExitRecord, _ row: ExitRow) {
    let context = reportContexts.removeValue(forKey: record.process)
    guard let incident = row.incident else { return }
    let time = ReportTime(nanoseconds: row.time)
    var known = context ?? ReportContext(executable: record.app.string)
    known.backgroundCPU = configuration.policy.backgroundCPU
    known.memoryLimit = lifecycle.apps[record.app]?.description.memory.hardLimit
    let report = IPSReport(
      record, known, incident: incident, at: time, system: .current())
    reports.write(report, at: time) { [log] file in
      if let file { log.info("`roostctl report \(file)` says more about the end of \(record.app)") }
    }
  }
}

extension Backtrace {
  /// Without the handler that told of the crash, and the kernel's call of it: what crashed is below these two.
  fileprivate var ofCrash: Backtrace {
    guard let handler = frames.firstIndex(where: { $0.rawSymbol == "roost_app_crashed" }) else { return self }
    var crash = self
    crash.frames = frames.dropFirst(handler + 2).enumerated().map { index, frame in
      var frame = frame
      frame.index = index
      return frame
    }
    // The registers are the handler's.
    crash.registers = []
    return crash.frames.isEmpty ? self : crash
  }
}
