// The messages that systemd gets from us, read from a socket of our own in its place.
import Glibc
import Testing

@testable import Systemd

@MainActor
@Suite(.serialized)
struct ServiceTests {
  @Test("Notifications reach the socket that NOTIFY_SOCKET names, and a status cannot smuggle in another line")
  func notify() throws {
    let manager = try Listener()
    defer { unsetenv("NOTIFY_SOCKET") }
    #expect(try notifyServiceManager(.ready) == false)
    setenv("NOTIFY_SOCKET", manager.path, 1)
    #expect(try notifyServiceManager(.ready, .status("2 apps\nSTOPPING=1")))
    #expect(manager.receive() == "READY=1\nSTATUS=2 apps STOPPING=1")
  }

  @Test("The watchdog is answered as long as deadlines are served, and not by a loop that is busy with replies alone")
  func watchdog() throws {
    let manager = try Listener()
    setenv("NOTIFY_SOCKET", manager.path, 1)
    setenv("WATCHDOG_USEC", "2000", 1)
    // Not for the daemons that other tests start at the moment.
    setenv("WATCHDOG_PID", "\(getpid())", 1)
    defer { for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) } }
    let loop = try EventLoop()
    var isFlooded = true
    func flood() throws {
      try loop.post { if isFlooded { try? flood() } }
    }
    try flood()
    #expect(try loop.enableWatchdog())
    for _ in 0..<1000 {
      try loop.runOnce(timeout: .zero)
      usleep(10)
    }
    #expect(manager.receive() == nil, "three answers were due")
    isFlooded = false
    for _ in 0..<3 {
      let deadline = monotonicNow() + 60_000_000_000
      var heard: String?
      while heard == nil, monotonicNow() < deadline {
        try loop.runOnce(timeout: .milliseconds(100))
        heard = manager.receive()
      }
      #expect(heard == "WATCHDOG=1")
    }
    unsetenv("WATCHDOG_USEC")
    #expect(try EventLoop().enableWatchdog() == false)
  }

  @Test("The longest time that systemd may give the watchdog is as good as any")
  func longWatchdog() throws {
    let manager = try Listener()
    setenv("NOTIFY_SOCKET", manager.path, 1)
    setenv("WATCHDOG_USEC", "\(UInt64.max - 1)", 1)
    setenv("WATCHDOG_PID", "\(getpid())", 1)
    defer { for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) } }
    let loop = try EventLoop()
    #expect(try loop.enableWatchdog())
    try loop.runOnce(timeout: .seconds(60))
    #expect(manager.await()?.text == "WATCHDOG=1")
  }

  @Test("A reload tells the time it began, and more time is asked for in microseconds")
  func assignments() throws {
    let before = monotonicNow() / 1000
    let words = ServiceNotification.reloading.assignment.split(separator: "\n")
    #expect(words.first == "RELOADING=1")
    let time = try #require(words.last?.wholeMatch(of: #/MONOTONIC_USEC=([0-9]+)/#).flatMap { UInt64($0.1) })
    #expect((before...monotonicNow() / 1000).contains(time))
    #expect(ServiceNotification.extendTimeout(.milliseconds(12_500)).assignment == "EXTEND_TIMEOUT_USEC=12500000")
  }

  @Test("Descriptors that are for another process are nobody's here")
  func inheritedDescriptors() {
    setenv("LISTEN_PID", "1", 1)
    setenv("LISTEN_FDS", "1", 1)
    setenv("LISTEN_FDNAMES", "control", 1)
    var inherited = InheritedDescriptors.take()
    #expect(inherited.remove("control") == nil)
    #expect(getenv("LISTEN_FDS") == nil, "no child takes them for its own either")
  }

  @Test("Standard error counts as the journal only when JOURNAL_STREAM names this very stream")
  func journalStream() {
    var status = stat()
    #expect(fstat(STDERR_FILENO, &status) == 0)
    defer { unsetenv("JOURNAL_STREAM") }
    unsetenv("JOURNAL_STREAM")
    #expect(!Journal.isStandardError)
    setenv("JOURNAL_STREAM", "\(status.st_dev):\(status.st_ino)", 1)
    #expect(Journal.isStandardError)
    setenv("JOURNAL_STREAM", "\(status.st_dev):\(status.st_ino + 1)", 1)
    #expect(!Journal.isStandardError)
  }

  @Test("A malformed field name is refused, where there is a journal to refuse it")
  func journalFields() throws {
    #expect(throws: SystemCallError.self) {
      try Journal.send("hello", priority: .info, fields: [("", "no name")])
    }
    if !Journal.isAvailable {
      #expect(throws: SystemCallError.self) { try Journal.stream(identifier: "com.example.test", priority: .info) }
    }
  }
}
