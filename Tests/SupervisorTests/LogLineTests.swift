// A line of the daemon's log on standard error.
import Logging
import Testing

@testable import Supervisor

@Suite struct LogLineTests {
  @Test("A message is one line of the log, whatever an app, a client or a broker has put into it")
  func oneLine() {
    #expect(LogWriter.line(.warning, "a.b: done") == "roostd: warning: a.b: done\n")
    #expect(
      LogWriter.line(.info, "a\u{1B}[31m\r\nroostd: forged\u{9B}\u{202E}\u{7F}")
        == #"roostd: a\u{1B}[31m\u{D}\u{A}roostd: forged\u{9B}\u{202E}\u{7F}"# + "\n")
  }
}
