// The files are read by pycrashreport of PyPI, which others wrote for the files of real iPhones.
import Foundation
import Reports
import Testing

@Suite(.timeLimit(.minutes(40))) struct PublicParserTests {
  /// The output of a Python script that is given a report's path and the parser as `parse(path)`.
  private func python(_ file: [UInt8], _ script: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path
    let python = ProcessInfo.processInfo.environment["ROOST_TEST_PYTHON"] ?? root + "/build/venv/bin/python3"
    try #require(FileManager.default.isExecutableFile(atPath: python), "make test installs it")
    let path = NSTemporaryDirectory() + "roost-report-\(UUID().uuidString).ips"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(file).write(to: URL(filePath: path))
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = [
      "-c", "from pycrashreport.crash_report import *\nreport = get_crash_report_from_file(open('\(path)'))\n" + script,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  @Test("TE4 a public parser of .ips files reads ours: who, when, why, each frame and each register")
  func ips() throws {
    let said = try python(
      try Sample.report().file(),
      """
      assert type(report) is UserModeCrashReport, type(report)
      print(report.bug_type.name, report.incident_id, report.timestamp, report.name)
      print(report.exception_type, report.faulting_thread)
      for frame in report.frames: print(*frame)
      print([(r.name, hex(r.value)) for r in report.registers])
      assert 'clock_nanosleep + 0x23' in str(report), str(report)
      """)
    #expect(
      said == """
        Crash_309 6E1A4A4C-51A6-4C8C-9E0A-2F1D4E0C7B11 2026-11-21 10:30:12 notes
        EXC_CRASH 0
        /usr/lib/libc.so.6 139637976727552 4660 clock_nanosleep 35
        /usr/share/roost/apps/notes.app/notes 93458488360960 17185 \
        notes.AppDelegate.applicationDidEnterBackground(UIKit.UIApplication) -> () 120
         0 66 None None
        [('rax', '0xfffffffffffffdfc'), ('rip', '0x7f0000001234')]

        """)
  }

  @Test("TE4 it reads a report without a backtrace too")
  func empty() throws {
    let said = try python(
      try Sample.report(backtrace: nil).file(), "print(report.frames, report.registers)\nassert str(report)")
    #expect(said == "[] []\n")
  }

  @Test("ME7 it knows our events for what they are, and finds the victim where an iPhone's file has it")
  func jetsam() throws {
    let said = try python(
      try Sample.jetsam().file(),
      """
      print(report.bug_type.name, report.timestamp, report._is_json)
      print([p['name'] for p in report._data['processes'] if 'reason' in p], report._data['largestProcess'])
      """)
    #expect(said == "Jetsam_298 2026-11-21 10:30:12 True\n['notes'] clock\n")
  }
}
