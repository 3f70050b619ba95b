// The end of an app's whole tree, the orphans that ended apps leave, and what all of them weigh.
import Glibc
import LifecycleModel
import Linux
import SystemPackage
import Testing

@testable import Processes

/// Each test about orphans runs in a process of its own (an exit test): like the daemon, it must be alone with its
/// children, and other tests have some too.
@MainActor
@Suite(.serialized)
struct ProcessesKillTests {
  /// Ends every child of this process that is left over, as the daemon does with orphans.
  private static func sweep() throws -> Int {
    var count = 0
    for _ in 0..<100 {
      let orphans = try Orphans.find(knownRoots: [], kernel: .live)
      if orphans.isEmpty { break }
      for orphan in orphans {
        Kill.tree(root: orphan, kernel: .live)
        try waitForExit(of: orphan)
        #expect(try orphan.reap() != nil)
        count += 1
      }
    }
    return count
  }

  @Test("Kill ends every process of an app, frozen or not, also one that has left its session and one that forks on")
  func wholeTree() async {
    await #expect(processExitsWith: .success) { try await Self.killWholeTree() }
  }

  private static func killWholeTree() throws {
    try Orphans.becomeSubreaper(kernel: .live)
    let script = """
      import os, time
      out = open(4, 'w')
      def child(work):
        if os.fork() == 0: work()
      def detached():
        if os.fork(): os._exit(0)
        os.setsid(); print(os.getpid(), file=out, flush=True); time.sleep(100)
      def forking():
        print(os.getpid(), file=out, flush=True)
        while True:
          if os.fork() == 0: time.sleep(0.001); os._exit(0)
          try:
            while os.waitpid(-1, os.WNOHANG)[0]: pass
          except ChildProcessError: pass
      child(detached); child(forking)
      print(os.getpid(), file=out, flush=True); time.sleep(100)
      """
    let before = openPidfds()
    for isSuspended in [false, true] {
      try withApp(ProcessesTestApp(python: script)) { app throws in
        let pids = try app.lines(3).map { pid_t($0)! }
        let tree = isSuspended ? try frozen(app) : nil
        Kill.tree(root: app.child, kernel: .live)
        // Killed by the walk already, before anyone looks for orphans.
        try eventually { pids.allSatisfy { stateLetters(of: $0).isSubset(of: ["Z", "X"]) } }
        #expect(try app.waitForEnd().status == .signaled(SIGKILL))
        _ = try sweep()
        #expect(!pids.contains(where: exists))
        #expect(tree?.isStopped != true)
      }
    }
    // The thread that releases memory may hold one a little longer.
    try eventually { openPidfds() == before }
    #expect(try ownChildren().isEmpty)
  }

  @Test("Kill reaches the root whichever other call fails, and what it missed becomes an orphan that is found")
  func killWithFailures() async {
    await #expect(processExitsWith: .success) { try await Self.killOnFailingKernel() }
  }

  private static func killOnFailingKernel() throws {
    try Orphans.becomeSubreaper(kernel: .live)
    for call in FailingKernel.Call.allCases {
      try withApp(ProcessesTestApp(shell: "sleep 100 & echo $! >&4; wait")) { app throws in
        let pid = pid_t(try app.lines(1)[0])!
        Kill.tree(root: app.child, kernel: FailingKernel(call, .tooManyOpenFiles))
        #expect(try app.waitForEnd().status == .signaled(SIGKILL))
        _ = try sweep()
        #expect(!exists(pid))
      }
    }
  }

  @Test("An orphan inside a living app stays below it; once the app has ended it is the daemon's, and is found")
  func orphans() async {
    await #expect(processExitsWith: .success) { try await Self.findOrphan() }
  }

  private static func findOrphan() throws {
    try Orphans.becomeSubreaper(kernel: .live)
    try withApp(ProcessesTestApp(shell: "(sleep 100 & echo $! >&4); read line <&3")) { app throws in
      let orphan = pid_t(try app.lines(1)[0])!
      // Once the subshell between them has ended.
      try eventually { try ProcessTree.children(of: app.child.pid, kernel: .live) == [orphan] }
      #expect(try Orphans.find(knownRoots: [app.child.pid], kernel: .live).isEmpty)
      write(app.events, "\n", 1)
      #expect(try app.waitForEnd().status == .exited(code: 0))
      #expect(try Orphans.find(knownRoots: [], kernel: .live).map(\.pid) == [orphan])
      #expect(try sweep() == 1)
      #expect(!exists(orphan))
    }
  }

  @Test("The footprint counts every process of the app")
  func footprint() throws {
    let script = """
      import os, mmap, time
      out = open(4, 'w')
      if os.fork() == 0:
        ballast = bytearray(os.urandom(1)) * (30 << 20)
        print('child', file=out, flush=True); time.sleep(100)
      shared = mmap.mmap(-1, 20 << 20); shared.write(b'x' * (20 << 20))
      print('parent', file=out, flush=True); time.sleep(100)
      """
    try withApp(ProcessesTestApp(python: script)) { app throws in
      try app.lines(2)
      let footprint = try Footprints.measure(app.child, kernel: .live).sum
      #expect(footprint.anonymous >= 30 << 20)
      #expect(footprint.anonymous < 80 << 20)
      #expect((20 << 20..<25 << 20).contains(footprint.shared))
      #expect(footprint.total == footprint.anonymous + footprint.shared + footprint.swapped)
      Kill.tree(root: app.child, kernel: .live)
      _ = try app.waitForEnd()
      #expect(try Footprints.measure(app.child, kernel: .live) == Footprints())
    }
  }

  @Test("Page tables count: those of the page of zeros may be all that an app has, and fill the machine")
  func pageTables() throws {
    let script = """
      import ctypes, time
      libc = ctypes.CDLL(None)
      libc.mmap.restype = ctypes.c_void_p
      tables = 4096
      start = libc.mmap(None, ctypes.c_size_t(tables << 21), 1, 0x4022, -1, ctypes.c_long(0))
      libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(tables << 21), 15)
      for table in range(tables): ctypes.c_byte.from_address(start + (table << 21)).value
      print('read', file=open(4, 'w'), flush=True); time.sleep(100)
      """
    try withApp(ProcessesTestApp(python: script)) { app throws in
      try app.lines(1)
      #expect(try Footprints.measure(app.child, kernel: .live).sum.anonymous >= 16 << 20)
    }
  }

  @Test("Only the lines that count are read from a status file, and odd text adds nothing")
  func footprintText() {
    let lines =
      "Name:\tRssAnon: 7\nPPid:\t12\nVmPTE:\t 4 kB\nRssAnon:\t 6 kB\nRssFile:\t 99 kB\nRssShmem:\t2 kB\nVmSwap:\t 3 kB\n"
    let status = MemoryStatus(Array(lines.utf8))
    #expect(status.footprint == Footprint(anonymous: 10 << 10, shared: 2 << 10, swapped: 3 << 10))
    #expect(status.footprint.total == 15 << 10 && status.footprint.resident == 12 << 10)
    #expect(status.stage == .living && status.parent == 12)
    for number in ["99999999999999999999", "18446744073709551615", "", "much"] {
      #expect(MemoryStatus(Array("State:\tR\nRssAnon:\t\(number) kB\nVmSwap\n\n:::".utf8)).footprint == Footprint())
    }
    #expect(MemoryStatus(Array("State:\tZ (zombie)\nPPid:\t1\n".utf8)).stage == .gone)
    #expect(MemoryStatus(Array("State:\tR (running)\nPPid:\t1\n".utf8)).stage == .leaving)
  }

  @Test(
    "ME4 what was killed counts with all that it held until the kernel has it back, also what it left to the daemon")
  func leaving() async {
    await #expect(processExitsWith: .success) { try await Self.watchLeaving() }
  }

  private static func watchLeaving() throws {
    try Orphans.becomeSubreaper(kernel: .live)
    let script = """
      import os, time
      out = open(4, 'w')
      if os.fork() == 0:
        ballast = bytearray(b'x') * (200 << 20)
        print(os.getpid(), file=out, flush=True); time.sleep(100)
      time.sleep(100)
      """
    try withApp(ProcessesTestApp(python: script)) { app throws in
      let child = pid_t(try app.lines(1)[0])!
      let before = try Footprints.measure(app.child, kernel: .live)
      let size = try #require(before.each[child]?.total)
      #expect(size >= 200 << 20)
      Kill.tree(root: app.child, kernel: .live)
      var left: UInt64
      repeat {
        left =
          try Footprints.measure(app.child, before: before, strays: { _ in false }, kernel: .live).each[child]?.total
          ?? 0
        // All memory that is said to be back is back: a zombie has given back everything, and so has a process that is
        // no more.
        if left == 0 { #expect(stateLetters(of: child).isSubset(of: ["Z", "X"])) }
      } while left > 0
      #expect(
        try Footprints.measure(app.child, before: before, strays: { $0 == child }, kernel: .live).each[child] == nil)
    }
    _ = try sweep()
  }

  @Test("ME4 a process that the kernel no longer tells of, but has not ended, holds what it held")
  func silent() throws {
    final class Silent: Kernel {
      override func readStart(of path: String, atLeast limit: Int) throws(Errno) -> [UInt8] {
        if path.hasSuffix("/status") { return Array("State:\tD (disk sleep)\nPPid:\t1\n".utf8) }
        return try super.readStart(of: path, atLeast: limit)
      }
    }
    try withApp(ProcessesTestApp(["/bin/sleep", "100"])) { app throws in
      let before = try Footprints.measure(app.child, kernel: .live)
      #expect(before.sum.total > 0)
      #expect(try Footprints.measure(app.child, before: before, kernel: Silent()) == before)
      #expect(try Footprints.measure(app.child, kernel: Silent()).sum.total == 0)
    }
  }

  @Test("A process may have any name: spaces and parentheses do not confuse its status")
  func statusText() {
    let tail = " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4242 20"
    let status = ProcessStatus(Array("12 (a) R 9 (b)) T\(tail)".utf8))
    #expect(status?.state == .stopped)
    #expect(status?.parent == 1)
    #expect(status?.startTime == 4242)
    #expect(ProcessStatus(Array("12 (a) t\(tail)".utf8))?.state == .traced)
    for text in ["", "12", "12 (a", "12 (a) T", "12 (a) T x\(tail)"] {
      #expect(ProcessStatus(Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test("Without lists of children in /proc the tree is found by one look at all processes")
  func census() throws {
    final class WithoutLists: Kernel {
      override func readFile(_ path: String) throws(Errno) -> [UInt8] {
        if path.hasSuffix("/children") { throw .noSuchFileOrDirectory }
        return try super.readFile(path)
      }
    }
    try withApp(ProcessesTestApp(shell: "sleep 100 & echo $! >&4; wait")) { app throws in
      let pid = pid_t(try app.lines(1)[0])!
      var tree = ProcessTree(root: app.child.pidfd, kernel: WithoutLists())
      #expect(try tree.findNew().map(\.pid) == [pid])
      #expect(try tree.findNew().isEmpty)
    }
  }
}
