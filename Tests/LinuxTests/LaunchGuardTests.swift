// A new process that another one stops while it has its parent's memory: the parent goes on.
import CLinux
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import Linux

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct LaunchGuardTests {
  @Test("A new process that is stopped before it runs its program is ended, and its start fails with that reason")
  func stopped() throws {
    var spawn = Spawn(
      executable: "/bin/true", arguments: ["true"], environment: [], directory: "/", descriptors: (-1, -1, -1, -1, -1),
      openFiles: 64)
    spawn.isWatched = true
    let isDone = Atomic(false)
    // As one of its user does that stops whatever there is; without the guard the first that it meets is waited for for ever.
    let stopper = runThreadWithoutSignals {
      while !isDone.load(ordering: .sequentiallyConsistent) {
        let child = roost_spawning()
        if child.pid > 0 { kill(child.pid, SIGSTOP) }
      }
    }
    try #require(stopper)
    defer { isDone.store(true, ordering: .sequentiallyConsistent) }
    var failure: Errno?
    while failure == nil {
      do {
        let child = try spawn.start()
        // It was met too late.
        try? Sys.send(signal: SIGKILL, to: child.descriptor)
        waitpid(child.pid, nil, 0)
        try Sys.close(child.descriptor)
      } catch let error as Spawn.Failure {
        failure = error.errno
      }
    }
    #expect(failure == .canceled)
    #expect(roost_spawning().pid == 0)
  }

  @Test("A process whose launch is over is not ended any more, though the guard found it stopped before")
  func late() throws {
    var spawn = Spawn(
      executable: "/bin/sleep", arguments: ["sleep", "100"], environment: [], directory: "/",
      descriptors: (-1, -1, -1, -1, -1), openFiles: 64)
    spawn.isWatched = true
    let child = try spawn.start()
    roost_end_spawning(roost_new_process(pid: child.pid, launch: roost_spawning().launch))
    // SIGKILL would have come first.
    try Sys.send(signal: SIGTERM, to: child.descriptor)
    var status: CInt = 0
    #expect(waitpid(child.pid, &status, 0) == child.pid)
    #expect(status & 0x7f == SIGTERM)
    try Sys.close(child.descriptor)
  }
}
