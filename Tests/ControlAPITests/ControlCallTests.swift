// The control interfaces: what the texts declare, what the server reads, and what goes back.
import Testing
import WireJSON

@testable import ControlAPI
@testable import Varlink

struct ControlCallTests {
  private func read(_ method: String, _ parameters: JSON = [:], more: Bool = false) throws -> ControlCall {
    var connection = ServerConnection()
    try connection.receive(
      OutgoingCall(method: method, parameters: WrittenJSON(parameters), more: more).frame()[...])
    let call = connection.nextCall()
    return try ControlCall(#require(call))
  }

  @Test(
    "Every method that an interface declares can be called, as its request writes itself, and none is only declared")
  func declaredMethods() throws {
    let parameters: JSON = [
      "wait": false, "timeout": 5, "background": true, "shortcut": "new", "activity": #"{"activityType":"edit"}"#,
      "arguments": ["-v", "\u{1}"],
      "environment": [], "waitForDebugger": false, "id": "a", "input": "{}", "action": "ring", "name": "switcher",
      "text": "hello", "url": "notes://1",
      "session": "s", "payload": #"{"aps":{"alert":"a"}}"#, "latitude": 1, "longitude": 2.5,
      "identifier": "n", "report": "1", "level": "urgent", "path": "/a.app",
      "service": "camera", "decision": "deny", "milliseconds": 1,
    ]
    for interface in ControlService.interfaces {
      #expect(!interface.methods.isEmpty)
      for method in interface.methods {
        var given = parameters
        if case .object(var members) = parameters {
          if method == "Alert" { members["action"] = "allow" }
          if method == "Overlay" { members["action"] = "open" }
          if ["SetPasscode", "Unlock"].contains(method) { members = JSONObject() }
          if method == "Notify" { members = JSONObject(["kind": "proximity", "near": true]) }
          given = .object(members)
        }
        let call = try read("\(interface.name).\(method)", given, more: true)
        // The case's value, which has no name in common.
        let request = try #require(Mirror(reflecting: call).children.first?.value as? any ControlRequest, "\(call)")
        #expect(try read("\(interface.name).\(method)", request.written().value, more: true) == call)
      }
    }
  }

  @Test("A banner that is longer than it may be is refused by the name of its parameter")
  func banner() throws {
    let most = String(repeating: "ä", count: 4096)
    #expect(try read("org.roost.Device.Banner", ["text": .string(most)]) == .banner(.init(text: most)))
    #expect(throws: ServiceError.invalidParameter("text")) {
      try read("org.roost.Device.Banner", ["text": .string(most + ".")])
    }
  }

  @Test("PR2 an answer may name the app and the service whose alert is answered")
  func answer() throws {
    let method = DeviceInterface.Alert.method
    #expect(
      try read(method, ["action": "allowOnce", "app": "a", "service": "location"])
        == .alert(.init(action: .allowOnce, app: "a", service: .location)))
    #expect(try read(method, ["action": "deny", "app": "a"]) == .alert(.init(action: .deny, app: "a")))
    #expect(try read(method, ["action": "allow", "app": nil, "service": nil]) == .alert(.init(action: .allow)))
    #expect(try read(method, ["action": "show", "app": nil]) == .alert(.init(action: .show)))
  }

  @Test("A misspelt passcode is refused by its name, and does not remove the one that is set")
  func misspelt() throws {
    for method in ["SetPasscode", "Unlock"] {
      for name in ["Passcode", "passCode", "pass", "new", "passcode "] {
        #expect(throws: ServiceError.invalidParameter(name)) {
          try read("org.roost.Device.\(method)", [name: "1234"])
        }
      }
    }
    #expect(throws: ServiceError.invalidParameter("Old")) {
      try read("org.roost.Device.SetPasscode", ["passcode": "1", "Old": "2"])
    }
    #expect(
      try read("org.roost.Device.SetPasscode", ["passcode": nil, "old": "2"])
        == .setPasscode(.init(passcode: nil, old: "2")))
    #expect(
      try read("org.roost.Device.Unlock", ["passcode": "1", "wait": false, "timeout": 5])
        == .unlock(.init(passcode: "1", wait: false, timeout: 5)))
    #expect(try read("org.roost.Device.Home", ["later": true]) == .home(.init()))
  }

  @Test("What a client writes is what the server reads")
  func launch() throws {
    let launch = AppsInterface.Launch(
      id: "com.example.notes", background: true, url: "notes://1", shortcut: "new",
      activity: #"{"activityType":"edit"}"#, arguments: ["-v"], wait: false, timeout: 500)
    var connection = ServerConnection()
    try connection.receive(OutgoingCall(method: AppsInterface.Launch.method, parameters: launch.written()).frame()[...])
    let next = connection.nextCall()
    let call = try ControlCall(#require(next))
    #expect(call == .launch(launch))
    #expect(!launch.waits)
    #expect(try read("org.roost.Apps.Launch", ["id": "a"]) == .launch(.init(id: "a")))
    #expect(AppsInterface.Launch(id: "a").waits)
  }

  @Test(
    "Parameters of another form are refused by name",
    arguments: [
      ("org.roost.Apps.Launch", [:], "id"),
      ("org.roost.Apps.Launch", ["id": 3], "id"),
      ("org.roost.Apps.Launch", ["id": "a", "timeout": -1], "timeout"),
      ("org.roost.Device.Home", ["timeout": 86_400_001], "timeout"),
      ("org.roost.Device.Call", ["action": "shout"], "action"),
      ("org.roost.Apps.SendInput", ["id": "a", "input": "[1]"], "input"),
      ("org.roost.Apps.SendInput", ["id": "a", "input": "{"], "input"),
      ("org.roost.Apps.SendInput", ["id": "a", "input": "{\"type\":\"touches\"}"], "input"),
      (
        "org.roost.Apps.SendInput",
        ["id": "a", "input": .string("{\"a\":\"\(String(repeating: "x", count: 1 << 16))\"}")], "input"
      ),
      ("org.roost.Apps.Launch", ["id": "a", "activity": "{}"], "activity"),
      ("org.roost.Apps.Launch", ["id": "a", "url": "--version"], "url"),
      ("org.roost.Apps.Launch", ["id": "a", "url": "notes:a\u{0}b"], "url"),
      ("org.roost.Apps.Launch", ["id": "a", "activity": #"{"activityType":""}"#], "activity"),
      ("org.roost.Apps.Launch", ["id": "a", "activity": #"{"activityType":"e","userInfo":[]}"#], "activity"),
      ("org.roost.Apps.Launch", ["id": "a", "activity": #"{"activityType":"e","title":7}"#], "activity"),
      ("org.roost.Apps.Open", ["url": "no scheme"], "url"),
      ("org.roost.Apps.Open", ["url": "notes:"], "url"),
      ("org.roost.Apps.Open", ["url": "notes://a b"], "url"),
      ("org.roost.Scenes.Close", ["id": "a"], "session"),
      ("org.roost.Events.Push", ["id": "a", "payload": "[]"], "payload"),
      ("org.roost.Events.Push", ["id": "a", "payload": #"{"aps":{}}"#], "payload"),
      ("org.roost.Events.Push", ["id": "a", "payload": "[]", "silent": true], "payload"),
      ("org.roost.Events.Push", ["id": "a", "payload": "{}", "silent": 1], "silent"),
      ("org.roost.Apps.Picture", ["id": "a", "seen": .string(String(repeating: "x", count: 201))], "seen"),
      ("org.roost.Events.Location", ["id": "a", "latitude": 90.1, "longitude": 0], "latitude"),
      ("org.roost.Events.Location", ["id": "a", "latitude": -90, "longitude": -180.1], "longitude"),
      ("org.roost.Events.Location", ["id": "a", "latitude": 0], "longitude"),
      ("org.roost.Events.Accessory", ["id": "a", "name": ""], "name"),
      ("org.roost.Events.Bluetooth", ["id": "a", "name": "two\nlines"], "name"),
      ("org.roost.Events.Fetch", ["id": "a", "timeout": -1], "timeout"),
      ("org.roost.Privacy.Set", ["id": "a", "service": "fridge", "decision": "deny"], "service"),
      ("org.roost.Privacy.Set", ["id": "a", "service": "camera", "decision": "perhaps"], "decision"),
      ("org.roost.Device.Alert", ["action": "allow-once"], "action"),
      ("org.roost.Device.Alert", ["action": "allow", "app": 1], "app"),
      ("org.roost.Device.Alert", ["action": "deny", "app": "a", "service": "fridge"], "service"),
      ("org.roost.Device.Alert", ["action": "show", "app": "a", "service": "camera"], "app"),
      ("org.roost.Device.Alert", ["action": "dismiss", "service": "camera"], "service"),
      ("org.roost.Device.Notify", [:], "kind"),
      ("org.roost.Device.Notify", ["kind": "fly"], "kind"),
      ("org.roost.Device.Notify", ["kind": "proximity", "near": "true"], "near"),
      ("org.roost.Device.Notify", ["kind": "proximity", "near": nil], "near"),
      ("org.roost.Device.Notify", ["kind": "proximity", "near": true, "far": true], "far"),
      ("org.roost.Device.Notify", ["kind": "proximity", "near": true, "far": true, "further": 1], "far"),
      ("org.roost.Device.Notify", ["kind": "proximity", "near": true, "timeout": -1], "timeout"),
    ] as [(String, JSON, String)])
  func invalid(_ method: String, _ parameters: JSON, _ name: String) {
    #expect(throws: ServiceError.invalidParameter(name)) { try read(method, parameters) }
  }

  @Test("A name by which something is looked up is refused where it is longer than any, and other text may be as long")
  func longNames() throws {
    let name = JSON.string(String(repeating: "e\u{301}", count: 2000))
    #expect(throws: ServiceError.invalidParameter("id")) { try read("org.roost.Apps.Status", ["id": name]) }
    #expect(throws: ServiceError.invalidParameter("session")) {
      try read("org.roost.Scenes.Close", ["id": "a", "session": name])
    }
    #expect(throws: ServiceError.invalidParameter("key")) {
      try read("org.roost.Device.Notify", ["kind": "settings", "app": "a", "key": name, "value": "1"])
    }
    let banner = try read("org.roost.Device.Banner", ["text": name])
    #expect(banner == .banner(.init(text: String(repeating: "e\u{301}", count: 2000))))
  }

  @Test("FG4 an input event stays one line on its way to the app")
  func inputLine() throws {
    let call = try read("org.roost.Apps.SendInput", ["id": "a", "input": "{\r\n\"key\":\n\"a\\n\"}"])
    #expect(call == .sendInput(.init(id: "a", input: #"{"key":"a\n"}"#)))
  }

  @Test("FG4 an input event without white space between its values goes on as it came, and any other is written anew")
  func inputForm() throws {
    let compact = #"{"b":"x  \" y","a":1e2}"#
    for (written, taken) in [(compact, compact), (#"{"b": "x  y" ,"a":1}"#, #"{"a":1,"b":"x  y"}"#)] {
      let call = try read("org.roost.Apps.SendInput", ["id": "a", "input": .string(written)])
      #expect(call == .sendInput(.init(id: "a", input: taken)))
    }
  }

  @Test("LA4 an activity stays one line on its way to the app")
  func activityLine() throws {
    let activity = "{\"userInfo\": {\"n\": 1},\n \"activityType\": \"edit\"}"
    let call = try read("org.roost.Apps.Launch", ["id": "a", "activity": .string(activity)])
    #expect(call == .launch(.init(id: "a", activity: #"{"activityType":"edit","userInfo":{"n":1}}"#)))
  }

  @Test(
    "LA6 a scheme is compared in lower case",
    arguments: [
      ("Notes://1", "notes"), ("x-a+b.c:d", "x-a+b.c"), ("1a:b", nil), (":b", nil), ("a_b:c", nil), ("a", nil),
    ] as [(String, String?)])
  func scheme(_ url: String, _ scheme: String?) { #expect(URLScheme(of: url)?.name == scheme) }

  @Test("Watch without more is ExpectedMore")
  func watch() throws {
    #expect(throws: ServiceError.expectedMore) { try read("org.roost.Monitor.Watch") }
    #expect(try read("org.roost.Monitor.Watch", ["app": "a"], more: true) == .watch(.init(app: "a")))
  }

  @Test("A method no case stands for is MethodNotImplemented")
  func unknown() {
    #expect(throws: ServiceError.methodNotImplemented("org.roost.Apps.Fly")) { try read("org.roost.Apps.Fly") }
  }

  @Test(
    "Control errors come back from the wire as they were, with a sentence in each",
    arguments: [
      ControlError.unknownApp(app: "a"), .appRefused(app: "a", message: "m"), .appTimedOut(app: "a", message: "m"),
      .noAppForURL(url: "n:1"), .unknownScene(app: "a", session: "s"), .noSnapshot(app: "a", message: "m"),
      .deviceRefused(message: "m"), .deviceTimedOut(message: "m"), .reloadFailed(message: "m"),
      .bundleRefused(message: "m"), .passcodeRefused(message: "m"), .noReport(message: "m"),
      .reexecFailed(message: "m"), .tooManyWatchers(message: "m"),
    ])
  func errors(_ error: ControlError) throws {
    let message = Array(try OutgoingReply(error: error.name, parameters: error).frame().dropLast())
    let reply = ErrorReply(name: error.name, message: message)
    #expect(ControlError(reply) == error)
    struct Message: Decodable { var message: String }
    #expect(reply.parameters(as: Message.self)?.message == error.description)
  }
}
