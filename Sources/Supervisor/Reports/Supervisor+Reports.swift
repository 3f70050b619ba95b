// What a process did when it was killed, and the report of its end (TE4).
import LifecycleModel
import Logging
import Reports
import Systemd

extension Supervisor {
  /// SIGKILL to every process of the app. Of one that hangs the backtrace is taken first; it gets no further in that
  /// time, and nothing that it says counts any more.
  func kill(_ serial: ProcessSerial) {
    guard let process = live[serial] else { return }
    guard case .killed(.watchdog(let step, _), _) = lifecycle.apps[process.app]?.process?.phase else {
      return process.kill()
    }
    let spent = process.processorTime(since: step)
    backtracer.take(process.child.pid) { [weak self] backtrace in
      guard let self, let process = live[serial] else { return }
      reportContexts[serial] = ReportContext(executable: process.executable, spent: spent, backtrace: backtrace)
      process.kill()
    }
  }

  /// Writes the report of an end that somebody should look into.
  func report(_ record: LifecycleModel.ExitRecord) {
    let context = reportContexts.removeValue(forKey: record.process)
    guard record.reason.isReported else { return }
    let time = ReportTime(nanoseconds: calendarNow())
    let report = IPSReport(
      record, context ?? ReportContext(executable: record.app.string), at: time, system: .current())
    reports.write(report, at: time) { [log] file in
      if let file { log.info("`roostctl report \(file)` says more about the end of \(record.app)") }
    }
  }
}
