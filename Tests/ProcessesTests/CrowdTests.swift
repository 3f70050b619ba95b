// An app of very many processes: the work that it makes in one turn of the loop, counted in calls of the kernel.
import Glibc
import LifecycleModel
import Linux
import SystemPackage
import Systemd
import Testing

@testable import Processes

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct CrowdTests {
  private static let size = 600
  /// Some of them lead sessions of their own, which a signal to the group does not reach.
  private static let crowd = """
    import os, signal
    for number in range(\(size)):
      if os.fork() == 0:
        if number % 4 == 0: os.setsid()
        os.write(4, b'%d\\n' % os.getpid())
        signal.pause()
    signal.pause()
    """

  /// Counts its calls. A turn that is bounded by time has 40 looks at the clock.
  @MainActor private final class Counting: Kernel {
    private(set) var calls = 0
    private var time: UInt64 = 0

    override func now() -> UInt64 {
      time += 50_000
      return time
    }
    override func openPidfd(_ pid: pid_t) throws(Errno) -> Pidfd {
      calls += 1
      return try super.openPidfd(pid)
    }
    override func send(_ signal: CInt, to process: Pidfd) throws(Errno) {
      calls += 1
      try super.send(signal, to: process)
    }
    override func isInGroup(_ process: Pidfd, of leader: Pidfd) -> Bool {
      calls += 1
      return super.isInGroup(process, of: leader)
    }
    override func readStart(of path: String, atLeast limit: Int) throws(Errno) -> [UInt8] {
      calls += 1
      return try super.readStart(of: path, atLeast: limit)
    }
  }

  /// A control request that comes while the app is suspended, looked at or thawed waits for so many calls at most: of
  /// each of 128 processes one that opens it, one that asks for its group, and one that stops it, twice; and some more.
  private static let most = 4 * crowdPerTurn + 64

  @Test(
    "BG4 BG5 an app of very many processes makes no turn of the loop long when it is suspended, looked at and thawed")
  func turns() throws {
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(python: Self.crowd, in: cgroup)) { app throws in
        let pids = try app.lines(Self.size).map { pid_t($0)! }
        let kernel = Counting()
        let counted = AppCgroup(path: cgroup.path, kernel: kernel)
        let loop = try EventLoop()
        var longest = 0
        @MainActor func turn(_ work: () throws -> Void) rethrows {
          let before = kernel.calls
          try work()
          longest = max(longest, kernel.calls - before)
        }
        @MainActor func turns(until isDone: () -> Bool) throws {
          while !isDone() { try turn { try loop.runOnce(timeout: .seconds(60)) } }
        }

        var found: Footprints?
        let unheld = try #require(UnheldProcesses(below: app.child.pidfd, in: counted))
        let look = HoldingsLook(
          at: [app.child.pidfd], and: unheld, for: HeldThings(ownPlaces: [], sharedNodes: []),
          isMeasuring: true, on: loop, kernel: kernel
        ) { found = $1 }
        turn { look.start() }
        try turns { found != nil }
        #expect(found.map { Set($0.each.keys) } == Set(pids + [app.child.pid]))
        #expect(longest < Self.most, "a look")

        var change: SuspensionChange?
        longest = 0
        let suspension = SignalSuspension(of: app.child, sealedBy: counted, on: loop, kernel: kernel) { change = $0 }
        turn { suspension.start() }
        try turns { change != nil }
        #expect(change == .suspended && Set(suspension.processes.map(\.pid)) == Set(pids + [app.child.pid]))
        #expect(pids.allSatisfy { stateLetters(of: $0) == ["T"] })
        #expect(longest < Self.most, "a suspension")

        longest = 0
        turn { suspension.thaw() }
        var others = 0
        while pids.contains(where: { stateLetters(of: $0) == ["T"] }) {
          try loop.post(priority: .request) { others += 1 }
          try turn { try loop.runOnce(timeout: .seconds(60)) }
        }
        #expect(others > 0 && longest < Self.most, "a thaw")
      }
    }
  }

  @Test("BG4 a crowd that is suspended again while some of it are still to be continued stays so")
  func suspendedAgain() throws {
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(python: Self.crowd, in: cgroup)) { app throws in
        let pids = try app.lines(Self.size).map { pid_t($0)! }
        let told = try ToldSuspension()
        do {
          let first = try sealed(app, cgroup, told)
          first.thaw()
          try told.wait { !first.isToThaw }
          told.changes = []
        }
        // Nobody holds the first any more, as when its app is suspended anew.
        let second = try sealed(app, cgroup, told)
        try told.settle()
        #expect(pids.allSatisfy { stateLetters(of: $0) == ["T"] })
        // As a daemon does that another program replaces.
        second.thaw()
        second.finishThaw()
        try eventually { pids.allSatisfy { stateLetters(of: $0) != ["T"] } }
      }
    }
  }
}
