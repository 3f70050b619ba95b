// The processes that run, by their pids: the kernel gives the pid of one that has been reaped to another.
import AppLink
import LifecycleModel
import Linux
import SystemPackage
import Testing

@testable import Processes
@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(40))) struct LiveProcessesTests {
  @Test("A process that has got the pid of one before it is still found by it when that has gone")
  func samePid() throws {
    try withSleepingProcess(.live) { first, loop in
      let pid = first.child.pid
      let child = ChildProcess(Pidfd(pid: pid, descriptor: try Sys.openPidfd(pid)), kernel: .live)
      let second = try LiveProcess(
        ProcessIdentity(
          serial: ProcessSerial(number: 2), app: AppID("c.d"), pid: pid, startTime: try child.startTime(),
          executable: "/bin/sleep", events: 0, replies: 0),
        child: child, channel: Silent(), pressure: nil, heldThings: { HeldThings(ownPlaces: [], sharedNodes: []) },
        loop: loop, kernel: .live, debugging: { .none }, submit: { _ in }, exited: {})
      defer { second.close() }
      let processes = LiveProcesses()
      processes.add(first)
      processes.add(second)
      processes.remove(first)
      #expect(processes[pid: pid] === second)
      processes.remove(second)
      #expect(processes[pid: pid] == nil)
    }
  }
}
