// Apps that hide a thread that lives among many that have ended: the first has, and others are kept by a tracer (ptrace(2)).
import Glibc
import LifecycleModel
import Settings
import SystemPackage
import Systemd
import Testing

@testable import Linux
@testable import Processes

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct DeadThreadsTests {
  /// The kernel, with all threads dead but some.
  @MainActor private final class Graveyard: Kernel {
    var lives: (pid_t) -> Bool = { _ in true }
    /// Looks at threads whether they live.
    var looks = 0
    /// The threads that have told of the app.
    var told: Set<pid_t> = []
    /// The most looks between two questions for the time.
    private(set) var most = 0

    override func now() -> UInt64 {
      most = max(most, looks)
      looks = 0
      return super.now()
    }

    override func readStart(of path: String, atLeast limit: Int) throws(Errno) -> [UInt8] {
      var text = try super.readStart(of: path, atLeast: limit)
      let words = path.split(separator: "/")
      // As in /proc/1/task/2/stat.
      guard words.count == 5, words[2] == "task", let thread = pid_t(words[3]) else { return text }
      if words[4] == "status" {
        if lives(thread) { told.insert(thread) }
        return lives(thread) ? text : Array("State:\tZ (zombie)\nThreads:\t2\n".utf8)
      }
      looks += 1
      if !lives(thread), let name = text.lastIndex(of: UInt8(ascii: ")")) { text[name + 2] = UInt8(ascii: "Z") }
      return text
    }
  }

  /// Has 80 threads more, holds 40 MiB and a device, and reads on.
  private static let script = """
    import ctypes, os, threading, time
    def rest():
      held = [b'x' * (40 << 20), open('/dev/full')]
      for _ in range(80): threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
      os.write(4, b'ready\\n')
      os.read(3, 1)
    threading.Thread(target=rest).start()
    ctypes.CDLL(None).syscall({'x86_64': 60, 'aarch64': 93}[os.uname().machine], 0)
    """

  /// - Parameter body: is called with the threads as the kernel lists them.
  private func withApp(_ body: (Graveyard, ProcessesTestApp, [pid_t]) throws -> Void) throws {
    let app = try ProcessesTestApp(python: Self.script)
    defer { app.finish() }
    try app.lines(1)
    try eventually { stateLetters(of: app.child.pid).contains("Z") }
    let threads = try Kernel.live.numbers(in: "/proc/\(app.child.pid)/task")
    try #require(threads.count == 82)
    try body(Graveyard(), app, threads)
  }

  @Test(
    "ME4 a look at memory asks a few of them, the next ones go on behind these, and until then the last figure holds")
  func memory() throws {
    try withApp { kernel, app, threads in
      @MainActor func look(_ before: Footprints?) throws -> Footprints {
        (kernel.looks, kernel.told) = (0, [])
        let now = try Footprints.measure(
          ListedProcesses([app.child.pid]), before: before, in: .unlimited, kernel: kernel)
        #expect(kernel.looks <= Kernel.threadsAtOnce)
        return now
      }
      var footprints = try look(nil)
      let first = footprints.sum.total
      #expect(first > 40 << 20)
      kernel.lives = { _ in false }
      for _ in 0..<10 {
        footprints = try look(footprints)
        #expect(footprints.sum.total == first)
      }
      kernel.lives = { $0 == threads[50] }
      // Twelve at each look, from wherever the last search was to the end of the list, and from its beginning.
      for _ in 0..<16 where kernel.told.isEmpty { footprints = try look(footprints) }
      #expect(kernel.told == [threads[50]])
      #expect(footprints.sum.total > 40 << 20)
      // Each ends when it has made the next one.
      kernel.lives = { $0 == threads[81] }
      footprints = try look(footprints)
      #expect(kernel.told == [threads[81]], "the last are asked by each look")
    }
  }

  @Test("BG5 a look at what it holds asks all of them, a few at a time")
  func holdings() throws {
    try withApp { kernel, app, threads in
      kernel.lives = { $0 == threads[70] }
      let loop = try EventLoop()
      var found: Holdings?
      var footprints: Footprints?
      let things = HeldThings(ownPlaces: [], sharedNodes: [SharedNode(kind: .camera, pattern: "/dev/full")])
      let look = HoldingsLook(
        at: [app.child.pidfd], for: things, isMeasuring: true, seesMappings: true, on: loop, kernel: kernel
      ) {
        (found, footprints) = ($0, $1)
      }
      look.start()
      while found == nil { try loop.runOnce(timeout: .seconds(60)) }
      #expect(found?.resources.map(\.path) == ["/dev/full"])
      #expect(footprints.map { $0.sum.total > 40 << 20 } == true)
      #expect(kernel.most <= 2 * Kernel.threadsAtOnce, "of memory and of open files")
    }
  }
}
