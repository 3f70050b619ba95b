// TE with real processes: every end is the right one, and leaves one record.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct TerminationTests {
  @Test("TE1 the system ends a running app with T alone, a suspended one with no call at all")
  func bySystem() throws {
    let test = try TestDevice()
    try test.notes.launch()
    var start = test.events.now
    var record = try #require(try test.notes.terminate())
    #expect(test.events.callbacks(of: test.notes.id, from: start) == ["willTerminate"])
    #expect(record.state == .active && record.status == 0 && record.reason == "terminated")

    try test.notes.launch()
    try test.device.home()
    start = test.events.now
    record = try #require(try test.notes.terminate())
    #expect(test.events.callbacks(of: test.notes.id, from: start).isEmpty)
    #expect(record.state == .suspended && record.signal == 9)
  }

  @Test("TE1 an app that hangs in T is killed when its time is up")
  func hangsInT() throws {
    let test = try TestDevice(deadlines: "terminate = \"300ms\"")
    try test.faulty.launch("hang=willTerminate")
    let record = try #require(try test.faulty.terminate())
    #expect(record.code == "0x8badf00d" && record.callback == "willTerminate" && record.signal == 9)
  }

  @Test("BX5 an app that hangs in T when the user quits it is not woken by the next daemon either")
  func hangsInTWhenQuit() throws {
    let app = try PythonApp.make(
      "hanging", on: ["willTerminate": "import time\ntime.sleep(1000)"],
      keys: ["UIBackgroundModes": ["remote-notification"]])
    let test = try TestDevice(deadlines: "terminate = \"300ms\"", apps: [app])
    let id = "com.example.hanging"
    try test.device.app(id).launch()
    #expect(try test.device.app(id).quit()?.code == "0x8badf00d")
    let payload = #"{"aps":{"content-available":1}}"#
    try test.daemon.restart()
    let hanging = try Device(socket: test.daemon.socket).app(id)
    #expect(try refusal { try hanging.push(payload) }.description.contains("the user has quit it"))
    // The user opens it.
    try hanging.launch()
    try hanging.push(payload)
  }

  @Test("LA10 a daemon that is going down is not replaced, and the one after it, where it is killed, launches apps")
  func killedWhileGoingDown() throws {
    let app = try PythonApp.make("hanging", on: ["willTerminate": "import time\nnote(\"T\")\ntime.sleep(1000)"])
    let test = try TestDevice(deadlines: "terminate = \"10s\"", apps: [app, Programs.app("notes")])
    let id = "com.example.hanging"
    try test.device.app(id).launch()
    let client = try ControlClient(socket: test.daemon.socket)
    #expect(kill(test.daemon.pid, SIGTERM) == 0)
    try eventually("the app has been told") { test.notes(of: id) == ["T"] }
    do {
      _ = try client.call(DaemonInterface.Reexec())
      Issue.record("it is refused")
    } catch {
      #expect("\(error)".contains("roostd ends, and its apps with it"), "\(error)")
    }
    try test.daemon.restart(after: SIGKILL)
    #expect(try Device(socket: test.daemon.socket).app("com.example.notes").launch().state == .active)
  }

  @Test("TE2 a force-quit is R, B, T for an active app, nothing for a suspended one: 0xdeadfa11")
  func forceQuit() throws {
    let test = try TestDevice()
    try test.notes.launch()
    var start = test.events.now
    var record = try #require(try test.notes.quit())
    #expect(
      test.events.callbacks(of: test.notes.id, from: start) == [
        "willResignActive", "didEnterBackground", "willTerminate",
      ])
    #expect(record.code == "0xdeadfa11" && record.status == 0)

    try test.notes.launch()
    try test.device.home()
    start = test.events.now
    record = try #require(try test.notes.quit())
    #expect(test.events.callbacks(of: test.notes.id, from: start).isEmpty)
    #expect(record.code == "0xdeadfa11" && record.signal == 9 && record.state == .suspended)
  }

  @Test("TE3 each end leaves exactly one record, whatever the end", arguments: Ending.all)
  func records(ending: Ending) throws {
    let test = try TestDevice()
    let start = test.events.now
    _ = try? test.faulty.launch(ending.fault)
    try test.device.home()
    let record = try test.waitForEnd(of: test.faulty, from: start)
    #expect(try test.faulty.exits() == [record])
    #expect(record.signal == ending.signal && record.status == ending.status && record.code == ending.code)
    #expect(record.namespace == ending.namespace)
    // Nobody looks at one that goes of its own accord.
    let isSeen = !["SIGNAL", "EXIT"].contains(record.namespace)
    #expect(record.cpu > 0 && (!isSeen || record.footprint > 0))
    #expect(try test.faulty.state == .notRunning)
    #expect(!KernelView.isAlive(Int32(try #require(record.pid))))
  }

  struct Ending: Sendable, CustomTestStringConvertible {
    let fault: String
    var signal: Int64? = nil
    var status: Int64? = nil
    var code: String? = nil
    let namespace: String
    var testDescription: String { fault }

    static let all = [
      Ending(fault: "crash=didFinishLaunching", signal: 11, namespace: "SIGNAL"),
      Ending(fault: "abort=didBecomeActive", signal: 6, namespace: "SIGNAL"),
      Ending(fault: "exit=willResignActive:3", status: 3, namespace: "EXIT"),
      Ending(fault: "exit=didEnterBackground:0", status: 0, namespace: "EXIT"),
      Ending(fault: "garbage=hello", signal: 9, code: "0x2bad45ec", namespace: "SECURITY"),
      Ending(fault: "garbage=reply", signal: 9, code: "0x2bad45ec", namespace: "SECURITY"),
      Ending(fault: "huge-line", signal: 9, code: "0x2bad45ec", namespace: "SECURITY"),
      Ending(fault: "half-line", status: 0, namespace: "EXIT"),
    ]
  }

  @Test("TE3 records outlive the supervisor")
  func recordsPersist() throws {
    let test = try TestDevice()
    try test.notes.launch()
    try test.notes.quit()
    let record = try test.onlyExit(of: test.notes)
    try test.daemon.restart()
    let again = try Device(socket: test.daemon.socket).app(test.notes.id)
    #expect(try again.exits() == [record])
    #expect(try again.status().lastExit == record)
  }

  @Test("TE5 a crash in front leaves the home screen, and touches nothing else", arguments: Means.all)
  func crashInFront(by means: Means) throws {
    let test = try TestDevice(cgroups: means == .cgroups)
    try test.notes.launch()
    let notes = try #require(try test.notes.pid)
    try test.faulty.launch()
    try test.wait(for: .suspended, of: test.notes)
    let start = test.events.now
    kill(try #require(try test.faulty.pid), SIGSEGV)
    let record = try test.waitForEnd(of: test.faulty, from: start)
    #expect(record.signal == 11 && record.code == nil)
    #expect(try test.notes.state == .suspended)
    #expect(try test.notes.pid == notes)
    #expect(KernelView.isStopped(notes))
  }

  @Test("what an app forked ends with it, even what left its group and its parent", arguments: Means.all)
  func family(by means: Means) throws {
    let test = try TestDevice(cgroups: means == .cgroups)
    try test.faulty.launch("fork=3")
    let family = KernelView.tree(of: try #require(try test.faulty.pid))
    #expect(family.count == 5)
    try test.faulty.quit()
    try eventually("no process of the app is left") { family.allSatisfy { !KernelView.isAlive($0) } }
  }

  @Test(
    "a child that holds the channel open after its app has died neither delays the record nor survives",
    arguments: Means.all)
  func leakedPipe(by means: Means) throws {
    let test = try TestDevice(cgroups: means == .cgroups)
    try test.faulty.launch("leak-pipe")
    let family = KernelView.tree(of: try #require(try test.faulty.pid))
    #expect(family.count == 2)
    kill(family[0], SIGKILL)
    let record = try test.waitForEnd(of: test.faulty)
    #expect(record.signal == 9)
    try eventually("the child is gone") { !KernelView.isAlive(family[1]) }
  }

  @Test("an app that is killed while suspended is not left suspended in the books")
  func killedWhileFrozen() throws {
    let test = try TestDevice()
    try test.notes.launch()
    try test.device.home()
    kill(try #require(try test.notes.pid), SIGKILL)
    let record = try test.waitForEnd(of: test.notes)
    #expect(record.state == .suspended && record.signal == 9)
    #expect(try test.notes.launch().state == .active)
  }

  @Test("stopping the supervisor ends every app in order, and leaves no process")
  func shutdown() throws {
    let test = try TestDevice()
    try test.clock.launch()
    try test.notes.launch()
    let pids = [try #require(try test.clock.pid), try #require(try test.notes.pid)]
    try test.wait(for: .suspended, of: test.clock)
    test.daemon.stop()
    #expect(pids.allSatisfy { !KernelView.isAlive($0) })
    let saved = try String(
      contentsOfFile: test.daemon.stateDirectory + "/containers/com.example.notes/Documents/notes.txt", encoding: .utf8)
    #expect(saved.hasSuffix("terminated in order\n"))
  }
}
