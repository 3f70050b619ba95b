// TE4: the file that is written when a process is ended for a fault.
import Foundation
import Reports
import Testing

@Suite struct IPSReportTests {
  private func lines(_ report: IPSReport) throws -> [String] {
    String(decoding: try report.file(), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("TE4 the first line of a report names the app, the moment, the kind and the system, with Apple's keys")
  func header() throws {
    #expect(
      try lines(Sample.report())[0]
        == #"{"app_name":"notes","app_version":"1.2","bug_type":"309","build_version":"17","#
        + #""bundleID":"com.example.notes","incident_id":"6E1A4A4C-51A6-4C8C-9E0A-2F1D4E0C7B11","name":"notes","#
        + #""os_version":"Debian GNU/Linux 12 (bookworm) (6.1.0-31-amd64)","#
        + #""slice_uuid":"00000000-0000-0000-0000-000000000000","timestamp":"2026-11-21 10:30:12.00 +0000"}"#)
  }

  /// The keys of a report that an iPhone wrote, as far as they make sense here.
  @Test("TE4 the body has the keys and types that a real report of iOS 17 has")
  func keys() throws {
    let body = try #require(
      try JSONSerialization.jsonObject(with: Data(lines(Sample.report()).dropFirst().joined().utf8)) as? [String: Any])
    for key in [
      "incident", "captureTime", "procLaunch", "procName", "procPath", "procRole", "parentProc", "cpuType", "modelCode",
      "coalitionName", "bug_type",
    ] { #expect(body[key] is String, "\(key)") }
    for key in ["uptime", "version", "userID", "pid", "parentPid", "faultingThread"] {
      #expect(body[key] is Int, "\(key)")
    }
    let exception = try #require(body["exception"] as? [String: Any])
    #expect(exception["type"] as? String == "EXC_CRASH" && exception["signal"] as? String == "SIGKILL")
    #expect(exception["codes"] as? String == "0x0000000000000000, 0x0000000000000000")
    let termination = try #require(body["termination"] as? [String: Any])
    #expect(termination["code"] as? Int == 2_343_432_205 && termination["namespace"] as? String == "SPRINGBOARD")
    let thread = try #require((body["threads"] as? [[String: Any]])?.first)
    #expect(thread["triggered"] as? Bool == true)
    let state = try #require(thread["threadState"] as? [String: Any])
    #expect((state["rip"] as? [String: Any])?["matchesCrashFrame"] as? Int == 1)
    #expect(state["flavor"] as? String == "x86_THREAD_STATE")
    let images = try #require(body["usedImages"] as? [[String: Any]])
    #expect(Set(images[0].keys) == ["source", "arch", "base", "size", "uuid", "path", "name"])
    #expect(images[0]["uuid"] as? String == "93ac61ec-5a8e-b139-6f9f-bd350e3169a5")
  }

  @Test("TE4 a frame in no file is in an image of its own: readers index the images without looking")
  func strayFrame() {
    let body = Sample.report().body
    let frames = body.threads[0].frames
    #expect(frames.map(\.imageIndex) == [0, 1, 2])
    #expect(body.usedImages[2].source == "A" && body.usedImages[2].base == 0)
    #expect(frames[2].imageOffset == 0x42)
    #expect(frames.map(\.symbolLocation) == [35, 120, nil])
  }

  @Test("TE4 a watchdog kill says its allowance, the wall and processor time spent, in the words that tools look for")
  func watchdog() {
    #expect(
      Sample.transgression.reasons == [
        "scene-update watchdog transgression: app<com.example.notes>:4711 exhausted real (wall clock) time allowance of "
          + "5.00 seconds",
        "ProcessVisibility: Background", "ProcessState: Running", "WatchdogEvent: scene-update",
        "WatchdogVisibility: Background", "WatchdogCPUStatistics: (",
        "\"Elapsed total CPU time (seconds): 1.500 (user 1.200, system 0.300), 15% CPU\",",
        "\"Elapsed application CPU time (seconds): 0.020, 0% CPU\"", ")",
      ])
    var unmeasured = Sample.transgression
    unmeasured.total = nil
    #expect(unmeasured.reasons.suffix(3).first == "WatchdogCPUStatistics: (")
    unmeasured.application = nil
    #expect(unmeasured.reasons.count == 5)
  }

  @Test("TE4 what is written can be read back, also without a backtrace, a process or a launch")
  func roundTrip() throws {
    var arm = Sample.backtrace
    arm.architecture = .arm64
    arm.registers = (0...28).map { .init(name: "x\($0)", value: UInt64($0)) } + [.init(name: "pc", value: 7)]
    var subject = Sample.subject(pid: nil)
    subject.launched = nil
    for report in [
      Sample.report(), Sample.report(backtrace: arm), Sample.report(subject: subject, backtrace: nil),
      Sample.report(termination: Sample.termination(nil)),
    ] {
      #expect(try IPSReport(file: report.file()) == report)
    }
    #expect(Sample.report(subject: subject, backtrace: nil).body.threads[0].frames.isEmpty)
  }

  @Test(
    "TE4 names of any kind neither break the file's lines nor its JSON",
    arguments: [
      "", "a\nb", "\"\\/", "\u{1b}[31m", "日本語 👾", "\u{2028}", "\n  \n", String(repeating: "x", count: 100_000),
    ])
  func oddNames(_ name: String) throws {
    var backtrace = Sample.backtrace
    backtrace.frames[1].symbol = name
    backtrace.images[1].path = name
    let report = Sample.report(
      subject: Sample.subject(name: name), termination: Sample.termination([name]), facts: Sample.facts(sentence: name),
      backtrace: backtrace)
    let file = try report.file()
    #expect(try IPSReport(file: file) == report)
    let text = try ReportText.of(file: file)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }

  @Test("TE4 the largest and the smallest numbers are written as they are")
  func extremes() throws {
    for extreme in [Int64.max, .min] {
      var facts = Sample.facts()
      facts.elapsed = extreme
      facts.limit = extreme
      facts.lifetime = extreme
      facts.footprint = extreme
      var backtrace = Sample.backtrace
      backtrace.frames[0].address = .max
      backtrace.images[0].base = .max
      let report = Sample.report(facts: facts, backtrace: backtrace)
      let file = try report.file()
      #expect(try IPSReport(file: file) == report)
      #expect(try !ReportText.of(file: file).isEmpty)
      var transgression = Sample.transgression
      transgression.total = .init(user: extreme, system: extreme)
      transgression.application = extreme
      transgression.elapsed = 1
      transgression.processors = 0
      #expect(transgression.reasons.count == 9)
    }
  }

  @Test(
    "TE4 what is no report is refused with a reason",
    arguments: ["", "\n", "{}", "{}\n{}", "[1]\n2\n", "\u{0}\u{0}\n"])
  func garbage(_ text: String) {
    #expect(throws: UnreadableReport.self) { try IPSReport(file: Array(text.utf8)) }
    #expect(throws: UnreadableReport.self) { try ReportText.of(file: Array(text.utf8)) }
  }

  @Test("TE4 half a report, from wherever, is refused")
  func truncated() throws {
    let file = try Sample.report().file()
    for count in stride(from: 0, to: file.count - 2, by: 97) {
      #expect(throws: UnreadableReport.self) { try IPSReport(file: file.prefix(count)) }
    }
  }
}
