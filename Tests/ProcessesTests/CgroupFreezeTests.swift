// Suspending with a real cgroup: by its freezer alone, or as a seal on SIGSTOP; and a cgroup that will not do it.
import Foundation
import LifecycleModel
import Linux
import SystemPackage
import Systemd
import Testing

@testable import Processes

@MainActor @Suite(.serialized) struct CgroupFreezeTests {
  private func cpuTicks(_ pid: pid_t) throws -> [Substring] {
    let text = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    return Array(text[text.lastIndex(of: ")")!...].split(separator: " ")[12...13])
  }

  /// Waits until it uses processor time. On a busy machine a process has to wait for its turn.
  private func waitUntilItRuns(_ pid: pid_t) throws {
    let before = try cpuTicks(pid)
    try eventually { try cpuTicks(pid) != before }
  }

  /// The stack pointer and the instruction at which each thread stands (proc_pid_syscall(5)); nil while one runs.
  /// Ticks do not tell whether a line was run: the kernel's own work on a signal can complete one.
  private func positions(_ pid: pid_t) throws -> [[Substring]]? {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task").sorted()
    try #require(!threads.isEmpty)
    let calls = try threads.map { try String(contentsOfFile: "/proc/\(pid)/task/\($0)/syscall", encoding: .utf8) }
    if calls.contains(where: { $0.hasPrefix("running") }) { return nil }
    return calls.map { $0.split(whereSeparator: \.isWhitespace).suffix(2) }
  }

  private func runs(_ pid: pid_t) throws -> Bool {
    guard let before = try positionsAtRest(pid) else { return true }
    usleep(50_000)
    return try positionsAtRest(pid) != before
  }

  /// Nil of one that runs all the time. A frozen thread is woken for a signal, and waits for a processor before it sleeps again; no line
  /// of the program is run meanwhile.
  private func positionsAtRest(_ pid: pid_t) throws -> [[Substring]]? {
    let deadline = monotonicNow() + 5_000_000_000
    while monotonicNow() < deadline {
      if let positions = try positions(pid) { return positions }
      usleep(1000)
    }
    return nil
  }

  /// Two processes, both busy, and three more threads in the first.
  private static let busy = """
    import os, threading
    def spin():
      while True: pass
    out = open(4, 'w')
    if os.fork() == 0:
      print(os.getpid(), file=out, flush=True); spin()
    for _ in range(3): threading.Thread(target=spin, daemon=True).start()
    print(os.getpid(), file=out, flush=True); spin()
    """

  // MARK: SIGSTOP under a seal

  @Test("BG4 with a cgroup every thread is in state T, the kernel says frozen as well, and a thaw undoes both")
  func sealedStop() throws {
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(python: Self.busy, in: cgroup)) { app throws in
        let pids = try app.lines(2).map { pid_t($0)! }
        let told = try ToldSuspension()
        for round in 1...20 {
          told.changes = []
          let suspension = try sealed(app, cgroup, told)
          #expect(Set(suspension.processes.map(\.pid)) == Set(pids))
          for pid in pids { #expect(stateLetters(of: pid) == ["T"], "round \(round)") }
          try eventually { isFrozen(cgroup) }
          #expect(suspension.isInForce)
          // Of all that someone outside sends nothing may be left afterwards.
          if round.isMultiple(of: 2) { kill(app.child.pid, SIGSTOP) }
          suspension.thawNow()
          #expect(!cgroup.isToFreeze && !suspension.isInForce)
          try eventually { pids.allSatisfy { stateLetters(of: $0).isDisjoint(with: ["T"]) } }
          try told.settle()
          #expect(told.changes == [.suspended])
        }
        for pid in pids { try waitUntilItRuns(pid) }
      }
    }
  }

  @Test("BG9 under the seal a SIGCONT from outside runs no line, a lifted seal is set again, both together are told")
  func outsiders() throws {
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(python: Self.busy, in: cgroup)) { app throws in
        let pids = try app.lines(2).map { pid_t($0)! }
        let told = try ToldSuspension()
        // The owner lets go of it before it suspends the app from scratch: it would tell of that one's seal as well.
        var suspension: SignalSuspension? = try sealed(app, cgroup, told)
        try told.settle()
        try cgroup.thaw()
        try told.wait { cgroup.isToFreeze }
        for pid in pids { #expect(stateLetters(of: pid) == ["T"]) }

        let before = try pids.map(positions)
        for pid in pids { kill(pid, SIGCONT) }
        try eventually { try pids.allSatisfy { try positions($0) != nil } }
        #expect(try !pids.contains(where: runs))
        #expect(try pids.map(positions) == before)
        #expect(suspension?.isInForce == true && isFrozen(cgroup))
        #expect(told.changes == [.suspended])

        try cgroup.thaw()
        try told.wait(for: 2)
        #expect(told.changes == [.suspended, .continued])
        // As the owner does, from scratch: a process that runs, or sleeps frozen, is stopped again.
        suspension = nil
        told.changes = []
        let again = try sealed(app, cgroup, told)
        for pid in pids { #expect(stateLetters(of: pid) == ["T"]) }
        again.thawNow()
        for pid in pids { try waitUntilItRuns(pid) }
      }
    }
  }

  @Test("BG4 an app that is frozen already is stopped as well, and runs no line on the way")
  func frozenBefore() throws {
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(python: Self.busy, in: cgroup)) { app throws in
        let pids = try app.lines(2).map { pid_t($0)! }
        try cgroup.freeze()
        try eventually { isFrozen(cgroup) }
        let before = try pids.map(positions)
        let suspension = try sealed(app, cgroup, ToldSuspension())
        for pid in pids { #expect(stateLetters(of: pid) == ["T"]) }
        #expect(try pids.map(positions) == before)
        suspension.thawNow()
      }
    }
  }

  /// On a busy machine two hundred processes may want more time than one suspension has.
  private func sealedInTime(_ app: ProcessesTestApp, _ cgroup: AppCgroup) throws -> SignalSuspension {
    for _ in 0..<4 {
      let told = try ToldSuspension()
      let suspension = SignalSuspension(of: app.child, sealedBy: cgroup, on: told.loop, kernel: .live) {
        told.changes.append($0)
      }
      suspension.start()
      try told.wait(for: 1)
      if told.changes == [.suspended] { return suspension }
      suspension.thawNow()
    }
    return try sealed(app, cgroup, ToldSuspension())
  }

  @Test("BG4 a cgroup that is frozen for a stop, and thawed by somebody else, delays the suspension no longer")
  func thawedMeanwhile() throws {
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(["/bin/sleep", "100"], in: cgroup)) { app throws in
        // The first turn takes longer than it waits before it freezes, and whoever begins a suspension thaws the cgroup.
        let suspension = try sealed(app, cgroup, kernel: DeafKernel(toStops: 5), ToldSuspension())
        #expect(stateLetters(of: app.child.pid) == ["T"])
        suspension.thawNow()
      }
    }
  }

  @Test("BG4 with a cgroup two hundred processes that continue each other are stopped all the same")
  func continuingEachOther() throws {
    let script = """
      import mmap, os, signal, struct, time
      count = 200
      pids = mmap.mmap(-1, 4 * count)
      def others():
        return [pid for pid in struct.unpack(f'{count}i', pids[:]) if pid]
      for number in range(count):
        if os.fork() == 0:
          os.setsid()
          pids[4 * number:4 * number + 4] = struct.pack('i', os.getpid())
          while len(others()) < count: time.sleep(0.01)
          while True:
            for pid in others(): os.kill(pid, signal.SIGCONT)
      while len(others()) < count: time.sleep(0.01)
      os.write(4, b'ready\\n')
      signal.pause()
      """
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(python: script, in: cgroup)) { app throws in
        try app.lines(1)
        for _ in 0..<3 {
          let suspension = try sealedInTime(app, cgroup)
          #expect(suspension.processes.count == 201)
          for process in suspension.processes { #expect(stateLetters(of: process.pid) == ["T"]) }
          suspension.thawNow()
        }
      }
    }
  }

  @Test("BG4 where one does not stop in time, the cgroup keeps all of it from running until a thaw")
  func late() throws {
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(python: Self.busy, in: cgroup)) { app throws in
        let pids = try app.lines(2).map { pid_t($0)! }
        let told = try ToldSuspension()
        let suspension = SignalSuspension(of: app.child, sealedBy: cgroup, on: told.loop, kernel: DeafKernel()) {
          told.changes.append($0)
        }
        suspension.start()
        try told.wait(for: 1)
        #expect(pids.map { told.changes == [.failed(.timedOut($0))] }.contains(true), "\(told.changes)")
        try eventually { isFrozen(cgroup) }
        #expect(try !pids.contains(where: runs))

        // From scratch, by a kernel that loses nothing.
        let again = try sealed(app, cgroup, ToldSuspension())
        for pid in pids { #expect(stateLetters(of: pid) == ["T"]) }
        again.thawNow()
        suspension.thawNow()
        #expect(!cgroup.isToFreeze)
        for pid in pids { try waitUntilItRuns(pid) }
      }
    }
  }

  @Test("BG4 what is in a cgroup that the app has made is stopped, and so is an app that has left its own")
  func elsewhere() throws {
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(python: Self.busy, in: cgroup)) { app throws in
        let pids = try app.lines(2).map { pid_t($0)! }
        let child = try #require(pids.first { $0 != app.child.pid })
        let inner = cgroup.path + "/inner"
        try #require(mkdir(inner, 0o755) == 0)
        try "\(child)".write(toFile: inner + "/cgroup.procs", atomically: false, encoding: .utf8)
        #expect(try Set(cgroup.processes()) == Set(pids))
        var held = try frozen(app, in: cgroup)
        #expect(Set(held.processes.map(\.pid)) == Set(pids))
        for pid in pids { #expect(stateLetters(of: pid) == ["T"]) }
        held.thaw()
        #expect(try Footprints.measure(app.child, in: cgroup, kernel: .live).each.keys.sorted() == pids.sorted())

        let own = try #require(ControlGroup.own(kernel: .live))
        try "\(app.child.pid)".write(toFile: own.path + "/cgroup.procs", atomically: false, encoding: .utf8)
        held = try frozen(app, in: cgroup)
        for pid in pids { #expect(stateLetters(of: pid) == ["T"]) }
        held.thaw()
        // Its list has the child alone.
        #expect(try Footprints.measure(app.child, in: cgroup, kernel: .live).each.keys.sorted() == pids.sorted())
        try eventually { pids.allSatisfy { !stateLetters(of: $0).contains("T") } }
      }
    }
  }

  @Test("A seal that cannot be set leaves the app stopped by signals, and a cgroup whose list cannot be read its tree")
  func noSeal() throws {
    final class Unsealed: Kernel {
      override func writeFile(_ path: String, _ text: String) throws(Errno) { throw .ioError }
    }
    final class Unlisted: Kernel {
      override func readFile(_ path: String) throws(Errno) -> [UInt8] {
        if path.hasSuffix("/cgroup.procs") { throw .ioError }
        return try super.readFile(path)
      }
    }
    for kernel in [Unsealed(), Unlisted()] {
      try withCgroup(kernel) { cgroup in
        try withApp(ProcessesTestApp(python: Self.busy, in: cgroup)) { app throws in
          let pids = try app.lines(2).map { pid_t($0)! }
          let suspension = try sealed(app, cgroup, kernel: kernel, ToldSuspension())
          for pid in pids { #expect(stateLetters(of: pid) == ["T"]) }
          #expect(suspension.isInForce)
          suspension.thawNow()
          #expect(!isFrozen(cgroup))
          try eventually { pids.allSatisfy { !stateLetters(of: $0).contains("T") } }
        }
      }
    }
  }

  @Test("A freeze that half fails lifts no less than it set: nothing of the app is left stopped or frozen")
  func halfFailed() throws {
    for call in [FailingKernel.Call.openPidfd, .signal, .readFile, .numbers] {
      for passes in [0, 1, 2, 3, 5, 8] {
        let kernel = FailingKernel(call, .ioError, after: passes)
        try withCgroup(kernel) { cgroup in
          try withApp(ProcessesTestApp(python: Self.busy, in: cgroup)) { app throws in
            let pids = try app.lines(2).map { pid_t($0)! }
            let told = try ToldSuspension()
            let suspension = SignalSuspension(of: app.child, sealedBy: cgroup, on: told.loop, kernel: kernel) {
              told.changes.append($0)
            }
            suspension.start()
            try told.wait(for: 1)
            suspension.thawNow()
            #expect(!isFrozen(cgroup))
            try eventually { pids.allSatisfy { !stateLetters(of: $0).contains("T") } }
          }
        }
      }
    }
  }

  @Test("What another daemon has sealed is adopted, told when it is continued, and thawed; and what is killed ends")
  func adopted() throws {
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(python: Self.busy, in: cgroup)) { app throws in
        let pids = try app.lines(2).map { pid_t($0)! }
        let told = try ToldSuspension()
        // As if its daemon had ended: nobody looks at the first one any more.
        _ = try sealed(app, cgroup, told)
        told.changes = []
        let suspension = SignalSuspension(of: app.child, sealedBy: cgroup, on: told.loop, kernel: .live) {
          told.changes.append($0)
        }
        suspension.adopt()
        #expect(suspension.isDone && suspension.isInForce)
        #expect(Set(suspension.processes.map(\.pid)) == Set(pids))
        try told.settle()
        for pid in pids { kill(pid, SIGCONT) }
        try cgroup.thaw()
        try told.wait(for: 1)
        #expect(told.changes == [.continued])
        suspension.thawNow()
        for pid in pids { try waitUntilItRuns(pid) }

        _ = try sealed(app, cgroup, ToldSuspension())
        Kill.all(of: app.child, in: cgroup, kernel: .live)
        #expect(try app.waitForEnd().status == .signaled(SIGKILL))
        try eventually { try cgroup.processes().isEmpty }
      }
    }
  }

  // MARK: The cgroup alone

  private func frozenAlone(_ app: ProcessesTestApp, _ cgroup: AppCgroup, _ told: ToldSuspension) throws
    -> CgroupSuspension
  {
    let suspension = CgroupSuspension(of: app.child, by: cgroup, on: told.loop, kernel: .live) {
      told.changes.append($0)
    }
    suspension.start()
    try told.wait(for: 1)
    try #require(told.changes == [.suspended] && suspension.isDone)
    return suspension
  }

  @Test("BG4 by the cgroup alone nothing is stopped, a stop of the program's own stays, and one of its root does not")
  func aloneWithStops() throws {
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(python: Self.busy, in: cgroup)) { app throws in
        let pids = try app.lines(2).map { pid_t($0)! }
        let child = try #require(pids.first { $0 != app.child.pid })
        kill(child, SIGSTOP)
        try eventually { stateLetters(of: child) == ["T"] }
        let suspension = try frozenAlone(app, cgroup, ToldSuspension())
        #expect(stateLetters(of: app.child.pid) == ["S"] && isFrozen(cgroup))
        #expect(Set(suspension.processes.map(\.pid)) == Set(pids))
        kill(app.child.pid, SIGSTOP)
        suspension.thawNow()
        try waitUntilItRuns(app.child.pid)
        #expect(stateLetters(of: child) == ["T"])
      }
    }
  }

  @Test("BG4 a cgroup that cannot be frozen says so at once, and one that never is says so in time and is thawed")
  func failures() throws {
    final class Refusing: Kernel {
      override func writeFile(_ path: String, _ text: String) throws(Errno) { throw .ioError }
    }
    /// Never sees anything frozen.
    final class Deaf: Kernel {
      override func readFile(_ path: String) throws(Errno) -> [UInt8] {
        path.hasSuffix("/cgroup.events") ? Array("populated 1\nfrozen 0\n".utf8) : try super.readFile(path)
      }
    }
    for kernel in [Refusing(), Deaf()] {
      try withCgroup(kernel) { cgroup in
        try withApp(ProcessesTestApp(["/bin/sleep", "100"], in: cgroup)) { app throws in
          let told = try ToldSuspension()
          let suspension = CgroupSuspension(of: app.child, by: cgroup, on: told.loop, kernel: kernel) {
            told.changes.append($0)
          }
          suspension.start()
          if kernel is Deaf { #expect(told.changes.isEmpty && cgroup.isToFreeze) }
          if kernel is Refusing { #expect(told.changes.count == 1) }
          try told.wait(for: 1)
          #expect(told.changes == [.failed(.notByCgroup)])
          #expect(!cgroup.isToFreeze && !suspension.isDone)
        }
      }
    }
  }

  @Test("BG9 a thaw from outside is told once the cgroup is frozen; one's own is not")
  func thawedFromOutside() throws {
    try withCgroup { cgroup in
      try withApp(ProcessesTestApp(["/bin/sleep", "100"], in: cgroup)) { app throws in
        let told = try ToldSuspension()
        let suspension = try frozenAlone(app, cgroup, told)
        #expect(suspension.isInForce)
        try cgroup.thaw()
        try told.wait(for: 2)
        #expect(told.changes == [.suspended, .continued])
        suspension.thawNow()
        try told.settle()
        #expect(told.changes.count == 2)
      }
    }
  }

  @Test("Cgroups are named as systemd-escape(1) would")
  func names() {
    let serial = ProcessSerial(number: 7)
    #expect(UnitName.scope(AppID("com.example.notes"), serial) == "app-roost-com.example.notes-7.scope")
    #expect(UnitName.escaped("a-b c/d") == "a\\x2db\\x20c-d")
    #expect(UnitName.escaped(".é\n") == "\\x2e\\xc3\\xa9\\x0a")
    #expect(UnitName.folder(runtimeDirectory: "/run/roost/") == "roost-run-roost")
    #expect(UnitName.isScope("app-roost-x-1.scope") && !UnitName.isScope("app-gnome-x-1.scope"))
  }
}
