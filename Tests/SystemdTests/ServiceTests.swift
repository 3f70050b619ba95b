// The messages that systemd gets from us, read from a socket of our own in its place.
import Glibc
import Testing

@testable import Systemd

@MainActor
@Suite(.serialized)
struct ServiceTests {
  @Test("Notifications reach the socket that NOTIFY_SOCKET names, and a status cannot smuggle in another line")
  func notify() throws {
    let path = "/tmp/roost-notify-\(getpid())"
    let receiver = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    try #require(receiver >= 0)
    defer {
      close(receiver)
      unlink(path)
      unsetenv("NOTIFY_SOCKET")
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(receiver, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)

    #expect(try notifyServiceManager(.ready) == false)
    setenv("NOTIFY_SOCKET", path, 1)
    #expect(try notifyServiceManager(.ready, .status("2 apps\nSTOPPING=1")))
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = recv(receiver, &buffer, buffer.count, CInt(MSG_DONTWAIT))
    #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == "READY=1\nSTATUS=2 apps STOPPING=1")
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
