// The interfaces' texts against the Swift types: what a text declares is what goes over the wire.
import FoundationEssentials
import Testing
import Varlink

@testable import ControlAPI

struct InterfaceTextTests {
  /// A request with every parameter set, and a reply that may come of it.
  struct Sample {
    var method: String
    var parameters: @Sendable () throws -> JSON
    var reply: @Sendable () throws -> JSON

    init<Request: ControlRequest>(_ request: Request, _ reply: Request.Reply) {
      method = Request.method
      parameters = { try Self.wire(request) }
      self.reply = { try Self.wire(reply) }
    }

    private static func wire(_ value: some Encodable) throws -> JSON {
      try JSONDecoder().decode(JSON.self, from: try JSONEncoder().encode(value))
    }
  }

  static let app = AppStatus(
    id: "a", state: .active, pid: 7, style: .scene, footprint: 1, scenes: [.init(session: "s", state: .background)],
    assertions: [assertion], lastExit: ControlValueTests.record, heldBack: .init(deaths: 5, left: 1),
    saying: "Serving")
  static let assertion = Assertion(app: "a", id: 1, kind: "backgroundTask", name: "upload")
  static let task = ScheduledTask(
    app: "a", identifier: "a.refresh", kind: .refresh, earliest: "2026-11-21T04:42:34Z", needs: [.power, .network])
  static let running = AppsInterface.Running(pid: 7, state: .active)
  static let ended = AppsInterface.Ended(exit: ControlValueTests.record)
  static let scene = SceneStatus(
    session: "s", state: .foregroundActive, role: "UIWindowSceneSessionRoleApplication", configuration: "Default",
    activity: #"{"activityType":"a.edit"}"#, front: true)

  static let notification = ShownNotification(
    app: "a", identifier: "n", title: "T", body: "B", time: "2026-11-21T04:42:34.123Z")
  static let report = ReportSummary(number: 1, name: "a.ips", time: "2026-11-21T04:42:34Z", app: "a")

  static let notices: [DeviceNotice] = [
    .orientation(.landscapeLeft), .timeZone("Asia/Seoul"), .timeJump(seconds: -3600),
    .battery(level: 0.5, state: .charging), .battery(level: 1, state: nil), .battery(level: nil, state: .full),
    .proximity(true), .accessory(name: "Keyboard", connected: true), .display(name: "TV", connected: false),
    .displayMode(name: "TV", mode: "1920x1080"), .settings(app: "a", key: "font", valueJSON: #"{"size":12}"#),
    .locale("ko_KR"), .icloud(account: "kim"), .icloud(account: nil), .protectedFiles(available: false),
  ]

  static let samples =
    [
      Sample(AppsInterface.List(), .init(apps: [app])),
      Sample(AppsInterface.Status(id: "a"), .init(app: app)),
      Sample(
        AppsInterface.Launch(
          id: "a", background: true, url: "n:1", shortcut: "new", activity: "{}", arguments: ["-v"], wait: true,
          timeout: 1), running),
      Sample(AppsInterface.Open(url: "n:1", source: "b", wait: true, timeout: 1), .init(app: "a", running)),
      Sample(AppsInterface.Activate(id: "a", wait: true, timeout: 1), running),
      Sample(AppsInterface.Quit(id: "a", wait: true, timeout: 1), ended),
      Sample(AppsInterface.Terminate(id: "a", wait: true, timeout: 1), ended),
      Sample(AppsInterface.SendInput(id: "a", input: "{}", wait: true, timeout: 1), Done()),
      Sample(AppsInterface.ListExits(id: "a"), .init(exits: [ControlValueTests.record])),
      Sample(AppsInterface.ListAssertions(), .init(assertions: [assertion])),
      Sample(ScenesInterface.List(id: "a"), .init(scenes: [scene])),
      Sample(ScenesInterface.New(id: "a", wait: true, timeout: 1), .init(session: "s")),
      Sample(ScenesInterface.Activate(id: "a", session: "s", wait: true, timeout: 1), Done()),
      Sample(ScenesInterface.Close(id: "a", session: "s", wait: true, timeout: 1), Done()),
      Sample(ScenesInterface.Discard(id: "a", session: "s", wait: true, timeout: 1), Done()),
      Sample(
        ScenesInterface.Snapshot(id: "a", scene: "s"),
        .init(scene: "s", time: "2026-11-21T04:42:34.123Z", svg: "<svg/>")),
      Sample(AppsInterface.ListTasks(), .init(tasks: [task])),
      Sample(EventsInterface.Push(id: "a", payload: "{}", silent: true, wait: true, timeout: 1), Done()),
      Sample(EventsInterface.Fetch(id: "a", wait: true, timeout: 1), Done()),
      Sample(EventsInterface.Location(id: "a", latitude: 48.1, longitude: 11.6, wait: true, timeout: 1), Done()),
      Sample(EventsInterface.Accessory(id: "a", name: "Keyboard", wait: true, timeout: 1), Done()),
      Sample(EventsInterface.Bluetooth(id: "a", name: "Sensor", wait: true, timeout: 1), Done()),
      Sample(DeviceInterface.Home(wait: true, timeout: 1), Done()),
      Sample(DeviceInterface.Lock(wait: true, timeout: 1), Done()),
      Sample(DeviceInterface.Unlock(passcode: "p", wait: true, timeout: 1), Done()),
      Sample(DeviceInterface.SetPasscode(passcode: "p", old: "o"), Done()),
      Sample(NotificationsInterface.List(id: "a"), .init(notifications: [notification])),
      Sample(
        NotificationsInterface.Open(
          id: "a", identifier: "n", action: "reply", text: "hi", wait: true, timeout: 1), Done()),
      Sample(NotificationsInterface.Dismiss(id: "a", identifier: "n", wait: true, timeout: 1), Done()),
      Sample(MemoryInterface.Get(), .init(level: .warning, pool: 1, budget: 2)),
      Sample(MemoryInterface.Warn(id: "a", wait: true, timeout: 1), Done()),
      Sample(MemoryInterface.Pressure(level: .urgent, free: 1, wait: true, timeout: 1), Done()),
      Sample(MemoryInterface.SetBudget(budget: 1, wait: true, timeout: 1), Done()),
      Sample(ReportsInterface.List(id: "a"), .init(reports: [report])),
      Sample(ReportsInterface.Read(report: "1"), .init(name: "a.ips", content: "{}")),
      Sample(DeviceInterface.Banner(text: "t"), Done()),
      Sample(
        MonitorInterface.Watch(app: "a"),
        .init(event: MonitorEvent(time: 1, kind: .callback(app: "a", name: "sceneWillConnect", scene: "s", took: 1)))),
      Sample(BundlesInterface.GetDirectories(), .init(directories: ["/apps"])),
      Sample(BundlesInterface.Install(path: "/apps/a.app"), .init(id: "a")),
      Sample(BundlesInterface.Uninstall(id: "a"), .init(path: "/apps/a.app")),
      Sample(BundlesInterface.Verify(id: "a"), Done()),
      Sample(DaemonInterface.GetVersion(), .init(version: "1", protocolVersion: 1, pid: 7)),
      Sample(DaemonInterface.Reload(), .init(apps: 1, problems: ["p"])),
      Sample(DaemonInterface.Reexec(), .init()),
    ]
    + DeviceInterface.Call.Action.allCases.map {
      Sample(DeviceInterface.Call(action: $0, wait: true, timeout: 1), Done())
    }
    + DeviceInterface.Alert.Action.allCases.map {
      Sample(DeviceInterface.Alert(action: $0, wait: true, timeout: 1), Done())
    }
    + DeviceInterface.Overlay.Name.allCases.map {
      Sample(DeviceInterface.Overlay(name: $0, action: .open, wait: true, timeout: 1), Done())
    }
    + notices.map { Sample(DeviceInterface.Notify($0, wait: true, timeout: 1), Done()) }

  @Test("Every text parses, and declares the methods the service dispatches", arguments: ControlService.interfaces)
  func parses(_ interface: InterfaceDescription) throws {
    let text = try InterfaceText(interface.text)
    #expect(text.name == interface.name)
    #expect(Set(text.methods.keys) == interface.methods)
  }

  @Test("What a method's types write is what its text declares")
  func matches() throws {
    var unseen = Set(ControlService.interfaces.flatMap { face in face.methods.map { "\(face.name).\($0)" } })
    for sample in Self.samples {
      unseen.remove(sample.method)
      let interface = try #require(ControlService.interfaces.first { sample.method.hasPrefix($0.name + ".") })
      let text = try InterfaceText(interface.text)
      let method = try #require(text.methods[String(sample.method.dropFirst(interface.name.count + 1))])
      #expect(text.mismatch(try sample.parameters(), .fields(method.parameters)) == nil, "\(sample.method)")
      #expect(text.mismatch(try sample.reply(), .fields(method.reply)) == nil, "\(sample.method)")
    }
    #expect(unseen.isEmpty, "these have no sample")
  }

  @Test("A declared parameter is one that the types write")
  func nothingMore() throws {
    for interface in ControlService.interfaces {
      for (name, method) in try InterfaceText(interface.text).methods {
        var written: Set<String> = []
        for sample in Self.samples where sample.method == "\(interface.name).\(name)" {
          if case .object(let members) = try sample.parameters() { written.formUnion(members.keys) }
        }
        #expect(written == Set(method.parameters.map(\.name)), "\(interface.name).\(name)")
      }
    }
  }

  @Test(
    "The reader refuses what is no interface",
    arguments: [
      "", "interface", "interface a.B\nmethod", "interface a.B\nmethod C(", "interface a.B\nmethod C() -> (x: Y)",
      "interface a.B\ntype C (a: int, b)", "interface a.B\nmethod C(a: int a: int) -> ()", "interface a.B\nfly C ()",
    ])
  func refused(_ text: String) {
    #expect(throws: InterfaceText.SyntaxError.self) { try InterfaceText(text) }
  }
}
