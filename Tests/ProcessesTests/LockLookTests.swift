// A look for locks gives back what it had, also where its thread is the last to let go of that.
import Dispatch
import Linux
import Systemd
import Testing

@testable import Processes

@MainActor @Suite(.timeLimit(.minutes(40))) struct LockLookTests {
  /// Whether nobody else has what `files` is stored in: a change makes a copy otherwise.
  private func isAlone(_ files: inout [LockLook.File]) -> Bool {
    let before = files.withUnsafeBufferPointer { $0.baseAddress }
    files[0] = LockLook.File(pid: 0, descriptor: 1, path: "")
    return files.withUnsafeBufferPointer { $0.baseAddress } == before
  }

  @Test("The files of a look that is over are freed, though its thread was the last to have them")
  func letsGo() throws {
    let loop = try EventLoop()
    // Its one thread does a piece of work after the other.
    let starter = ThreadStarter { _ in false }
    let (gate, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var files = [LockLook.File(pid: 0, descriptor: 0, path: "/nowhere")]
    starter.start { gate.wait() }
    for _ in 0..<100 { _ = LockLook(at: files, on: loop, starter: starter) { _ in } }
    starter.start { done.signal() }
    gate.signal()
    done.wait()
    let isFreed = isAlone(&files)
    #expect(isFreed)
  }
}
