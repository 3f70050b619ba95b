// The removal of the parts that earlier daemons have left, and of no others.
import LifecycleModel
import Linux
import Logging
import Synchronization
import TestFolders
import TestLoop
import Testing

@testable import Processes
@testable import Systemd
@testable import Transfers

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct LostPartTests {
  /// Until they are held all work is done by one thread. From then on each waits for the test.
  private final class Threads: Sendable {
    private struct Waiting {
      var areHeld = false
      var bodies: [@Sendable () -> Void] = []
    }

    private let waiting = Mutex(Waiting())

    var count: Int { waiting.withLock { $0.bodies.count } }
    func hold() { waiting.withLock { $0.areHeld = true } }

    func make(_ body: @escaping @Sendable () -> Void) -> Bool {
      waiting.withLock { waiting in
        if waiting.areHeld { waiting.bodies.append(body) }
        return waiting.areHeld
      }
    }

    /// Whether the kernel has made them, the last first: each takes the work that has waited for longest.
    func begin() -> Bool {
      let bodies = waiting.withLock { waiting in
        defer { waiting.bodies = [] }
        return waiting.bodies
      }
      return bodies.reversed().allSatisfy { runThread($0) }
    }
  }

  @Test("BX9 the part of a transfer that begins while lost parts are being removed is not one of them")
  func begunMeanwhile() throws {
    let (loop, folder) = (try EventLoop(), try TestFolder())
    let (threads, letters) = (Threads(), Letters())
    try folder.write("transfers/9.part", "lost")
    var helpers: TransferHelpers? = TransferHelpers(
      stateDirectory: folder.path, program: "/bin/true", on: loop, kernel: .live, running: HelperProcesses(),
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, starter: ThreadStarter { threads.make($0) },
      deliver: { letters.put($0) })
    func start(_ number: Int) {
      let request = TransferRequest(TransferName(session: "films", number: number), url: "http://127.0.0.1/")
      helpers?.start(
        Transfer(TransferSerial(number: UInt64(number)), request), of: AppID("com.example.app"),
        container: folder.path, room: 1 << 20, stall: .seconds(60))
    }
    // One that goes on from the daemon before: its app's files have a queue.
    start(1)
    try loop.run { letters.all.count == 1 }
    threads.hold()
    helpers?.removeAll(except: [TransferSerial(number: 1)])
    try loop.run { threads.count >= 1 }
    start(2)
    try loop.run { threads.count == 2 }
    // The removal and the app's files have a thread each from now on.
    #expect(threads.begin())
    try loop.run { letters.all.count == 2 }
    helpers?.beginning.sync {}
    #expect(folder.exists("transfers/1.part") && folder.exists("transfers/2.part"))
    #expect(!folder.exists("transfers/9.part"))
    // Their files are closed where nobody waits for them.
    helpers = nil
    for letter in letters.all { letter() }
  }

  @Test("BX9 the part of a transfer that is known from a state that was restored goes when that is discarded")
  func restored() throws {
    let (loop, folder, serial) = (try EventLoop(), try TestFolder(), TransferSerial(number: 1))
    try folder.write("transfers/1.part", "content")
    let helpers = TransferHelpers(
      stateDirectory: folder.path, program: "/bin/true", on: loop, kernel: .live, running: HelperProcesses(),
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, deliver: { _ in })
    helpers.removeAll(except: [serial])
    helpers.discard(serial, of: AppID("com.example.app"))
    try loop.run { !folder.exists("transfers/1.part") }
  }
}
