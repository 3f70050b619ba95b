// However many checkpoints are asked for, the newest is written, and those before it cost nothing.
import Dispatch
import LifecycleModel
import Synchronization
import TestFolders
import Testing

@testable import AppLink

@Suite(.timeLimit(.minutes(15))) struct CheckpointThreadTests {
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
}
