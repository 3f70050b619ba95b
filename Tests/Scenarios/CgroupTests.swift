// Apps in cgroups of their own, seen in the kernel's files: frozen, thawed, killed and removed; and the same by signals.
import ControlAPI
import Foundation
import RoostTesting
import Testing

/// The means with which a supervisor suspends and kills.
enum Means: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case signals, cgroups

  /// Those that this machine has.
  static let all = allCases.filter { $0 == .signals || Self.hasCgroups }

  private static let hasCgroups =
    geteuid() == 0 && access("/run/systemd/system", F_OK) != 0
    && KernelView.cgroup(of: getpid()).map { access($0 + "/cgroup.procs", W_OK) == 0 } ?? false

  var testDescription: String { rawValue }
}

@Suite(.serialized, .enabled(if: Means.all.contains(.cgroups), "no cgroup v2 that may be written to"))
struct CgroupTests {
  private func events(_ cgroup: String) -> String {
    (try? String(contentsOfFile: cgroup + "/cgroup.events", encoding: .utf8)) ?? ""
  }

  @Test("BG4 each process of an app has a cgroup named as the desktops do, is sealed in it, and the next has it")
  func life() throws {
    let test = try TestDevice(cgroups: true)
    try test.notes.launch()
    let pid = try #require(try test.notes.pid)
    let cgroup = try #require(KernelView.cgroup(of: pid))
    #expect(cgroup.hasSuffix("/app-roost-com.example.notes-1.scope"))
    #expect(events(cgroup).contains("frozen 0"))
    try test.device.home()
    #expect(KernelView.isStopped(pid))
    #expect(events(cgroup).contains("frozen 1"))
    try test.notes.activate()
    #expect(!KernelView.isStopped(pid))
    #expect(events(cgroup).contains("frozen 0"))
    try test.device.home()
    try test.notes.quit()
    try eventually("it is empty, and as good as new") {
      events(cgroup).contains("populated 0") && events(cgroup).contains("frozen 0")
    }
    try test.notes.launch()
    let again = try #require(try test.notes.pid)
    #expect(again != pid && KernelView.cgroup(of: again) == cgroup)
    try test.device.home()
    #expect(events(cgroup).contains("frozen 1"))
    try test.daemon.restart(after: SIGKILL)
    let notes = try Device(socket: test.daemon.socket).app("com.example.notes")
    try notes.activate()
    #expect(try notes.pid == again && events(cgroup).contains("frozen 0"))
    try notes.quit()
    try eventually("the next daemon keeps none that it has not made") {
      !FileManager.default.fileExists(atPath: cgroup)
    }
    let folder = URL(fileURLWithPath: cgroup).deletingLastPathComponent().path
    test.daemon.stop()
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("an app that is frozen comes forward and ends also where the next daemon gives apps no cgroups")
  func leftInCgroup() throws {
    let test = try TestDevice(cgroups: true)
    try test.notes.launch()
    try test.device.home()
    let pid = try #require(try test.notes.pid)
    let cgroup = try #require(KernelView.cgroup(of: pid))
    let folder = URL(fileURLWithPath: cgroup).deletingLastPathComponent().path
    // Nobody else removes them.
    defer { for path in [cgroup, folder] { _ = rmdir(path) } }
    #expect(KernelView.isFrozen(pid))
    let file = test.daemon.directory.path + "/roostd.toml"
    try String(contentsOfFile: file, encoding: .utf8).replacingOccurrences(of: "use = true", with: "use = false")
      .write(toFile: file, atomically: true, encoding: .utf8)
    try test.daemon.restart(after: SIGKILL)
    let notes = try Device(socket: test.daemon.socket).app("com.example.notes")
    #expect(try notes.state == .suspended && KernelView.isFrozen(pid))
    try notes.activate()
    #expect(try notes.pid == pid)
    #expect(!KernelView.isFrozen(pid) && !KernelView.isStopped(pid))
    #expect(test.daemon.log.contains("stays in \(cgroup) until it ends"))
    #expect(try #require(try notes.quit()).reason == "force-quit")
    try notes.launch()
    let next = try #require(try notes.pid)
    #expect(KernelView.cgroup(of: next) != cgroup)
  }

  @Test("BG9 under the seal SIGCONT from outside runs no line, and no signal has any effect when the app comes back")
  func signalsFromOutside() throws {
    let test = try TestDevice(cgroups: true)
    try test.faulty.launch("fork=1:busy")
    try test.device.home()
    let pid = try #require(try test.faulty.pid)
    let family = KernelView.tree(of: pid)
    #expect(family.allSatisfy(KernelView.isStopped))
    let before = try family.map { try #require(KernelView.positions(of: $0)) }
    for member in family { kill(member, SIGCONT) }
    // Something else has a whole life meanwhile; a busy process would have run thousands of lines.
    try test.notes.launch()
    try test.notes.quit()
    #expect(family.map { KernelView.positions(of: $0) } == before)
    #expect(family.allSatisfy(KernelView.isFrozen))
    #expect(try test.faulty.state == .suspended)
    #expect(!test.daemon.log.contains("something outside continued"))
    kill(pid, SIGSTOP)
    try test.faulty.activate()
    #expect(try test.faulty.state == .active)
    #expect(!family.contains(where: KernelView.isStopped))
    #expect(try test.faulty.exits().isEmpty)
  }

  @Test("BG9 a seal that something outside lifts is set again, and the app has not run meanwhile")
  func liftedSeal() throws {
    let test = try TestDevice(cgroups: true)
    try test.notes.launch()
    try test.device.home()
    let pid = try #require(try test.notes.pid)
    let cgroup = try #require(KernelView.cgroup(of: pid))
    try "0".write(toFile: cgroup + "/cgroup.freeze", atomically: false, encoding: .utf8)
    try eventually("it is sealed again") { KernelView.isFrozen(pid) }
    #expect(KernelView.isStopped(pid))
    #expect(!test.daemon.log.contains("something outside continued"))
  }

  @Test("ME4 what is killed while it forks leaves nothing behind, and neither does what has left tree and session")
  func forkers() throws {
    // Each of four ends as soon as it has forked its successor: no walk over processes ever sees the last one.
    let forker = try PythonApp.make(
      "forker",
      on: [
        "launch": """
        for _ in range(4):
          if os.fork() == 0:
            os.setsid()
            for _ in range(1000000):
              if os.fork(): os._exit(0)
            os._exit(0)
        """
      ])
    let test = try TestDevice(apps: [forker, Programs.app("clock")], cgroups: true)
    let app = test.device.app("com.example.forker")
    for isSuspended in [false, true] {
      try app.launch()
      if isSuspended { try test.device.home() }
      let pid = try #require(try app.pid)
      let cgroup = try #require(KernelView.cgroup(of: pid))
      if isSuspended {
        try test.device.press(.urgent, free: 1)
        try test.device.press(.normal)
      } else {
        kill(pid, SIGKILL)
      }
      _ = try test.waitForEnd(of: app)
      try eventually("nothing is left in \(cgroup)") { !events(cgroup).contains("populated 1") }
      #expect(try app.state == .notRunning)
    }
  }

  @Test("What a daemon has left behind whose state is lost, frozen or not, is ended and removed by the next one")
  func leftovers() throws {
    let test = try TestDevice(cgroups: true)
    try test.notes.launch()
    try test.clock.launch()
    let pids = try [test.notes, test.clock].compactMap { try $0.pid }
    let cgroups = pids.compactMap(KernelView.cgroup)
    try #require(pids.count == 2 && cgroups.count == 2)
    try test.wait(for: .suspended, of: test.notes)
    try FileManager.default.removeItem(atPath: test.daemon.directory.path + "/run/state")
    try test.daemon.restart(after: SIGKILL)
    try eventually("they are ended") { !pids.contains(where: KernelView.isAlive) }
    try eventually("their cgroups are gone") { !cgroups.contains { FileManager.default.fileExists(atPath: $0) } }
    // The same names again.
    let device = try Device(socket: test.daemon.socket)
    let notes = device.app("com.example.notes")
    try notes.launch()
    #expect(try notes.state == .active)
  }
}
