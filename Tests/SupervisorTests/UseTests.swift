// The memory and the processor time of an app, as they are asked for together.
import AppLink
import Glibc
import LifecycleModel
import Linux
import SystemPackage
import Systemd
import Testing

@testable import Processes
@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(15))) struct UseTests {
  /// Counts the walks of an app of one process, each of which lists its threads once.
  @MainActor private final class Counting: Kernel {
    private(set) var walks = 0

    override func numbers(in directory: String) throws(Errno) -> [pid_t] {
      walks += 1
      return try super.numbers(in: directory)
    }
  }

  @Test("One walk finds the processes for both the memory and the processor time of an app")
  func oneWalk() throws {
    let kernel = Counting()
    let null = try Sys.open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { try? Sys.close(null) }
    let child = try ChildProcess.launch(
      LaunchRequest(
        executable: "/bin/sleep", arguments: ["/bin/sleep", "600"], environment: [], directory: "/tmp", output: null,
        error: null, events: null, replies: null, openFiles: 64),
      kernel: kernel)
    defer {
      Kill.tree(root: child, kernel: .live)
      var end = pollfd(fd: child.pidfd.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&end, 1, 10_000) == 1 { _ = try? child.reap() }
    }
    let process = try LiveProcess(
      ProcessIdentity(
        serial: ProcessSerial(number: 1), app: AppID("a.b"), pid: child.pid, startTime: try child.startTime(),
        executable: "/bin/sleep", events: 0, replies: 0),
      child: child, channel: Silent(), pressure: nil, heldThings: { HeldThings(ownPlaces: [], sharedNodes: []) },
      loop: try EventLoop(), kernel: kernel, debugging: { .none }, submit: { _ in }, exited: {})
    defer { process.close() }
    let before = kernel.walks
    let use = process.use()
    #expect(kernel.walks == before + 1)
    #expect((use.footprint?.total ?? 0) > 0)
    #expect(use.processorTime != nil)
    #expect(process.lastWholeLook == 1, "those looked at longer ago are looked at before it")
    #expect(process.footprint() != nil)
    #expect(process.lastWholeLook > 1)
  }
}
