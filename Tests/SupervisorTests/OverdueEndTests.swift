// A killed app that the kernel does not end counts as ended after a while.
import AppLink
import Glibc
import LifecycleModel
import Linux
import SystemPackage
import Systemd
import Testing

@testable import Processes
@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(15))) struct OverdueEndTests {
  /// Its signals come to nobody, as SIGKILL comes to nobody who waits for a FUSE server.
  private final class Unheard: Kernel {
    override func send(_ signal: CInt, to process: Pidfd) throws(Errno) {}
  }

  @Test(
    "TE1 the end of an app that has been killed is told once when the kernel has not ended it in time, and not before",
    arguments: [true, false])
  func late(isDue: Bool) throws {
    let null = try Sys.open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { try? Sys.close(null) }
    let child = try ChildProcess.launch(
      LaunchRequest(
        executable: "/bin/sleep", arguments: ["/bin/sleep", "600"], environment: [], directory: "/tmp", output: null,
        error: null, events: null, replies: null, openFiles: 64),
      kernel: Unheard())
    defer {
      kill(child.pid, SIGKILL)
      var end = pollfd(fd: child.pidfd.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&end, 1, 10_000) == 1 { _ = try? child.reap() }
    }
    let loop = try EventLoop()
    var told = 0
    let process = try LiveProcess(
      ProcessIdentity(
        serial: ProcessSerial(number: 1), app: AppID("a.b"), pid: child.pid, startTime: try child.startTime(),
        executable: "/bin/sleep", events: 0, replies: 0),
      child: child, channel: Silent(), pressure: nil, heldThings: { HeldThings(ownPlaces: [], sharedNodes: []) },
      loop: loop, kernel: Unheard(), debugging: { .none }, submit: { _ in },
      endPatience: isDue ? 1_000_000 : 3_600_000_000_000,
      exited: { told += 1 })
    defer { process.close() }
    process.kill()
    process.kill()
    while isDue, told == 0 { try #require(try loop.runOnce(timeout: .seconds(10))) }
    while try loop.runOnce(timeout: .zero) {}
    #expect(told == (isDue ? 1 : 0) && process.isOverdue == isDue)
    #expect(try child.end() == nil, "the process is still there")
  }
}
