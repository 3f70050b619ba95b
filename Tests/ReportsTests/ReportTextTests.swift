// Reports in words, and points in time.
import Reports
import Testing

@Suite struct ReportTextTests {
  @Test("TE4 a report in words says what it was doing, for how long, which limit, and what to do about it")
  func watchdog() {
    #expect(
      Sample.report().text == """
        notes (com.example.notes) ended: didEnterBackground took more than 5 s, and it was killed (0x8badf00d)

          when       2026-11-21 10:30:12.00 +0000, 61 s after it was launched
          state      background
          doing      didEnterBackground for 5 s, of which it used the processor for 0.02 s
          limit      5 s
          memory     11.8 MB
          processor  0.42 s since it was launched
          ended by   SPRINGBOARD, code 0x8badf00d, SIGKILL
          process    4711, /usr/share/roost/apps/notes.app/notes
          report     6E1A4A4C-51A6-4C8C-9E0A-2F1D4E0C7B11

        What to do: return from didEnterBackground sooner

        What its main thread was doing, the innermost call first:
          0  libc.so.6  clock_nanosleep + 35
          1  notes      notes.AppDelegate.applicationDidEnterBackground(UIKit.UIApplication) -> () + 120 \
        (AppDelegate.swift:31)
          2  ???        0x42

        """)
  }

  @Test("TE4 a report without a backtrace says why there is none")
  func withoutBacktrace() {
    var facts = Sample.facts()
    facts.backtraceError = "the process could not be stopped"
    let text = Sample.report(facts: facts, backtrace: nil).text
    #expect(text.hasSuffix("\nThere is no backtrace: the process could not be stopped.\n"))
    var cut = Sample.backtrace
    cut.incomplete = "there are more than 512 frames"
    #expect(Sample.report(backtrace: cut).text.hasSuffix("(no more: there are more than 512 frames)\n"))
  }

  @Test("ME7 an event in words says who was killed, why, and who else was large")
  func jetsam() throws {
    #expect(
      try ReportText.of(file: Sample.jetsam().file()) == """
        notes (com.example.notes) was killed for its memory: the app pool is over its budget (vm-pageshortage)

          when          2026-11-21 10:30:12.00 +0000
          it had        120.0 MB, at most 200.0 MB
          it was        suspended
          it gave back  118.0 MB
          machine       15.1 MB free
          report        6E1A4A4C-51A6-4C8C-9E0A-2F1D4E0C7B11

        The largest of 2:
          300.0 MB  clock  frontmost
          120.0 MB  notes  suspended, killed: vm-pageshortage

        """)
  }

  @Test("BG8 a share of the processor that no number has room for is the largest there is")
  func share() {
    #expect(ProcessorLoad(limit: 80, used: 48_000_000_000, window: 60_000_000_000).share == 80)
    #expect(ProcessorLoad(limit: 80, used: .max, window: 1).share == .max)
    #expect(ProcessorLoad(limit: 80, used: .min, window: 1).share == .min)
    #expect(ProcessorLoad(limit: 80, used: 1, window: 0).share == 0)
  }

  @Test("TE4 a moment is spelled as Apple does, in the zone it is told in, also before 1970 and around midnight")
  func times() {
    let time = ReportTime(nanoseconds: 1_795_257_012_999_999_999, offset: 9 * 3600)
    #expect(time.stamp == "2026-11-21 19:30:12.99 +0900")
    #expect(time.preciseStamp == "2026-11-21 19:30:12.9999 +0900")
    #expect(time.fileStamp == "2026-11-21-193012")
    #expect(ReportTime(nanoseconds: 0, offset: -5400).stamp == "1969-12-31 22:30:00.00 -0130")
    #expect(ReportTime(nanoseconds: -1).preciseStamp == "1969-12-31 23:59:59.9999 +0000")
    #expect(ReportTime(nanoseconds: 1_709_164_800_000_000_000).fileStamp == "2024-02-29-000000")
    #expect(!ReportTime(nanoseconds: .max, offset: .max / 2).stamp.isEmpty)
    #expect(!ReportTime(nanoseconds: .min, offset: -1_000_000).stamp.isEmpty)
  }
}
