// BG with real processes: what happens behind the screen, in our books and in the kernel's.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct BackgroundTests {
  @Test(
    "BG1 BG4 home is R, B, then suspension: every process of the app is stopped before the state says suspended",
    arguments: Means.all)
  func suspension(by means: Means) throws {
    let test = try TestDevice(cgroups: means == .cgroups)
    try test.faulty.launch("fork=3:busy")
    let pid = try #require(try test.faulty.pid)
    // Three children and one that went away twice: forked in a session of its own, its parent gone.
    let family = KernelView.tree(of: pid)
    #expect(family.count == 5)
    try test.device.home()
    #expect(try test.faulty.state == .suspended)
    #expect(KernelView.tree(of: pid).sorted() == family.sorted())
    for member in family { #expect(KernelView.isStopped(member), "\(member): \(KernelView.threadStates(of: member))") }
  }

  @Test("BG4 a suspended app uses no CPU time at all, and runs on from where it stood", arguments: Means.all)
  func noTime(by means: Means) throws {
    let test = try TestDevice(cgroups: means == .cgroups)
    try test.faulty.launch("fork=2:busy")
    let pid = try #require(try test.faulty.pid)
    try test.device.home()
    let family = KernelView.tree(of: pid)
    let before = family.map { KernelView.cpuTicks(of: $0) }
    // Something else has a whole life meanwhile; busy children would have used tens of ticks.
    for _ in 0..<5 {
      try test.notes.launch()
      try test.notes.quit()
    }
    #expect(family.map { KernelView.cpuTicks(of: $0) } == before)
    try test.faulty.activate()
    for member in family { #expect(!KernelView.isStopped(member)) }
  }

  @Test("BG2 an app that hangs in didEnterBackground is killed: 0x8badf00d, with the callback named")
  func deadline() throws {
    let test = try TestDevice(deadlines: "leave = \"300ms\"")
    try test.faulty.launch("hang=didEnterBackground")
    try test.device.home()
    let record = try test.onlyExit(of: test.faulty)
    #expect(record.code == "0x8badf00d")
    #expect(record.callback == "didEnterBackground")
    #expect(try #require(record.elapsed) >= 300_000_000)
    #expect(!KernelView.isAlive(Int32(try #require(record.pid))))
    #expect(
      test.events.all.contains {
        if case .deadline("com.example.faulty", "enterBackground", 300_000_000, _) = $0.kind { true } else { false }
      })
  }

  @Test("BG7 an app that exits on suspend gets R, T and ends instead of B")
  func exitsOnSuspend() throws {
    let test = try TestDevice()
    try test.oldgame.launch()
    let start = test.events.now
    try test.device.home()
    let record = try test.waitForEnd(of: test.oldgame, from: start)
    #expect(test.events.callbacks(of: test.oldgame.id, from: start) == ["willResignActive", "willTerminate"])
    #expect(record.status == 0 && record.code == nil)
    #expect(try refusal { try test.oldgame.launch(background: true) }.description.contains("exits"))
  }

  @Test("BG7 on a device without multitasking every app ends instead of B")
  func noMultitasking() throws {
    let test = try TestDevice(device: "multitasking = false")
    try test.notes.launch()
    let start = test.events.now
    try test.device.home()
    _ = try test.waitForEnd(of: test.notes, from: start)
    #expect(test.events.callbacks(of: test.notes.id, from: start) == ["willResignActive", "willTerminate"])
  }

  @Test("BG9 an app that something outside continues is stopped again, and the log says so", arguments: Means.all)
  func continuedFromOutside(by means: Means) throws {
    let test = try TestDevice(cgroups: means == .cgroups)
    try test.notes.launch()
    try test.device.home()
    let pid = try #require(try test.notes.pid)
    let start = test.events.now
    // Either alone the daemon undoes before anybody could do the other.
    kill(test.daemon.pid, SIGSTOP)
    defer { kill(test.daemon.pid, SIGCONT) }
    kill(pid, SIGCONT)
    if means == .cgroups {
      // Under the seal it runs no line yet.
      let cgroup = try #require(KernelView.cgroup(of: pid))
      try "0".write(toFile: cgroup + "/cgroup.freeze", atomically: false, encoding: .utf8)
    }
    kill(test.daemon.pid, SIGCONT)
    try test.wait(for: .suspended, of: test.notes, from: start)
    #expect(KernelView.isStopped(pid))
    #expect(KernelView.isFrozen(pid) == (means == .cgroups))
    #expect(test.daemon.log.contains("another process continued suspended com.example.notes"))
  }

  @Test(
    "an app that something outside stopped is continued when it has to answer, and holds up nobody",
    arguments: Means.all)
  func stoppedFromOutside(by means: Means) throws {
    let test = try TestDevice(cgroups: means == .cgroups)
    try test.notes.launch()
    let pid = try #require(try test.notes.pid)
    kill(pid, SIGSTOP)
    try waitForStop(of: test.notes, test)
    #expect(KernelView.isStopped(pid))
    #expect(try test.clock.launch().state == .active)
    try test.wait(for: .suspended, of: test.notes)
    #expect(try test.notes.exits().isEmpty)
    #expect(try test.notes.pid == pid)
  }

  private func waitForStop(of app: AppUnderTest, _ test: TestDevice) throws {
    try test.events.wait(for: "the stop to be noticed") {
      if case .notice(app.id, let text) = $0.kind { text.contains("stopped") } else { false }
    }
  }

  @Test("BG9 the SIGSTOPs of the daemon itself, when it suspends an app or kills it, are no news of an outsider")
  func ownStops() throws {
    let test = try TestDevice()
    for _ in 0..<3 {
      try test.notes.launch()
      try test.device.home()
      try test.wait(for: .suspended, of: test.notes)
    }
    try test.notes.terminate()
    try test.clock.launch()
    #expect(try inputs("stoppedFromOutside", of: test) == 0)
    // One that is news comes the same way, after all of ours.
    kill(try #require(try test.clock.pid), SIGSTOP)
    try waitForStop(of: test.clock, test)
    #expect(try inputs("stoppedFromOutside", of: test) == 1)
  }

  @Test(
    "BG4 BG9 the SIGCONTs of the daemon itself are no news of an outsider: every thaw costs no turn",
    arguments: Means.all)
  func ownContinues(by means: Means) throws {
    let test = try TestDevice(cgroups: means == .cgroups)
    try test.notes.launch()
    let pid = try #require(try test.notes.pid)
    for _ in 0..<3 {
      try test.device.home()
      try test.wait(for: .suspended, of: test.notes)
      #expect(KernelView.isStopped(pid))
      try test.notes.activate()
      #expect(!KernelView.isStopped(pid))
    }
    // Every report of ours has come before one that is news.
    kill(pid, SIGSTOP)
    try waitForStop(of: test.notes, test)
    #expect(try inputs("continuedFromOutside", of: test) == 0)
    kill(pid, SIGCONT)
    try test.events.wait(for: "the continuing to be noticed") {
      if case .notice("com.example.notes", let text) = $0.kind { text.contains("continued") } else { false }
    }
    #expect(!KernelView.isStopped(pid))
    #expect(try inputs("continuedFromOutside", of: test) == 1)
    #expect(try inputs("stoppedFromOutside", of: test) == 1)
  }

  @Test(
    "BG4 BG9 an app that something outside sends SIGCONT under its seal is in state T again, has run nothing, and stays suspended",
    .enabled(if: Means.all.contains(.cgroups)))
  func continuedUnderTheSeal() throws {
    let test = try TestDevice(cgroups: true)
    try test.faulty.launch("fork=2:busy")
    let pid = try #require(try test.faulty.pid)
    try test.device.home()
    let family = KernelView.tree(of: pid)
    let before = try family.map { try #require(KernelView.positions(of: $0)) }
    let start = test.events.now
    for member in family.reversed() { kill(member, SIGCONT) }
    try eventually("every process is stopped and sealed again") {
      family.allSatisfy(KernelView.isStopped) && KernelView.isFrozen(pid)
    }
    #expect(family.map { KernelView.positions(of: $0) } == before)
    #expect(try test.faulty.state == .suspended)
    #expect(try inputs("continuedFromOutside", of: test) == 0)
    #expect(test.events.callbacks(of: test.faulty.id, from: start) == [])
    try test.faulty.activate()
    for member in family { #expect(!KernelView.isStopped(member)) }
  }

  /// The number of inputs of that name that the model had: every one is in the log of the daemon's state.
  private func inputs(_ name: String, of test: TestDevice) throws -> Int {
    let folder = test.daemon.directory.appending(path: "run/state")
    let logs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix("log-") }
    try #require(!logs.isEmpty)
    return try logs.reduce(0) { try $0 + Data(contentsOf: $1).ranges(of: Data(name.utf8)).count }
  }

  @Test("BX1 BX2 an open background task keeps the app awake; ending the last one suspends it")
  func backgroundTask() throws {
    let test = try TestDevice(
      apps: [
        try ScriptApp.make(
          "task",
          script: """
            #!/bin/sh
            echo '{"hello":{"protocol":1,"library":"test/1"}}' >&4
            while IFS= read -r line <&3; do
              case $line in
                *'"launch"'*) echo '{"request":1,"method":"beginBackgroundTask","params":{"name":"upload"}}' >&4 ;;
                '{"reply"'*)
                  case $line in *'"task":1'*) echo "$line" >reply ;; esac
                  continue ;;
                *'"input"'*) echo '{"request":2,"method":"endBackgroundTask","params":{"task":1}}' >&4 ;;
              esac
              seq=${line#'{"seq":'}
              seq=${seq%%,*}
              echo "{\\"ack\\":$seq}" >&4
              case $line in *'"didEnterBackground"'*) (while [ ! -e go ]; do sleep 0.01; done
                echo '{"request":3,"method":"endBackgroundTask","params":{"task":1}}' >&4) & ;; esac
            done
            """)
      ])
    let app = test.device.app("com.example.task")
    try app.launch()
    try test.device.home()
    #expect(try app.state == .background)
    let assertions = try app.status().assertions
    #expect(assertions.map(\.name) == ["upload"])
    #expect(try #require(assertions.first?.left) > 0)
    #expect(try app.status().deadlines.map(\.step).contains("backgroundTasks"))
    #expect(!KernelView.isStopped(try #require(try app.pid)))
    let go = test.daemon.stateDirectory + "/containers/com.example.task/go"
    #expect(FileManager.default.createFile(atPath: go, contents: nil))
    try test.wait(for: .suspended, of: app)
    #expect(try app.status().assertions.isEmpty)
    let notices = test.events.all.compactMap { if case .notice(app.id, let text) = $0.kind { text } else { nil } }
    #expect(notices == ["begins the background task upload", "ends the background task upload"])
  }
}
