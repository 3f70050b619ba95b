// An app of many processes that a daemon finds when it starts: the looks that this takes before anybody is served.
import AppLink
import Glibc
import LifecycleModel
import Linux
import SystemPackage
import Systemd
import Testing

@testable import Processes
@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(40))) struct AdoptedCrowdTests {
  /// Counts the looks at the memory of processes, and the lists of their threads. A millisecond goes by between two
  /// questions for the time.
  @MainActor private final class Counting: Kernel {
    private(set) var looks = 0
    private(set) var lists = 0
    private var time: UInt64 = 1_000_000_000

    override func now() -> UInt64 {
      time += 1_000_000
      return time
    }

    override func readStart(of path: String, atLeast limit: Int) throws(Errno) -> [UInt8] {
      if path.hasSuffix("/status") { looks += 1 }
      return try super.readStart(of: path, atLeast: limit)
    }

    override func numbers(in directory: String) throws(Errno) -> [pid_t] {
      lists += 1
      return try super.numbers(in: directory)
    }
  }

  private static let size = 64
  private static let script = "n=1; while [ $n -lt \(size) ]; do /bin/sleep 600 & n=$((n+1)); done; wait"

  private func withCrowd(_ kernel: Counting, _ body: (LiveProcess, EventLoop) throws -> Void) throws {
    let null = try Sys.open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { try? Sys.close(null) }
    let child = try ChildProcess.launch(
      LaunchRequest(
        executable: "/bin/sh", arguments: ["/bin/sh", "-c", Self.script], environment: [], directory: "/tmp",
        output: null, error: null, events: null, replies: null, openFiles: 64),
      kernel: kernel)
    defer {
      Kill.tree(root: child, kernel: .live)
      var end = pollfd(fd: child.pidfd.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&end, 1, 60_000) == 1 { _ = try? child.reap() }
    }
    let deadline = monotonicNow() + 60_000_000_000
    while try ProcessTree.children(of: child.pid, kernel: .live).count < Self.size - 1 {
      try #require(monotonicNow() < deadline)
      usleep(1000)
    }
    let loop = try EventLoop()
    let process = try LiveProcess(
      ProcessIdentity(
        serial: ProcessSerial(number: 1), app: AppID("a.b"), pid: child.pid, startTime: try child.startTime(),
        executable: "/bin/sh", events: 0, replies: 0),
      child: child, channel: Silent(), pressure: nil, heldThings: { HeldThings(ownPlaces: [], sharedNodes: []) },
      loop: loop, kernel: kernel, measuring: MeasuringTime { kernel.now() }, debugging: { .none }, submit: { _ in },
      exited: {})
    defer { process.close() }
    try body(process, loop)
  }

  @Test(
    "Of an app of many processes that is adopted asleep some are measured at once, and the rest in turns of the loop")
  func asleep() throws {
    let kernel = Counting()
    try withCrowd(kernel) { process, loop throws in
      process.adoptSuspended()
      #expect(process.isSuspended)
      #expect((1..<40).contains(kernel.looks), "before anybody is served")
      var longest = 0
      while process.measured.footprints.map({ $0.each.count < Self.size }) ?? true {
        let before = kernel.looks
        try #require(try loop.runOnce(timeout: .seconds(60)))
        longest = max(longest, kernel.looks - before)
      }
      #expect(longest <= 4, "in one turn")
    }
  }

  @Test(
    "For a client that asks what an app of many processes uses, fewer of them are looked at than for the daemon itself")
  func asked() throws {
    let kernel = Counting()
    try withCrowd(kernel) { process, _ throws in
      _ = process.use()
      let asked = kernel.looks
      #expect((1..<12).contains(asked))
      _ = process.footprint(in: process.measured.measuring.asked)
      let both = kernel.looks
      #expect((1...asked).contains(both - asked))
      _ = process.footprint()
      #expect(kernel.looks - both > asked)
    }
  }

  @Test("An app whose root runs is not stopped, and nobody looks for its other processes")
  func running() throws {
    let kernel = Counting()
    try withCrowd(kernel) { process, _ throws in
      #expect(!process.isStopped)
      #expect(kernel.lists == 0)
    }
  }
}
