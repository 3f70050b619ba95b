// An app of many processes or threads one of which is slow to stop: the rest is not looked at for each look at that one.
import Glibc
import LifecycleModel
import SystemPackage
import Testing

@testable import Linux
@testable import Processes

@MainActor @Suite(.serialized) struct SlowStopTests {
  private static let count = 30
  private static let children = """
    import os, signal
    for _ in range(\(count)):
      if os.fork() == 0:
        os.write(4, b'%d\\n' % os.getpid())
        signal.pause()
    signal.pause()
    """

  /// Shows one process as running at so many looks at it, as on a machine that has no time for it.
  @MainActor private final class Busy: Kernel {
    private let slow: pid_t
    private var looks: Int
    /// Something that happens at the last of them.
    private let atLast: () -> Void
    /// The looks at others that have stopped.
    private(set) var others = 0

    init(_ slow: pid_t, looks: Int, atLast: @escaping () -> Void) {
      (self.slow, self.looks, self.atLast) = (slow, looks, atLast)
      super.init()
    }

    override func readStart(of path: String, atLeast limit: Int) throws(Errno) -> [UInt8] {
      var bytes = try super.readStart(of: path, atLeast: limit)
      guard path.hasSuffix("/stat"), let name = bytes.lastIndex(of: UInt8(ascii: ")")) else { return bytes }
      let state = name + 2
      if path != "/proc/\(slow)/stat" {
        if bytes[state] == UInt8(ascii: "T") { others += 1 }
      } else if looks > 0 {
        bytes[state] = UInt8(ascii: "R")
        looks -= 1
        if looks == 0 { atLast() }
      }
      return bytes
    }
  }

  @Test("BG4 a process that is slow to stop is waited for alone; what it has continued meanwhile is stopped again")
  func slow() throws {
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(python: Self.children, in: cgroup)) { app throws in
        let pids = try app.lines(Self.count).map { pid_t($0)! }
        for pid in pids { try eventually { stateLetters(of: pid) == ["S"] } }
        let kernel = Busy(pids[Self.count / 2], looks: 100) {
          kill(pids[0], SIGCONT)
          try? eventually { stateLetters(of: pids[0]) == ["S"] }
        }
        let held = try freeze(app, in: AppCgroup(path: cgroup.path, kernel: kernel), kernel: kernel).get()
        #expect(Set(held.processes.map(\.pid)) == Set(pids + [app.child.pid]))
        #expect(held.processes.allSatisfy { stateLetters(of: $0.pid) == ["T"] })
        // Each once before that one has stopped, once after it, and once after the continued one.
        #expect(kernel.others <= 4 * Self.count)
      }
    }
  }

  /// Has heard of no stop, and shows the last of the threads as running at so many looks at it.
  @MainActor private final class BusyThread: Kernel {
    private var looks: Int
    private(set) var others = 0
    private var last: pid_t?

    init(looks: Int) {
      self.looks = looks
      super.init()
    }

    override func hasStopped(child: Pidfd) -> Bool? { looks == 0 ? super.hasStopped(child: child) : false }

    override func readStart(of path: String, atLeast limit: Int) throws(Errno) -> [UInt8] {
      var bytes = try super.readStart(of: path, atLeast: limit)
      let parts = path.split(separator: "/")
      guard parts.count == 5, parts[2] == "task", let pid = pid_t(parts[1]), let thread = pid_t(parts[3]),
        let name = bytes.lastIndex(of: UInt8(ascii: ")"))
      else { return bytes }
      if last == nil { last = try numbers(in: "/proc/\(pid)/task").last }
      if thread != last {
        others += 1
      } else if looks > 0 {
        bytes[name + 2] = UInt8(ascii: "R")
        looks -= 1
      }
      return bytes
    }
  }

  @Test("BG4 as long as the last of an app's threads runs, no other is looked at") func slowThread() throws {
    let program = """
      import os, threading, time
      for _ in range(\(Self.count)): threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
      os.write(4, b'ready\\n')
      time.sleep(1000)
      """
    try withApp(ProcessesTestApp(python: program)) { app throws in
      try app.lines(1)
      let kernel = BusyThread(looks: 100)
      let held = try freeze(app, kernel: kernel).get()
      #expect(stateLetters(of: held.processes[0].pid) == ["T"])
      #expect(kernel.others == 0)
    }
  }

  @Test("BG4 a child that has stopped, as the kernel has told once, counts as stopped until it is continued")
  func told() throws {
    try withApp(ProcessesTestApp(shell: "echo >&4; sleep 1000")) { app throws in
      try app.lines(1)
      let (kernel, child) = (Kernel(), app.child.pidfd)
      #expect(kernel.hasStopped(child: child) == false)
      for _ in 1...3 {
        try kernel.send(SIGSTOP, to: child)
        try eventually { kernel.hasStopped(child: child) == true }
        #expect(try kernel.nextStopChange(of: child.pid)?.change == .stopped)
        #expect(kernel.hasStopped(child: child) == true)
        try kernel.send(SIGCONT, to: child)
        #expect(kernel.hasStopped(child: child) == false)
        #expect(try kernel.nextStopChange(of: child.pid)?.change == .continued)
        #expect(kernel.hasStopped(child: child) == false)
      }
      // Continued and stopped again before anybody asks: there is news of the second stop.
      try kernel.send(SIGSTOP, to: child)
      try eventually { kernel.hasStopped(child: child) == true }
      _ = try kernel.nextStopChange(of: child.pid)
      try kernel.send(SIGCONT, to: child)
      try kernel.send(SIGSTOP, to: child)
      try eventually { kernel.hasStopped(child: child) == true }
    }
    #expect(Kernel.live.hasStopped(child: try Kernel.live.openPidfd(1)) == nil)
  }
}
