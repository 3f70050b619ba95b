// The list of an app's processes that a look at their memory has: walked anew, or the last where there is no time.
import Glibc
import Linux
import SystemPackage
import Testing

@testable import Processes

@MainActor @Suite(.timeLimit(.minutes(40))) struct WalkedProcessesTests {
  /// The kernel, with so many times the threads of each process; to ask one for its children takes a millisecond.
  @MainActor private final class ManyThreads: Kernel {
    var time: UInt64 = 1_000_000_000
    var copies = 1
    private var lists = 0
    private var asked = 0
    private(set) var opened = 0

    override func openPidfd(_ pid: pid_t) throws(Errno) -> Pidfd {
      opened += 1
      return try super.openPidfd(pid)
    }

    override func numbers(in directory: String) throws(Errno) -> [pid_t] {
      let numbers = try super.numbers(in: directory)
      guard directory.hasSuffix("/task") else { return numbers }
      lists += 1
      return (0..<copies).flatMap { _ in numbers }
    }

    override func readStart(of path: String, atLeast limit: Int) throws(Errno) -> [UInt8] {
      if path.hasSuffix("/children") {
        asked += 1
        time += 1_000_000
      }
      return try super.readStart(of: path, atLeast: limit)
    }

    /// Processes whose threads were listed, and threads that were asked for their children.
    func work(_ body: () throws -> Void) rethrows -> [Int] {
      (lists, asked) = (0, 0)
      try body()
      return [lists, asked]
    }
  }

  private let kernel = ManyThreads()
  private let time: MeasuringTime

  init() {
    time = MeasuringTime { [kernel] in kernel.time }
  }

  private func withTwoProcesses(_ body: (ProcessesTestApp, pid_t) throws -> Void) throws {
    try withApp(ProcessesTestApp(shell: "sleep 100 & echo $! >&4; wait")) { app throws in
      try body(app, try #require(pid_t(try app.lines(1)[0])))
    }
  }

  @Test("An app of a few threads is walked whatever time is left")
  func few() throws {
    try withTwoProcesses { app, child in
      time.walks.spend { _ in kernel.time += 1_000_000_000 }
      var walked = WalkedProcesses()
      for _ in 0..<100 {
        let listed = try walked.list(below: app.child.pidfd, in: time, kernel: kernel)
        #expect(listed == ListedProcesses([app.child.pid, child]))
      }
    }
  }

  @Test("A walk that would meet too many processes of one thread each takes hold of none")
  func crowd() throws {
    let script = "n=0; while [ $n -lt 40 ]; do sleep 100 & n=$((n+1)); done; echo all >&4; wait"
    try withApp(ProcessesTestApp(shell: script)) { app throws in
      try app.lines(1)
      time.walks.spend { _ in kernel.time += 1_000_000_000 }
      var walked = WalkedProcesses()
      for _ in 0..<2 {
        let listed = try walked.list(below: app.child.pidfd, in: time, kernel: kernel)
        #expect(listed == ListedProcesses([app.child.pid], isCurrent: false) && kernel.opened == 0)
      }
      kernel.time += 10_000_000_000
      #expect(try walked.list(below: app.child.pidfd, in: time, kernel: kernel).pids.count == 41)
    }
  }

  @Test("The walks of apps of many threads share a time, and without any the last list of their processes holds")
  func many() throws {
    try withTwoProcesses { app, child in
      var (walked, other) = (WalkedProcesses(), WalkedProcesses())
      let now = ListedProcesses([app.child.pid, child])
      let older = ListedProcesses([app.child.pid, child], isCurrent: false)
      var listed: [ListedProcesses] = []
      @MainActor func list(_ walked: inout WalkedProcesses) throws -> [Int] {
        try kernel.work { listed.append(try walked.list(below: app.child.pidfd, in: time, kernel: kernel)) }
      }
      var work = [try list(&walked)]
      kernel.copies = 20
      // Its threads are too many for a walk in any case, which finds that out; and then there is time.
      work.append(try list(&walked))
      work.append(try list(&walked))
      work.append(try list(&other))
      #expect(work == [[2, 2], [3, 40], [0, 0], [1, 0]])
      #expect(listed == [now, now, older, ListedProcesses([app.child.pid], isCurrent: false)])
      kernel.time += 1_000_000_000
      work = [try list(&other), try list(&walked)]
      #expect(work == [[2, 40], [0, 0]])
      kernel.time += 1_000_000_000
      kernel.copies = 1
      work = [try list(&walked)]
      time.walks.spend { _ in kernel.time += 1_000_000_000 }
      work.append(try list(&walked))
      #expect(work == [[2, 2], [2, 2]], "it has few again")
      #expect(listed.dropFirst(4) == [now, older, now, now])
    }
  }

  @Test(
    "A killed app of many threads holds what it held while there is no time to walk its tree; its threads are listed once"
  )
  func killed() throws {
    try withTwoProcesses { app, child in
      time.crowds.spend { _ in kernel.time += 1_000_000_000 }
      kernel.copies = 20
      var left = Footprints(each: [app.child.pid: Footprint(anonymous: 4096)])
      @MainActor func look() throws -> [Int] {
        try kernel.work {
          left = try Footprints.measure(leftOf: left, app.child, strays: { _ in true }, in: time, kernel: kernel)
        }
      }
      let work = [try look(), try look()]
      #expect(work == [[1, 0], [0, 0]])
      #expect(left.sum.total == 4096)
      kernel.time += 10_000_000_000
      let walk = try look()
      #expect(walk == [2, 40])
      #expect(left.each.keys.sorted() == [app.child.pid, child].sorted())
    }
  }

  @Test("A look that must miss no process walks an app of many threads, whatever time is left")
  func unlimited() throws {
    try withTwoProcesses { app, child in
      time.walks.spend { _ in kernel.time += 1_000_000_000 }
      kernel.copies = 20
      var walked = WalkedProcesses()
      let listed = try walked.list(below: app.child.pidfd, in: .unlimited, kernel: kernel)
      #expect(listed == ListedProcesses([app.child.pid, child]))
    }
  }
}
