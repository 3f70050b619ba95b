// Examines the end of an app: takes the backtrace before it, writes the record and the report (TE3, TE4).
import AppLink
import Bundles
import ControlAPI
import DaemonConfiguration
import Glibc
import LifecycleModel
import Linux
import Logging
import Processes
import Reporting
import Reports
import Stores
import Systemd

/// Owns what is known of the ends of processes, from the first sign to the record on disk.
final class Autopsy {
  let processes: LiveProcesses
  let exits: ExitStore
  let reports: ReportStore
  private let runtime: Runtime
  private let model: ModelLoop
  let survival: Survival
  private let monitor: Monitor
  private let backtracer: Backtracer
  /// The questions that apps ask of their past, each of which makes the store's thread read or write.
  let pastUnderWay = AnswersUnderWay(limit: 1)
  let pastLooks: PastLooks
  /// The details of ends that are about to be recorded, for their reports (TE4).
  private var contexts: [ProcessSerial: ReportContext] = [:]
  /// The newest exits of each app, the newest first, kept at hand because a launch must not wait for the store.
  private(set) var lastExits: [AppID: [ExitRow]] = [:]

  init(
    _ runtime: Runtime, _ model: ModelLoop, _ processes: LiveProcesses, survival: Survival, exits: ExitStore,
    reports: ReportStore, monitor: Monitor
  ) {
    self.runtime = runtime
    self.model = model
    self.processes = processes
    self.survival = survival
    self.exits = exits
    self.reports = reports
    self.monitor = monitor
    pastLooks = PastLooks(on: runtime.loop)
    backtracer = Backtracer(loop: runtime.loop, kernel: runtime.kernel, deliver: runtime.deliver)
  }

  /// Children of the daemon that look at apps.
  var helpers: Set<pid_t> { backtracer.helpers }

  // MARK: Before the end

  /// SIGKILL to every process of the app. Of one that hangs, or used up what is not its own, the backtrace is taken
  /// first; it gets no further in that time, and nothing that it says counts any more. Where many are killed at one moment, others
  /// have their turns in between. Memory that is taken back can wait for neither.
  func kill(_ serial: ProcessSerial) {
    guard let process = processes[serial] else { return }
    guard case .killed(let reason, _) = model.lifecycle.apps[process.app]?.process?.phase else { return process.kill() }
    if case .jetsam = reason { return process.kill() }
    guard reason.isLookedInto else {
      return runtime.loop.kills.take { [weak self] in self?.processes[serial]?.kill() }
    }
    let spent = reason.missedStep.flatMap { process.deadlines.processorTime(since: $0) }
    backtracer.take(process.child.pid) { [weak self] backtrace in
      guard let self, let process = processes[serial] else { return }
      contexts[serial] = ReportContext(executable: process.executable, spent: spent, backtrace: backtrace)
      process.kill()
    }
  }

  /// TE4: a thread of it has brought about its end, and waits to be looked at; it is let go as soon as that is done.
  func crashing(_ serial: ProcessSerial, _ signal: Int32, thread: Int32) {
    guard let process = processes[serial], contexts[serial] == nil, Self.crashSignals.contains(signal) else { return }
    // Once it has ended, nobody can tell what memory it had. Of a thousand processes that takes turns of the loop; what
    // has not been looked at when it ends is as of the look before.
    process.lookBeforeEnd()
    contexts[serial] = ReportContext(
      executable: process.executable, backtrace: .failure(.late("the time until it was gone")))
    model.submit(.app(serial, .crashing))
    backtracer.take(process.child.pid, thread: thread) { [weak self] backtrace in
      guard let self, let process = processes[serial] else { return }
      contexts[serial]?.backtrace = backtrace.map(\.ofCrash)
      // It has made the signal's disposition the default, so that this ends it, with the status that it would have had.
      try? process.child.signal(signal)
    }
  }

  /// Those that an app brings upon itself.
  private static let crashSignals: Set<Int32> = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS]

  /// It has been reaped, and its record follows.
  func ended(_ process: LiveProcess) {
    if contexts[process.serial] == nil { contexts[process.serial] = ReportContext(executable: process.executable) }
  }

  // MARK: Records

  func keep(_ record: LifecycleModel.ExitRecord) {
    let row = append(record)
    remember(row)
    monitor.publish { MonitorEvent(row, at: record.time) }
    let text = "\(record.app) ended: \(record.reason.sentence)"
    report(record, row)
    runtime.log.log(
      level: record.reason.isOrdinary ? .info : .warning, "\(text)", metadata: Logger.Metadata(record))
  }

  /// Hands the record to the store, which keeps one of each process.
  @discardableResult
  func append(_ record: LifecycleModel.ExitRecord) -> ExitRow {
    let time = ModelClock.calendar - Int64(clamping: Instant.now.since(record.time).wholeNanoseconds)
    let row = ExitRow(
      record, process: survival.mark(of: record.process), isForceQuit: model.lifecycle.isForceQuit(record.app),
      time: time,
      incident: record.reason.isReported ? survival.incident(of: record.process) : nil)
    exits.append(row)
    return row
  }

  /// Keeps what earlier daemons have recorded at hand, each app's newest first. The records that this daemon has made
  /// meanwhile are newer, and are among them where they have reached the disk.
  func remember(_ rows: [ExitRow]) {
    let own = lastExits
    lastExits = [:]
    for row in rows.reversed() { remember(row) }
    let known = Set(rows.map(\.process))
    for row in own.values.flatMap({ $0.reversed() }) where !known.contains(row.process) { remember(row) }
  }

  private func remember(_ row: ExitRow) {
    lastExits[AppID(row.app), default: []].insert(row, at: 0)
    if lastExits[AppID(row.app), default: []].count > Self.exitsAtHand { lastExits[AppID(row.app)]?.removeLast() }
  }

  /// The number of its last exits that an app is told at its launch (TE3).
  static let exitsAtHand = 8

  /// Writes the report of an end that somebody should look into.
  private func report(_ record: LifecycleModel.ExitRecord, _ row: ExitRow) {
    let context = contexts.removeValue(forKey: record.process)
    guard let incident = row.incident else { return }
    let time = ReportTime(nanoseconds: row.time)
    var known = context ?? ReportContext(executable: record.app.string)
    known.backgroundCPU = runtime.configuration.policy.backgroundCPU
    known.memoryLimit = model.lifecycle.apps[record.app]?.description.memory.hardLimit
    let container = Container.path(of: record.app.string, in: runtime.configuration.stateDirectory)
    reports.write(at: time) { [log = runtime.log] file in
      if let file { log.info("`roostctl report \(file)` says more about the end of \(record.app)") }
    } _: { [known] in
      var known = known
      known.user = (try? FileStatus(of: container))?.user
      return IPSReport(record, known, incident: incident, at: time, system: .current())
    }
  }
}

extension Backtrace {
  /// Without the handler that told of the crash, and the kernel's call of it: the code that crashed is below these two.
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
