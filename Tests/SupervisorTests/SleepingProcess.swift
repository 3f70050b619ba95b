// A process that sleeps, held as a running app is: for tests of looks at it.
import AppLink
import Glibc
import LifecycleModel
import Linux
import SystemPackage
import Systemd
import Testing

@testable import Processes
@testable import Supervisor

/// Runs `body` with one that is gone afterwards.
@MainActor func withSleepingProcess(
  _ kernel: Kernel, endPatience: UInt64 = OverdueEnd.patience, exited: @escaping () -> Void = {},
  _ body: (LiveProcess, EventLoop) throws -> Void
) throws {
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
    if poll(&end, 1, 60_000) == 1 { _ = try? child.reap() }
  }
  let loop = try EventLoop()
  let process = try LiveProcess(
    ProcessIdentity(
      serial: ProcessSerial(number: 1), app: AppID("a.b"), pid: child.pid, startTime: try child.startTime(),
      executable: "/bin/sleep", events: 0, replies: 0),
    child: child, channel: Silent(), pressure: nil, heldThings: { HeldThings(ownPlaces: [], sharedNodes: []) },
    loop: loop, kernel: kernel, debugging: { .none }, submit: { _ in }, endPatience: endPatience,
    exited: exited)
  defer { process.close() }
  try body(process, loop)
}
