// Bad input of apps and people about the background: a clear error each, nothing lost, no other app touched.
import ControlAPI
import Foundation
import RoostTesting
import Testing
import Varlink
import WireJSON

@Suite(.serialized) struct BackgroundBadInputTests {
  @Test(
    "BX4 a second launch handler, or one after the launch, ends the app with a sentence that says what to do",
    arguments: [("twice", "it has one already"), ("late", "the app has been launched")])
  func registration(how: String, why: String) throws {
    let witness = try Witness(
      scenes: false, keys: ["BGTaskSchedulerPermittedIdentifiers": ["sync"]], apps: [try Bystander.bundle()])
    let bystander = try Bystander(witness.test)
    _ = try? witness.app.launch("register=" + how)
    let record = try witness.test.waitForEnd(of: witness.app)
    #expect(record.signal == Int64(SIGABRT))
    let output = witness.test.output(of: witness.app)
    #expect(output.contains("unable to register a launch handler for 'sync': \(why)"), "\(output)")
    try bystander.expectUntouched()
  }

  @Test("A list of all apps has the first 64 assertions of one that has many, and its status has all of them")
  func many() throws {
    let app = try PythonApp.make(
      "hoarder", on: ["didBecomeActive": "for number in range(100): ask('beginBackgroundTask', name=str(number))"])
    let test = try TestDevice(apps: [app])
    let hoarder = test.device.app("com.example.hoarder")
    try hoarder.launch()
    let names = (0..<100).map(String.init)
    #expect(try hoarder.status().assertions.map(\.name) == names)
    #expect(try test.device.apps().first?.assertions.map(\.name) == Array(names.prefix(64)))
    let listed = try RoostctlTests.Run(["assertions", "--json"], socket: test.daemon.socket).output
    #expect(listed.contains(#""63""#) && !listed.contains(#""64""#), "\(listed)")
  }

  @Test("BX4 an identifier that Info.plist does not list is not registered, and the app goes on; once is no error")
  func unlisted() throws {
    let witness = try Witness(scenes: false, keys: ["BGTaskSchedulerPermittedIdentifiers": ["sync"]])
    try witness.app.launch("register=unlisted", "register=once")
    #expect(
      witness.testimony.filter { $0.hasPrefix("register ") }.map { $0.split(separator: " ").suffix(2) }
        == [["sync", "true"], ["other", "false"]])
    #expect(try witness.app.state == .active)
  }

  @Test("BX1 BX2 a task that is ended twice, or was never begun, is refused by its number; the others stay open")
  func endedTwice() throws {
    let app = try PythonApp.make(
      "ender",
      on: [
        "didBecomeActive": """
        first = ask('beginBackgroundTask', name='first')['result']['task']
        second = ask('beginBackgroundTask', name='second')['result']['task']
        note(str('result' in ask('endBackgroundTask', task=first)))
        for task in [first, 99, 0, -1]: note(ask('endBackgroundTask', task=task)['error']['code'])
        """
      ])
    let test = try TestDevice(apps: [app, try Bystander.bundle()])
    let bystander = try Bystander(test)
    let ender = test.device.app("com.example.ender")
    try ender.launch()
    #expect(test.notes(of: ender.id) == ["True"] + Array(repeating: "UnknownTask", count: 4))
    #expect(try ender.status().assertions.map(\.name) == ["second"])
    try bystander.expectUntouched()
  }

  @Test("BX2 an app that opens 1,001 tasks is killed: 0xbada5e47")
  func leak() throws {
    let app = try PythonApp.make(
      "leaker",
      on: ["didBecomeActive": "for number in range(1001): ask('beginBackgroundTask', name=str(number))"])
    let test = try TestDevice(apps: [app, try Bystander.bundle()])
    let bystander = try Bystander(test)
    let leaker = test.device.app("com.example.leaker")
    _ = try? leaker.launch()
    #expect(try test.waitForEnd(of: leaker).code == "0xbada5e47")
    try bystander.expectUntouched()
  }

  /// A payload that is none, and what `roostctl` says of it.
  struct BadPush: CustomTestStringConvertible {
    let payload: String
    let why: String
    var testDescription: String { String(payload.prefix(20)) }
  }

  @Test(
    "BX5 a push whose payload is no JSON object with aps, or too large, is refused with what is wrong",
    arguments: [
      BadPush(payload: "not json", why: "not a JSON object"), BadPush(payload: "[1]", why: "not a JSON object"),
      BadPush(payload: "", why: "not a JSON object"), BadPush(payload: "{}", why: "no dictionary aps"),
      BadPush(payload: #"{"aps":[]}"#, why: "no dictionary aps"), BadPush(payload: #"{"aps":{}}"#, why: "does nothing"),
      BadPush(payload: #"{"aps":{"alert":""# + String(repeating: "x", count: 4096) + #""}}"#, why: "4096 at most"),
    ])
  func push(_ bad: BadPush) throws {
    let pushed = try Pushed()
    do {
      try pushed.app.push(bad.payload)
      Issue.record("it was not refused")
    } catch ControlFailure.rejected(let error) {
      #expect(error == .invalidParameter("payload"))
    }
    let said = try RoostctlTests.Run(["push", pushed.app.id, bad.payload], socket: pushed.test.daemon.socket)
    #expect(said.status == 2 && said.errors.contains(bad.why), "\(said.errors)")
    try pushed.expectNothingLost()
  }

  @Test("BX5 a push of 2 MiB is more than a message may have: its sender is let go, and everybody else is served")
  func hugePush() throws {
    let pushed = try Pushed()
    let payload = #"{"aps":{"content-available":1},"x":""# + String(repeating: "x", count: 2 << 20) + #""}"#
    let sender = try Device(socket: pushed.test.daemon.socket)
    #expect(throws: ControlFailure.self) { try sender.app(pushed.app.id).push(payload) }
    try pushed.expectNothingLost()
  }

  /// An app that may be pushed to, and a bystander.
  private struct Pushed {
    let test: TestDevice
    let app: AppUnderTest
    private let bystander: Bystander

    init() throws {
      let bundle = try PythonApp.make("pushed", on: noting, keys: ["UIBackgroundModes": ["remote-notification"]])
      test = try TestDevice(apps: [bundle, try Bystander.bundle()])
      bystander = try Bystander(test)
      app = test.device.app("com.example.pushed")
    }

    /// The next push comes, and was the first.
    func expectNothingLost() throws {
      try app.push(#"{"aps":{"content-available":1}}"#)
      #expect(test.notes(of: app.id) == ["push"])
      try bystander.expectUntouched()
    }
  }

  /// An event that can happen to one app.
  enum Event: String, CaseIterable { case push, fetch, location, accessory, bluetooth }

  @Test(
    "BX3 BX5 an event for an app that is not there, or has not its mode, is refused by name and wakes nobody",
    arguments: Event.allCases)
  func event(_ event: Event) throws {
    let app = try PythonApp.make("modeless", on: Self.noting, keys: ["UIBackgroundModes": ["audio", "nonsense"]])
    let test = try TestDevice(apps: [app, try Bystander.bundle()])
    let bystander = try Bystander(test)
    let modeless = test.device.app("com.example.modeless")
    #expect(
      try refusal { try Self.happen(event, to: test.device.app("com.example.nobody")) }
        == .unknownApp(app: "com.example.nobody"))
    for isRunning in [false, true] {
      if isRunning {
        try modeless.launch()
        try test.device.home()
      }
      let error = try refusal { try Self.happen(event, to: modeless) }
      #expect(error.description.contains("UIBackgroundModes"), "\(error)")
      #expect(try modeless.state == (isRunning ? .suspended : .notRunning))
    }
    #expect(test.notes(of: modeless.id).isEmpty)
    try bystander.expectUntouched()
  }

  private static let noting = ["backgroundEvent": "note(event['kind'])"]

  private static func happen(_ event: Event, to app: AppUnderTest) throws {
    switch event {
    case .push: try app.push(#"{"aps":{"content-available":1}}"#)
    case .fetch: try app.fetch()
    case .location: try app.move(latitude: 48.1, longitude: 11.5)
    case .accessory: try app.signal(accessory: "pen")
    case .bluetooth: try app.signal(bluetooth: "heart")
    }
  }
}

/// An app that has nothing to do with it, and sleeps.
private struct Bystander {
  private let app: AppUnderTest
  private let pid: Int32

  static func bundle() throws -> String { try PythonApp.make("bystander", on: [:]) }

  init(_ test: TestDevice) throws {
    app = test.device.app("com.example.bystander")
    try app.launch()
    try test.device.home()
    guard let pid = try app.pid, try app.state == .suspended else { throw Unexpected("the bystander does not sleep") }
    self.pid = pid
  }

  func expectUntouched() throws {
    #expect(try app.pid == pid)
    #expect(try app.state == .suspended)
    #expect(KernelView.isStopped(pid))
    #expect(try app.exits().isEmpty)
  }
}
