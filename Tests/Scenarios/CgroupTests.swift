// Apps in cgroups of their own, seen in the kernel's files: frozen, thawed, killed and removed; and the same by signals.
import ControlAPI
import Foundation
import RoostTesting
import Testing

/// How a supervisor suspends and kills.
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

  @Test("BG4 each process of an app has a cgroup named as the desktops do, is frozen in it, and the cgroup goes with it")
  func life() throws {
    let test = try TestDevice(cgroups: true)
    try test.notes.launch()
    let pid = try #require(try test.notes.pid)
    let cgroup = try #require(KernelView.cgroup(of: pid))
    #expect(cgroup.hasSuffix("/app-roost-com.example.notes-1.scope"))
    #expect(events(cgroup).contains("frozen 0"))
    try test.device.home()
    #expect(events(cgroup).contains("frozen 1"))
    // Nobody sent it SIGSTOP.
    #expect(!KernelView.threadStates(of: pid).contains("T"))
    try test.notes.activate()
    #expect(events(cgroup).contains("frozen 0"))
    try test.device.home()
    try test.notes.quit()
    try eventually("the cgroup is gone") { !FileManager.default.fileExists(atPath: cgroup) }
    try test.notes.launch()
    let again = try #require(try test.notes.pid)
    #expect(KernelView.cgroup(of: again)?.hasSuffix("notes-2.scope") == true)
    let folder = URL(fileURLWithPath: cgroup).deletingLastPathComponent().path
    test.daemon.stop()
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("BG9 SIGSTOP and SIGCONT from outside change nothing for a frozen app, and nothing of them is left when it comes back")
  func signalsFromOutside() throws {
    let test = try TestDevice(cgroups: true)
    try test.notes.launch()
    try test.device.home()
    let pid = try #require(try test.notes.pid)
    kill(pid, SIGCONT)
    kill(pid, SIGSTOP)
    #expect(KernelView.isStopped(pid))
    try test.notes.activate()
    #expect(try test.notes.state == .active)
    #expect(!KernelView.threadStates(of: pid).contains("T"))
    #expect(try test.notes.exits().isEmpty)
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
      try eventually("nothing is left in \(cgroup)") { !FileManager.default.fileExists(atPath: cgroup) }
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
