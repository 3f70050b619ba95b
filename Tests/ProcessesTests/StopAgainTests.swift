// An app that something outside has sent SIGCONT while a seal holds it: it looks stopped again, and has run nothing.
import Foundation
import Linux
import SystemPackage
import Testing

@testable import Processes

@MainActor @Suite(.serialized) struct StopAgainTests {
  /// Two processes and three more threads, each of which counts in a file as fast as it can.
  private static func counting(in path: String) -> String {
    """
    import mmap, os, threading
    file = os.open('\(path)', os.O_RDWR)
    counts = mmap.mmap(file, 4096)
    def count(place):
      while True: counts[place] = (counts[place] + 1) % 256
    out = open(4, 'w')
    if os.fork() == 0:
      print(os.getpid(), file=out, flush=True); count(0)
    for place in range(1, 4): threading.Thread(target=count, args=(place,), daemon=True).start()
    print(os.getpid(), file=out, flush=True); count(4)
    """
  }

  @Test("BG4 BG9 under the seal a SIGCONT from outside is undone: state T for everybody, no line run, nobody told")
  func stopAgain() throws {
    let path = "/tmp/roost-counts-\(getpid())"
    try Data(count: 4096).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    func counts() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(python: Self.counting(in: path), in: cgroup)) { app throws in
        let pids = try app.lines(2).map { pid_t($0)! }
        let told = try ToldSuspension()
        let suspension = try sealed(app, cgroup, told)
        let before = try counts()
        for round in 1...20 {
          // Sometimes one of them alone.
          for pid in round.isMultiple(of: 3) ? [app.child.pid] : pids { kill(pid, SIGCONT) }
          try eventually { stateLetters(of: app.child.pid) == ["S"] }
          #expect(suspension.isInForce)
          suspension.stopAgain()
          try told.wait { cgroup.isToFreeze && pids.allSatisfy { stateLetters(of: $0) == ["T"] } }
          #expect(try counts() == before, "round \(round)")
        }
        #expect(told.changes == [.suspended])
        #expect(Set(suspension.processes.map(\.pid)) == Set(pids))
        // The seal is watched as before, and both are undone together.
        for pid in pids { kill(pid, SIGCONT) }
        try cgroup.thaw()
        try told.wait(for: 2)
        #expect(told.changes == [.suspended, .continued])
        suspension.thawNow()
        try eventually { try counts() != before }
      }
    }
  }

  @Test("BG9 an app that cannot be stopped again runs, and its owner is told that something continued it")
  func fails() throws {
    @MainActor final class Refusing: Kernel {
      var refuses = false
      override func send(_ signal: CInt, to process: Pidfd) throws(Errno) {
        if refuses, signal == SIGSTOP { throw .notPermitted }
        try super.send(signal, to: process)
      }
      override func sendToGroup(_ signal: CInt, of leader: Pidfd) throws(Errno) -> Bool {
        try send(signal, to: leader)
        return false
      }
    }
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(["/bin/sleep", "100"], in: cgroup)) { app throws in
        let told = try ToldSuspension()
        let kernel = Refusing()
        let suspension = try sealed(app, cgroup, kernel: kernel, told)
        kill(app.child.pid, SIGCONT)
        try eventually { stateLetters(of: app.child.pid) == ["S"] }
        kernel.refuses = true
        suspension.stopAgain()
        try told.wait(for: 2)
        #expect(told.changes == [.suspended, .continued])
        #expect(!cgroup.isToFreeze && !suspension.isInForce)
      }
    }
  }
}
