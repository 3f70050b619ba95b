// Transfers that are due at one moment: their helpers start one by one, and others have the loop in between.
import Foundation
import Glibc
import LifecycleModel
import Logging
import Synchronization
import TestFolders
import Testing

@testable import Processes
@testable import Systemd
@testable import Transfers

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct TransferTurnTests {
  private let loop: EventLoop
  private let running = HelperProcesses()
  private let folder: TestFolder

  init() throws {
    loop = try EventLoop()
    folder = try TestFolder()
  }

  private func run(until isSo: () throws -> Bool) throws {
    let deadline = monotonicNow() + 60_000_000_000
    while try !isSo() {
      try #require(monotonicNow() < deadline, "it never came true")
      try loop.runOnce(timeout: .milliseconds(50))
    }
  }

  @Test("BX9 of the transfers of many apps that are due at once one begins, and then the others, one by one")
  func oneByOne() throws {
    let count = 12
    let letters = Mutex<[@MainActor @Sendable () -> Void]>([])
    let helpers = TransferHelpers(
      stateDirectory: folder.path, program: try folder.write("helper", "#!/bin/sh\nexec sleep 1000\n", mode: 0o755),
      on: loop, kernel: .live, running: running, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      deliver: { letter in letters.withLock { $0.append(letter) } })
    for number in 1...count {
      let name = TransferName(session: "films", number: number)
      helpers.start(
        Transfer(TransferSerial(number: UInt64(number)), TransferRequest(name, url: "http://127.0.0.1/")),
        of: AppID("com.example.app\(number)"), container: folder.path, room: 1 << 20, stall: .seconds(60))
    }
    // All files are open before the loop hears of the first, and it hears of all in one turn.
    try eventually("all files are open") { letters.withLock { $0.count } == count }
    for letter in letters.withLock({ $0 }) { letter() }
    #expect(running.pids.count < count, "most of them begin when others have had the loop")
    try run { running.pids.count == count }
    for pid in running.pids { kill(pid, SIGKILL) }
    try run { running.pids.isEmpty }
  }

  private func eventually(_ what: String, _ isSo: () throws -> Bool) throws {
    let deadline = monotonicNow() + 60_000_000_000
    while (try? isSo()) != true {
      try #require(monotonicNow() < deadline, "not within a minute: \(what)")
      usleep(1000)
    }
  }
}
