// roost-transfer with a server that sends what is no content, without end.
import Foundation
import Glibc
import LifecycleModel
import Logging
import TestFolders
import TestLoop
import Testing

@testable import Processes
@testable import Systemd
@testable import Transfers

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct TransferProcessorShareTests {
  private let loop: EventLoop
  private let running = HelperProcesses()
  private let folder: TestFolder
  private let letters = Letters()

  init() throws {
    loop = try EventLoop()
    folder = try TestFolder()
  }

  @Test("BX11 a server that sends without end, and no content, has a tenth of a processor")
  func noContent() throws {
    let (listener, port) = try listenLocally()
    defer { close(listener) }
    let (helpers, serial) = (makeHelpers(), TransferSerial(number: 1))
    let request = TransferRequest(TransferName(session: "films", number: 1), url: "http://127.0.0.1:\(port)/")
    helpers.start(
      Transfer(serial, request), of: AppID("com.example.app"), container: folder.path, room: 1 << 20,
      stall: .seconds(600))
    try loop.run { !letters.isEmpty }
    for letter in letters.take() { letter() }
    try loop.run { isReadable(listener) }
    let connection = accept(listener, nil, nil)
    let helper = try #require(running.pids.first)
    flood(connection)
    let (before, began) = (try used(by: helper), monotonicNow())
    var time = Duration.zero
    try loop.run {
      time = ((try? used(by: helper)) ?? before) - before
      return time >= .milliseconds(400)
    }
    let share = Double(monotonicNow() - began) / 10
    // Of a second that has begun before, and for the reads under way.
    #expect(time < .nanoseconds(Int64(share)) + .milliseconds(200), "\(time)")
    helpers.discard(serial, of: AppID("com.example.app"))
    try loop.run { running.pids.isEmpty }
  }

  /// Carries out transfers by roost-transfer.
  private func makeHelpers() -> TransferHelpers {
    TransferHelpers(
      stateDirectory: folder.path, on: loop, kernel: .live, running: running,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, deliver: { [letters] in letters.put($0) })
  }

  /// Answers with a chunk whose extension does not end (RFC 9112, 7.1.1), until the helper is gone.
  private func flood(_ connection: CInt) {
    let thread = Thread {
      var bytes = [UInt8](repeating: 0, count: 4096)
      recv(connection, &bytes, bytes.count, 0)
      let head = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;".utf8)
      send(connection, head, head.count, CInt(MSG_NOSIGNAL))
      let more = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
      while send(connection, more, more.count, CInt(MSG_NOSIGNAL)) > 0 {}
      close(connection)
    }
    thread.start()
  }

  /// utime and stime of proc_pid_stat(5), in hundredths of a second.
  private func used(by pid: pid_t) throws -> Duration {
    let fields = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8).split(separator: " ")
    return .milliseconds(10 * (try #require(Int(fields[13])) + (try #require(Int(fields[14])))))
  }

  private func isReadable(_ descriptor: CInt) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) == 1
  }
}
