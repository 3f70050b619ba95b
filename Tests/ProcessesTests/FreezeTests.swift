// Suspending and resuming real processes, seen by us and by /proc; and every way in which it can fail.
import Glibc
import LifecycleModel
import SystemPackage
import Systemd
import Testing

@testable import Linux
@testable import Processes

@MainActor
@Suite(.serialized)
struct ProcessesFreezeTests {
  /// Two generations, one of them orphaned by a double fork with its own session, and threads in each.
  private static let family = """
    import os, threading, time
    out = open(4, 'w')
    def spin():
      while True: time.sleep(0.0005)
    def start():
      for _ in range(3): threading.Thread(target=spin, daemon=True).start()
    def child(work):
      if os.fork() == 0:
        work(); start(); print(os.getpid(), file=out, flush=True); spin()
    def detach():
      if os.fork(): os._exit(0)
      os.setsid()
    # From a thread other than the first, whose children are listed apart.
    forker = threading.Thread(target=child, args=(lambda: None,)); forker.start()
    child(detach)
    start(); print(os.getpid(), file=out, flush=True); spin()
    """

  private func cpuTicks(_ pid: pid_t) throws -> [Substring] {
    let text = String(decoding: try Kernel.live.readFile("/proc/\(pid)/stat"), as: UTF8.self)
    return Array(text[text.lastIndex(of: ")")!...].split(separator: " ")[12...13])
  }

  @Test("BG4 every thread of every process of a suspended app is in state T, and uses no CPU time")
  func wholeFamily() throws {
    try withApp(ProcessesTestApp(python: Self.family)) { app throws in
      let pids = try app.lines(3).map { pid_t($0)! }
      var held = try frozen(app)
      #expect(Set(held.processes.map(\.pid)).isSuperset(of: pids))
      for pid in pids { #expect(stateLetters(of: pid) == ["T"]) }
      #expect(held.isStopped)
      let before = try pids.map(cpuTicks)
      usleep(50_000)
      #expect(try pids.map(cpuTicks) == before)
      held.thaw()
      #expect(!held.isStopped)
      try eventually { pids.allSatisfy { !stateLetters(of: $0).contains("T") } }
    }
  }

  @Test("BG4 a process that sleeps alone freezes on the first step, with nothing to wait for")
  func firstStep() throws {
    try withApp(ProcessesTestApp(["/bin/sleep", "100"])) { app throws in
      let held = try frozen(app)
      #expect(held.processes.map(\.pid) == [app.child.pid])
      #expect(stateLetters(of: app.child.pid) == ["T"])
    }
  }

  @Test("BG4 a fork in flight does not escape: nothing of an app that forks all the time runs once it is frozen")
  func forksInFlight() throws {
    let script = """
      import os, time
      print('ready', file=open(4, 'w'), flush=True)
      while True:
        if os.fork() == 0:
          time.sleep(0.001); os._exit(0)
        try:
          while os.waitpid(-1, os.WNOHANG)[0]: pass
        except ChildProcessError: pass
      """
    try withApp(ProcessesTestApp(python: script)) { app throws in
      try app.lines(1)
      for _ in 0..<50 {
        var held = try frozen(app)
        for process in held.processes { #expect(stateLetters(of: process.pid).isSubset(of: ["T", "Z"])) }
        let children = try ProcessTree.children(of: app.child.pid, kernel: .live)
        for pid in children { #expect(stateLetters(of: pid).isSubset(of: ["T", "Z"])) }
        held.thaw()
      }
    }
  }

  @Test("BG9 an app that someone outside continued is no longer stopped, and can be frozen again")
  func continuedFromOutside() async {
    // In a process of its own: a report is handed out only once, whoever's child it is about.
    await #expect(processExitsWith: .success) { try await Self.continueFromOutside() }
  }

  private static func continueFromOutside() throws {
    try withApp(ProcessesTestApp(["/bin/sleep", "100"])) { app throws in
      _ = stopChanges(kernel: .live)
      let held = try frozen(app)
      #expect(stopChanges(kernel: .live) == [StopChange(pid: app.child.pid, change: .stopped)])
      kill(app.child.pid, SIGCONT)
      try eventually { stopChanges(kernel: .live) == [StopChange(pid: app.child.pid, change: .continued)] }
      #expect(!held.isStopped)
      #expect(try frozen(app).isStopped)
    }
  }

  @Test("Looking for stops never reaps an exit")
  func stopsDoNotReap() async {
    // In a process of its own: a report is handed out only once, whoever's child it is about.
    await #expect(processExitsWith: .success) { try await Self.lookForStopsAfterExit() }
  }

  private static func lookForStopsAfterExit() throws {
    try withApp(ProcessesTestApp(shell: "exit 3")) { app throws in
      try waitForExit(of: app.child)
      #expect(stopChanges(kernel: .live).isEmpty)
      #expect(try app.waitForEnd().status == .exited(code: 3))
    }
  }

  @Test("A process killed while frozen is not frozen any more, and a thaw of what is gone does nothing")
  func killedWhileFrozen() throws {
    try withApp(ProcessesTestApp(["/bin/sleep", "100"])) { app throws in
      var held = try frozen(app)
      kill(app.child.pid, SIGKILL)
      try waitForExit(of: app.child)
      #expect(!held.isStopped)
      if case .success = try freeze(app) { Issue.record("froze a zombie") }
      #expect(try app.waitForEnd().status == .signaled(SIGKILL))
      #expect(!held.isStopped)
      held.thaw()
      #expect(try freeze(app).failure == .ended)
    }
  }

  @Test("SIGTERM to a stopped process does nothing until it is continued")
  func termWhileFrozen() throws {
    try withApp(ProcessesTestApp(["/bin/sleep", "100"])) { app throws in
      var held = try frozen(app)
      try app.child.signal(SIGTERM)
      #expect(try app.child.reap() == nil)
      #expect(held.isStopped)
      held.thaw()
      #expect(try app.waitForEnd().status == .signaled(SIGTERM))
    }
  }

  @Test("A freeze that half fails is undone: what was stopped runs again, whichever call failed with whatever errno")
  func errnoSweep() throws {
    let calls: [FailingKernel.Call] = [.openPidfd, .signal, .readFile, .numbers]
    let errnos: [Errno] = [
      .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .notPermitted, .permissionDenied, .ioError,
    ]
    try withApp(ProcessesTestApp(python: Self.family)) { app throws in
      let pids = try app.lines(3).map { pid_t($0)! }
      var failures = 0
      for call in calls {
        for errno in errnos {
          for passes in [0, 1, 2, 5] {
            let before = openPidfds()
            let kernel = FailingKernel(call, errno, after: passes)
            switch try freeze(app, kernel: kernel) {
            case .success(var held): held.thaw()
            case .failure(.refused(_, errno)), .failure(.unobservable(errno)): failures += 1
            case .failure(.timedOut): break
            case .failure(let other): Issue.record("\(call) \(errno): \(other)")
            }
            try eventually { pids.allSatisfy { !stateLetters(of: $0).contains("T") } }
            #expect(openPidfds() == before)
          }
        }
      }
      // Each call is made at least once by every freeze of this family.
      #expect(failures >= calls.count * errnos.count)
    }
  }

  @Test("That a process ends between two reads is normal, never a failure")
  func goneMeanwhile() throws {
    try withApp(ProcessesTestApp(python: Self.family)) { app throws in
      try app.lines(3)
      for errno in [Errno.noSuchProcess, .noSuchFileOrDirectory] {
        var held = try frozen(app, kernel: FailingKernel(.openPidfd, errno))
        held.thaw()
      }
    }
  }

  @Test("A process that never stops is given up after the limit, is named, and runs again")
  func limit() throws {
    try withApp(ProcessesTestApp(["/bin/sleep", "100"])) { app throws in
      let result = try freeze(app, kernel: DeafKernel())
      #expect(result.failure == .timedOut(app.child.pid))
      #expect(!stateLetters(of: app.child.pid).contains("T"))
    }
  }

  /// A hundred processes that do nothing.
  private static let crowd = """
    import os, signal
    for _ in range(100):
      if os.fork() == 0: signal.pause()
    os.write(4, b'ready\\n')
    signal.pause()
    """

  /// A kernel whose clock goes on by a millisecond each time it is asked.
  @MainActor private final class Slow: Kernel {
    private var time: UInt64 = 0
    override func now() -> UInt64 {
      time += 1_000_000
      return time
    }
    // No less passes than it says: others may have the processors.
    override func yield() { usleep(1000) }
  }

  @Test("BG4 an app of very many processes is stopped in turns, between which others have theirs")
  func turns() throws {
    try withApp(ProcessesTestApp(python: Self.crowd)) { app throws in
      try app.lines(1)
      let kernel = Slow()
      var freeze = Freeze(root: app.child, kernel: kernel)
      var turns = 0
      while case .again = freeze.advance() { turns += 1 }
      #expect(turns > 20, "a turn is two looks long")
      #expect(freeze.processes.count == 101)
      #expect(freeze.processes.allSatisfy { stateLetters(of: $0.pid) == ["T"] })
      freeze.thaw()
    }
  }

  @Test("BG4 an app of very many processes is stopped by one call, and continued by one, as a process group")
  func group() throws {
    /// Has nothing to say to a single process.
    @MainActor
    final class GroupsAlone: Kernel {
      override func send(_ signal: CInt, to process: Pidfd) throws(Errno) {
        if signal != SIGSTOP, signal != SIGCONT { try super.send(signal, to: process) }
      }
    }
    try withApp(ProcessesTestApp(python: Self.crowd)) { app throws in
      try app.lines(1)
      var held = try freeze(app, kernel: GroupsAlone()).get()
      let processes = held.processes
      #expect(processes.count == 101)
      #expect(processes.allSatisfy { stateLetters(of: $0.pid) == ["T"] })
      held.thaw()
      for process in processes { try eventually { !stateLetters(of: process.pid).contains("T") } }
    }
  }

  @Test(
    "BG5 an app of very many processes is looked at in turns, between which others have theirs; its end ends the look")
  func looks() throws {
    try withApp(ProcessesTestApp(python: Self.crowd)) { app throws in
      try app.lines(1)
      let held = try frozen(app)
      let loop = try EventLoop()
      let things = HeldThings(ownPlaces: [], sharedNodes: [])
      var found: Footprints?
      var isOver = false
      var others = 0
      let look = HoldingsLook(
        at: held.processes, for: things, isMeasuring: true, on: loop, kernel: Slow()
      ) { _, footprints in (isOver, found) = (true, footprints) }
      look.start()
      #expect(!isOver)
      while !isOver {
        try loop.post(priority: .request) { others += 1 }
        try loop.runOnce(timeout: .seconds(60))
      }
      #expect(others > 20)
      #expect(found.map { Set($0.each.keys) } == Set(held.processes.map(\.pid)))
      do {
        let dropped = HoldingsLook(
          at: held.processes, for: things, isMeasuring: true, on: loop, kernel: Slow()
        ) { _, _ in Issue.record("nobody waits for it") }
        dropped.start()
      }
      while try loop.runOnce(timeout: .zero) {}
    }
  }

  @Test("A freeze that is called off half way continues what it had stopped")
  func cancel() throws {
    try withApp(ProcessesTestApp(python: Self.family)) { app throws in
      let pids = try app.lines(3).map { pid_t($0)! }
      var freeze = Freeze(root: app.child, kernel: .live)
      _ = freeze.advance()
      freeze.thaw()
      try eventually { pids.allSatisfy { !stateLetters(of: $0).contains("T") } }
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    switch self {
    case .success: nil
    case .failure(let failure): failure
    }
  }
}
