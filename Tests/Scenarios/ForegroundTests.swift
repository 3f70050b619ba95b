// FG, IN and BG1 with real processes: coming forward, interruptions, and leaving.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct ForegroundTests {
  @Test("FG1 ST4 on return from suspended the process runs again and gets F, A, through inactive", arguments: Means.all)
  func comingBack(by means: Means) throws {
    let test = try TestDevice(cgroups: means == .cgroups)
    try test.notes.launch()
    try test.device.home()
    let pid = try #require(try test.notes.pid)
    #expect(KernelView.isStopped(pid))
    let start = test.events.now
    try test.notes.activate()
    #expect(!KernelView.isStopped(pid))
    #expect(test.events.callbacks(of: test.notes.id, from: start) == ["willEnterForeground", "didBecomeActive"])
    #expect(test.events.states(of: test.notes.id, from: start) == [.background, .inactive, .active])
  }

  @Test("FG2 F and A together have one deadline", arguments: ["willEnterForeground", "didBecomeActive"])
  func deadline(callback: String) throws {
    let test = try TestDevice(deadlines: "come-forward = \"300ms\"")
    // didBecomeActive would hang at launch already, where the same deadline holds.
    let error = try refusal {
      try test.faulty.launch("hang=\(callback)")
      try test.device.home()
      try test.faulty.launch()
    }
    #expect(error.description.contains("0x8badf00d"))
    let record = try test.onlyExit(of: test.faulty)
    #expect(record.callback == callback)
    #expect(record.code == "0x8badf00d")
  }

  @Test("FG4 input reaches an active app, and is refused for any other with its state named, never kept")
  func input() throws {
    let test = try TestDevice(apps: [try ScriptApp.make("echo", writes: "events")])
    let app = test.device.app("com.example.echo")
    #expect(try refusal { try app.send(input: #"{"tap":0}"#) }.description.contains("notRunning"))
    try app.launch()
    try app.send(input: #"{"tap":1}"#)
    try test.device.showAlert()
    #expect(try refusal { try app.send(input: #"{"tap":2}"#) }.description.contains("inactive"))
    try test.device.dismissAlert()
    try test.device.home()
    #expect(try refusal { try app.send(input: #"{"tap":3}"#) }.description.contains("suspended"))
    try app.launch()
    try app.send(input: #"{"tap":4}"#)
    let seen = try String(
      contentsOfFile: test.daemon.stateDirectory + "/containers/com.example.echo/events", encoding: .utf8
    )
    .split(separator: "\n").filter { $0.contains("tap") }
    #expect(seen.count == 2)
    #expect(seen.first?.contains(#"{"tap":1}"#) == true && seen.last?.contains(#"{"tap":4}"#) == true)
  }

  @Test("IN1 an interruption is R while it is shown and A when it is gone; the app stays on screen")
  func interruptions() throws {
    let test = try TestDevice()
    try test.notes.launch()
    let cover: [(show: () throws -> Void, hide: () throws -> Void)] = [
      ({ try test.device.showAlert() }, { try test.device.dismissAlert() }),
      ({ try test.device.call(.ring) }, { try test.device.call(.decline) }),
      ({ try test.device.open(.notificationCenter) }, { try test.device.close(.notificationCenter) }),
      ({ try test.device.open(.controlCenter) }, { try test.device.close(.controlCenter) }),
      ({ try test.device.open(.switcher) }, { try test.device.close(.switcher) }),
    ]
    for interruption in cover {
      let start = test.events.now
      try interruption.show()
      #expect(try test.notes.state == .inactive)
      try interruption.hide()
      #expect(try test.notes.state == .active)
      #expect(test.events.callbacks(of: test.notes.id, from: start) == ["willResignActive", "didBecomeActive"])
    }
  }

  @Test("IN2 a call accepted sends the app to the background; its end changes nothing until the user returns")
  func callAccepted() throws {
    let test = try TestDevice()
    try test.notes.launch()
    let start = test.events.now
    try test.device.call(.ring)
    try test.device.call(.accept)
    #expect(try test.notes.state == .suspended)
    try test.device.call(.end)
    #expect(try test.notes.state == .suspended)
    #expect(test.events.callbacks(of: test.notes.id, from: start) == ["willResignActive", "didEnterBackground"])
    try test.notes.activate()
    #expect(try test.notes.state == .active)
  }

  @Test("IN3 a banner changes nothing")
  func banner() throws {
    let test = try TestDevice()
    try test.notes.launch()
    let start = test.events.now
    try test.device.banner("You have mail")
    try test.events.wait(for: "the banner", from: start) {
      if case .device("banner", "You have mail") = $0.kind { true } else { false }
    }
    #expect(try test.notes.state == .active)
    #expect(test.events.callbacks(of: test.notes.id, from: start).isEmpty)
  }

  @Test("IN4 another app chosen from the switcher: B for the first, launch and A for the second")
  func switcher() throws {
    let test = try TestDevice()
    try test.notes.launch()
    let start = test.events.now
    try test.device.open(.switcher)
    try test.clock.launch()
    #expect(try test.clock.state == .active)
    try test.wait(for: .suspended, of: test.notes, from: start)
    #expect(test.events.callbacks(of: test.notes.id, from: start) == ["willResignActive", "didEnterBackground"])
  }

  @Test("IN5 interruptions nest: A comes only when the last one is gone")
  func nesting() throws {
    let test = try TestDevice()
    try test.notes.launch()
    let start = test.events.now
    try test.device.showAlert()
    try test.device.call(.ring)
    try test.device.dismissAlert()
    #expect(try test.notes.state == .inactive)
    try test.device.call(.decline)
    #expect(try test.notes.state == .active)
    #expect(test.events.callbacks(of: test.notes.id, from: start) == ["willResignActive", "didBecomeActive"])
  }

  @Test("IN7 lock is R, B; unlock brings back the app that was in front with F, A")
  func lock() throws {
    let test = try TestDevice()
    try test.notes.launch()
    let start = test.events.now
    try test.device.lock()
    #expect(try test.notes.state == .suspended)
    #expect(try refusal { try test.clock.launch() }.description.contains("locked"))
    try test.device.unlock()
    #expect(try test.notes.state == .active)
    #expect(
      test.events.callbacks(of: test.notes.id, from: start)
        == ["willResignActive", "didEnterBackground", "willEnterForeground", "didBecomeActive"])
  }

  @Test("BG9 home with no app in front is no error")
  func homeAlone() throws {
    let test = try TestDevice()
    try test.device.home()
    try test.device.home()
  }
}
