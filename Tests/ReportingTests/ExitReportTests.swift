// From the record of an end to its report.
import Glibc
import Reports
import Testing

@testable import LifecycleModel
@testable import Linux
@testable import Processes
@testable import Reporting
@testable import Systemd

@MainActor @Suite struct ReportsExitTests {
  private func record(
    _ reason: ExitReason, state: AppState = .background, status: LifecycleModel.ExitStatus? = .signaled(9),
    pid: Int32? = 77, activity: Activity? = Activity(callback: "didEnterBackground", age: .milliseconds(5004))
  ) -> LifecycleModel.ExitRecord {
    LifecycleModel.ExitRecord(
      app: AppID("com.example.notes"), process: ProcessSerial(number: 3), pid: pid, time: Instant(nanoseconds: 99),
      state: state, reason: reason, status: status, usage: Usage(cpu: 420_000_000, footprint: 9000), activity: activity,
      lifetime: .seconds(61))
  }

  private func report(
    _ record: LifecycleModel.ExitRecord, spent: Duration? = .milliseconds(20),
    backtrace: Result<Backtrace, BacktraceError>? = nil
  ) -> IPSReport {
    IPSReport(
      record,
      ReportContext(
        executable: "/apps/notes.app/notes", spent: spent, machineSpent: .init(user: 1_000_000_000, system: 0),
        backtrace: backtrace), incident: "0A1B", at: ReportsSample.time, system: ReportsSample.system)
  }

  @Test("TE4 a watchdog kill is reported with callback, limit, and the wall and processor time that it took")
  func watchdog() {
    let report = report(record(.watchdog(.enterBackground, limit: .seconds(5))))
    #expect(report.body.procName == "notes" && report.body.pid == 77 && report.body.procRole == "Background")
    #expect(report.body.termination.code == 0x8bad_f00d && report.body.exception.signal == "SIGKILL")
    let reasons = report.body.termination.reasons ?? []
    #expect(reasons.first?.hasSuffix("exhausted real (wall clock) time allowance of 5.00 seconds") == true)
    #expect(reasons.contains { $0.hasPrefix("\"Elapsed total CPU time (seconds): 1.000 (user 1.000, system 0.000)") })
    #expect(reasons.contains { $0.hasPrefix("\"Elapsed application CPU time (seconds): 0.020") })
    #expect(report.body.procLaunch == "2026-11-21 10:29:11.0042 +0000")
    #expect(report.body.roost.callback == "didEnterBackground" && report.body.roost.limit == 5_000_000_000)
    #expect(report.body.roost.elapsed == 5_004_000_000 && report.body.roost.elapsedCPU == 20_000_000)
  }

  @Test("TE4 the advice tells waiting from computing")
  func advice() throws {
    let late = record(.watchdog(.enterBackground, limit: .seconds(5)))
    let waited = try #require(report(late).body.roost.advice)
    #expect(waited.contains("beginBackgroundTask") && waited.contains("it waited"))
    #expect(report(late, spent: .seconds(4)).body.roost.advice?.contains("it computed") == true)
    #expect(report(late, spent: nil).body.roost.advice?.contains("processor") == false)
  }

  @Test("TE4 every fault is reported and has advice; what was wished for is not reported")
  func everyReason() {
    let faults: [ExitReason] =
      Step.allCases.map { .watchdog($0, limit: .seconds(1)) } + [
        .heldResource("/dev/video0"), .lockHeld(["/tmp/lock"]), .cpuLimit(percent: 80, window: .seconds(60)),
        .tooManyTasks(1001), .violation("no JSON"), .crashed(signal: 11),
      ]
    for fault in faults {
      #expect(fault.isReported)
      let report = report(record(fault))
      #expect(report.body.roost.advice?.isEmpty == false, "\(fault)")
      #expect(report.body.termination.reasons?.isEmpty == false, "\(fault)")
    }
    for end in [ExitReason.forceQuit, .terminatedBySystem, .shutdown, .failedToStart("no"), .exited(code: 1)] {
      #expect(!end.isReported)
      #expect(report(record(end)).body.roost.advice == nil)
    }
  }

  @Test("TE4 a crash is reported with its signal, what never ran without a process, a missing backtrace with its why")
  func others() {
    let crash = report(record(.crashed(signal: 11), state: .active, status: .signaled(11), activity: nil))
    #expect(crash.body.exception.signal == "SIGSEGV" && crash.body.exception.type == "EXC_BAD_ACCESS")
    #expect(crash.body.termination.namespace == "SIGNAL" && crash.body.termination.code == 11)
    #expect(crash.body.procRole == "Foreground" && crash.body.roost.callback == nil)
    let never = report(record(.failedToStart("no"), state: .notRunning, status: nil, pid: nil))
    #expect(never.body.pid == 0 && never.body.procLaunch == nil && never.body.exception.signal == "none")
    let blind = report(record(.crashed(signal: 6)), backtrace: .failure(.late("3 s")))
    #expect(blind.text.contains("There is no backtrace: roost-backtrace took more than 3 s."))
  }

  @Test("TE4 a report names the system and the kernel it was written on")
  func machine() {
    let system = IPSReport.System.current()
    #expect(!system.version.train.isEmpty && !system.version.build.isEmpty && !system.model.isEmpty)
    #expect(system.uptime > 0 && system.daemonPID == getpid())
    #expect(IPSReport.System.kernel().hasPrefix("Linux \(system.version.build) "))
    #expect(MemoryPages(.current(.live), pageSize: 4096).free > 0)
  }

  @Test("ME7 the machine's memory is read from the kernel's own account; odd lines count for nothing")
  func meminfo() {
    let text = """
      MemTotal:       16000000 kB
      MemFree:            4000 kB
      Active:             8000 kB
      Inactive:          12000 kB
      Unevictable:         400 kB
      AnonPages:          4004 kB
      Cached:            16000 kB
      Slab:                  4 kB
      Active(anon):        999 kB
      Inactive
      : 4
      SReclaimable: much
      AnonHugePages: 99999999999999999999 kB
      """
    let pages = MemoryPages(MachineMemory(meminfo: Array(text.utf8)), pageSize: 4096)
    #expect([pages.free, pages.active, pages.inactive, pages.anonymous] == [1000, 2000, 3000, 1001])
    #expect([pages.wired, pages.fileBacked, pages.purgeable] == [101, 4000, 0])
    #expect(MemoryPages(MachineMemory(meminfo: []), pageSize: 0) == MemoryPages())
  }
}
