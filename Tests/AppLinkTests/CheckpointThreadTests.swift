// However many checkpoints are asked for, the newest is written, and those before it cost nothing.
import Dispatch
import Foundation
import LifecycleModel
import Logging
import Processes
import Synchronization
import TestFolders
import Testing

@testable import AppLink

@Suite(.timeLimit(.minutes(40))) struct CheckpointThreadTests {
  @Test("A checkpoint that waits is replaced by a later one, and one that is under way is not")
  func merging() throws {
    let folder = try TestFolder()
    let thread = CheckpointThread(version: "1")
    let checkpoint = Checkpoint(boot: "", era: "", lifecycle: Lifecycle(policy: Policy(), seed: 1))
    let written = Mutex<[String]>([])
    let (isUnderWay, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    thread.write(checkpoint, to: folder.path + "/1") { _ in
      isUnderWay.signal()
      mayEnd.wait()
      written.withLock { $0.append("1") }
    }
    isUnderWay.wait()
    for name in ["2", "3", "4"] {
      thread.write(checkpoint, to: folder.path + "/" + name) { failure in
        #expect(failure == nil)
        written.withLock { $0.append(name) }
      }
    }
    mayEnd.signal()
    #expect(thread.writeNow(checkpoint, to: folder.path + "/5") == nil)
    #expect(folder.exists("1") && !folder.exists("2") && !folder.exists("3") && folder.exists("5"))
    thread.write(checkpoint, to: folder.path + "/6") { _ in written.withLock { $0.append("6") } }
    #expect(thread.writeNow(checkpoint, to: folder.path + "/7") == nil)
    // A checkpoint that a later one written at once overtakes need not be written, but one that had begun is.
    #expect(written.withLock { $0.first } == "1")
    #expect(written.withLock { !$0.contains("2") && !$0.contains("3") })
  }

  @Test(
    "A checkpoint that is under way when all has ended is not left behind, to be restored without what came after it")
  @MainActor func forgotten() throws {
    let folder = try TestFolder()
    let survival = Survival(
      runtimeDirectory: folder.path, version: "1", kernel: .live, log: Logger(label: "test"), deliver: { _ in })
    // So large that it is under way for a while.
    var lifecycle = Lifecycle(policy: Policy(), seed: 1)
    for number in 0..<2000 {
      let app = AppDescription(id: AppID("com.example.app\(number)"), style: .app)
      _ = lifecycle.handle(.installed(app), at: Instant(nanoseconds: 1))
    }
    survival.begin(
      Checkpoint(boot: "", era: "", lifecycle: lifecycle), rewrite: {}, flush: { $0(true) })
    survival.forget()
    // Returns when the thread writes nothing any more.
    survival.handOver(Checkpoint(boot: "", era: "", lifecycle: lifecycle), isOnDisk: true, rewrite: {})
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state")
    #expect(left.filter { $0.hasPrefix("checkpoint-") } == [])
  }
}
