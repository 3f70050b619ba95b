// An app's stream to the journal: what journald is told first, and that nobody waits for it.
import Glibc
import SystemPackage
import TestLoop
import Testing

@testable import Systemd

@Suite(.timeLimit(.minutes(40))) struct JournalStreamTests {
  private let path = "/tmp/roost-journal-\(getpid())-\(UInt32.random(in: 0 ... .max))"

  @Test("A stream says first what journald expects, and waits like any standard output from then on")
  func header() throws {
    let journal = try StreamListener(path, backlog: 1)
    let stream = try Journal.stream(identifier: "com.example.a", priority: .info, at: path)
    defer { close(stream) }
    #expect(fcntl(stream, F_GETFL) & O_NONBLOCK == 0)
    #expect(fcntl(stream, F_GETFD) == FD_CLOEXEC)
    #expect(write(stream, "hello\n", 6) == 6)
    #expect(try journal.takeText() == "com.example.a\n\n6\n1\n0\n0\n0\nhello\n")
  }

  @Test("Where too many connections wait for journald, a stream fails at once and says what to do")
  func full() throws {
    let journal = try StreamListener(path, backlog: 0)
    let first = try Journal.stream(identifier: "com.example.a", priority: .info, at: path)
    defer { close(first) }
    let error = #expect(throws: SystemCallError.self) {
      try Journal.stream(identifier: "com.example.b", priority: .info, at: path)
    }
    #expect(error?.errno == .wouldBlock)
    #expect(error?.cure?.contains("roostd.toml(5)") == true)
    #expect(try journal.takeText() == "com.example.a\n\n6\n1\n0\n0\n0\n")
  }
}
