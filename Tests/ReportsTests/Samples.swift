// An end to report: an app that hung in didEnterBackground.
import Reports

enum Sample {
  static let time = ReportTime(nanoseconds: 1_795_257_012_004_200_000)
  static let incident = "6E1A4A4C-51A6-4C8C-9E0A-2F1D4E0C7B11"

  static let system = IPSReport.System(
    version: .init(train: "Debian GNU/Linux 12 (bookworm)", build: "6.1.0-31-amd64"), model: "x86_64", uptime: 3600,
    daemonPID: 400)

  static func subject(name: String = "notes", pid: Int32? = 4711) -> IPSReport.Subject {
    IPSReport.Subject(
      name: name, bundle: .init(identifier: "com.example.notes", version: "17", shortVersion: "1.2"),
      executable: "/usr/share/roost/apps/notes.app/notes", pid: pid, user: 1000,
      launched: ReportTime(nanoseconds: time.nanoseconds - 61_000_000_000), wasOnScreen: false)
  }

  static let transgression = WatchdogTransgression(
    event: .sceneUpdate, bundleID: "com.example.notes", pid: 4711, isOnScreen: false, allowance: 5_000_000_000,
    elapsed: 5_004_000_000, total: .init(user: 1_200_000_000, system: 300_000_000), application: 20_000_000,
    processors: 2)

  static func termination(_ reasons: [String]? = transgression.reasons) -> IPSReport.Termination {
    IPSReport.Termination(
      namespace: "SPRINGBOARD", code: 0x8bad_f00d, indicator: "didEnterBackground took more than 5 s", reasons: reasons,
      byProc: "roostd", byPid: 400)
  }

  static func facts(sentence: String = "didEnterBackground took more than 5 s, and it was killed (0x8badf00d)")
    -> RoostFacts
  {
    RoostFacts(
      reason: "watchdog", sentence: sentence, advice: "return from didEnterBackground sooner", state: "background",
      callback: "didEnterBackground", elapsed: 5_004_000_000, elapsedCPU: 20_000_000, limit: 5_000_000_000,
      lifetime: 61_000_000_000, cpu: 420_000_000, footprint: 12_400_000)
  }

  static var backtrace: Backtrace {
    var innermost = Backtrace.Frame(index: 0, address: 0x7f00_0000_1234)
    innermost.symbol = "clock_nanosleep"
    innermost.rawSymbol = "clock_nanosleep@GLIBC_2.2.5"
    innermost.symbolOffset = 35
    innermost.image = 0
    innermost.imageOffset = 0x1234
    var caller = Backtrace.Frame(index: 1, address: 0x5500_0000_4321)
    caller.symbol = "notes.AppDelegate.applicationDidEnterBackground(UIKit.UIApplication) -> ()"
    caller.symbolOffset = 120
    caller.image = 1
    caller.imageOffset = 0x4321
    caller.sourceFile = "/home/me/notes/AppDelegate.swift"
    caller.sourceLine = 31
    return Backtrace(
      pid: 4711, architecture: .x86_64, frames: [innermost, caller, Backtrace.Frame(index: 2, address: 0x42)],
      images: [
        .init(
          base: 0x7f00_0000_0000, size: 0x10000, path: "/usr/lib/libc.so.6",
          buildID: "93ac61ec5a8eb1396f9fbd350e3169a558528a40"),
        .init(base: 0x5500_0000_0000, size: 0x8000, path: "/usr/share/roost/apps/notes.app/notes", buildID: nil),
      ],
      registers: [.init(name: "rax", value: .max - 515), .init(name: "rip", value: 0x7f00_0000_1234)])
  }

  static func report(
    subject: IPSReport.Subject = subject(), termination: IPSReport.Termination = termination(),
    facts: RoostFacts = facts(), backtrace: Backtrace? = backtrace
  ) -> IPSReport {
    IPSReport(
      incident: incident, time: time, subject: subject, system: system, signal: "SIGKILL", termination: termination,
      facts: facts, backtrace: backtrace)
  }

  static func jetsam(_ processes: [JetsamEvent.Process]? = nil, sentence: String = "the app pool is over its budget")
    -> JetsamEvent
  {
    var pages = MemoryPages()
    pages.free = 3870
    pages.active = 133_350
    return JetsamEvent(
      incident: incident, time: time, system: system, kernel: "Linux 6.1.0-31-amd64", pageSize: 4096, pages: pages,
      processes: processes ?? [
        .init(
          name: "notes", bundleID: "com.example.notes", pid: 31, states: ["suspended"], coalition: 7, priority: 0,
          footprint: 120 << 20, peak: 200 << 20, cpu: 1_500_000_000, pageSize: 4096, reason: "vm-pageshortage"),
        .init(
          name: "clock", bundleID: "com.example.clock", pid: 32, states: ["frontmost"], coalition: 8, priority: 100,
          footprint: 300 << 20, peak: 0, cpu: 0, pageSize: 4096),
      ], facts: .init(sentence: sentence, freed: 118 << 20))
  }
}
