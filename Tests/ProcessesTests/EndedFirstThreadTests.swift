// Processes whose first thread has ended, and others not: /proc shows them as zombies without memory and open files.
import Glibc
import LifecycleModel
import Settings
import SystemPackage
import Systemd
import Testing

@testable import Linux
@testable import Processes

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct EndedFirstThreadTests {
  /// `leave(rest)` has `rest` go on in another thread, and ends the first (exit(2), without the group).
  private static let leave = """
    import ctypes, os, threading, time
    def leave(rest):
      threading.Thread(target=rest).start()
      ctypes.CDLL(None).syscall({'x86_64': 60, 'aarch64': 93}[os.uname().machine], 0)

    """

  /// An app that holds 40 MiB and a device, and reads on.
  private static let holder =
    leave + """
      def rest():
        held = [b'x' * (40 << 20), open('/dev/full')]
        os.write(4, b'ready\\n')
        os.read(3, 1)
      leave(rest)
      """

  private func withHolder(_ body: (ProcessesTestApp) throws -> Void) throws {
    try withApp(ProcessesTestApp(python: Self.holder)) { app throws in
      try app.lines(1)
      try eventually { stateLetters(of: app.child.pid).contains("Z") }
      try body(app)
    }
  }

  @Test("BG4 a process that has left its group and its first thread is stopped with its app")
  func isStopped() throws {
    let script =
      Self.leave + """
        def spin():
          while True: time.sleep(0.001)
        child = os.fork()
        if child == 0:
          os.setsid()
          leave(spin)
        os.write(4, b'%d\\n' % child)
        os.read(3, 1)
        """
    try withApp(ProcessesTestApp(python: script)) { app throws in
      let child = try #require(pid_t(try app.lines(1)[0]))
      try eventually { stateLetters(of: child).isSuperset(of: ["Z"]) && stateLetters(of: child).count > 1 }
      let held = try frozen(app)
      #expect(held.processes.map(\.pid) == [app.child.pid, child])
      #expect(stateLetters(of: child) == ["Z", "T"])
      #expect(held.isStopped)
    }
  }

  @Test("ME4 BG5 its memory counts, and its open files are seen")
  func isSeen() throws {
    try withHolder { app throws in
      #expect(try Footprints.measure(app.child, kernel: .live).sum.total > 40 << 20)
      let loop = try EventLoop()
      var found: Holdings?
      var footprints: Footprints?
      let things = HeldThings(ownPlaces: [], sharedNodes: [SharedNode(kind: .camera, pattern: "/dev/full")])
      let look = HoldingsLook(at: [app.child.pidfd], for: things, isMeasuring: true, on: loop, kernel: .live) {
        (found, footprints) = ($0, $1)
      }
      look.start()
      while found == nil { try loop.runOnce(timeout: .seconds(60)) }
      #expect(found?.resources.map(\.path) == ["/dev/full"])
      #expect(footprints.map { $0.sum.total > 40 << 20 } == true)
    }
  }

  /// Counts the files of /proc that are read.
  @MainActor private final class Counting: Kernel {
    var files = 0

    override func readStart(of path: String, atLeast limit: Int) throws(Errno) -> [UInt8] {
      files += 1
      return try super.readStart(of: path, atLeast: limit)
    }
  }

  @Test("ME4 the thread that tells of it is looked for once, and asked alone as long as it lives")
  func isRemembered() throws {
    try withHolder { app throws in
      let kernel = Counting()
      let listed = ListedProcesses([app.child.pid])
      @MainActor func look(_ before: Footprints?) throws -> Footprints {
        kernel.files = 0
        return try Footprints.measure(listed, before: before, in: .unlimited, kernel: kernel)
      }
      let first = try look(nil)
      #expect(kernel.files == 3, "the process, whether another thread lives, and that")
      #expect(first.sum.total > 40 << 20)
      let second = try look(first)
      #expect(kernel.files == 1)
      #expect(second.sum.total > 40 << 20)
      _ = try look(second)
      #expect(kernel.files == 1)
    }
  }

  @Test("it has not ended before its last thread has")
  func hasNotEnded() throws {
    try withHolder { app throws in
      #expect(try Kernel.live.endWithoutReaping(app.child.pidfd) == nil)
      #expect(try app.child.end() == nil)
      try app.child.signal(SIGKILL)
      #expect(try app.waitForEnd().status == .signaled(SIGKILL))
    }
  }
}
