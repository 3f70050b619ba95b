// A launch while another process of the user has all the signals queued that the user's processes may have.
import Glibc
import Testing

@testable import Linux
@testable import Processes
@testable import Seccomp

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct QueuedSignalsTests {
  private static func confinement() throws -> Confinement {
    Confinement(filter: try SystemCallFilter.make(denying: Denial.all))
  }

  @Test("A neighbour of the same user that has queued all the signals it may keeps no app from starting")
  func full() throws {
    let script = """
      import ctypes, os, signal
      signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
      libc = ctypes.CDLL(None)
      count = 0
      while libc.sigqueue(os.getpid(), int(signal.SIGRTMIN), None) == 0: count += 1
      os.write(4, b'%d\\n' % count)
      os.read(3, 1)
      """
    try withApp(ProcessesTestApp(python: script, confinement: try Self.confinement())) { neighbour throws in
      let queued = try #require(Int(try neighbour.lines(1)[0]))
      #expect(queued > 0 && queued <= 1024)
      var request = LaunchRequest(
        executable: "/bin/sleep", arguments: ["/bin/sleep", "100"], environment: [], directory: "/", output: -1,
        error: -1, events: -1, replies: -1, openFiles: 512)
      request.limitsExec = true
      request.confinement = try Self.confinement()
      let child = try ChildProcess.launch(request, kernel: .live)
      defer {
        Kill.tree(root: child, kernel: .live)
        try? waitForExit(of: child)
        _ = try? child.reap()
      }
      #expect(try child.reap() == nil)
    }
  }
}
