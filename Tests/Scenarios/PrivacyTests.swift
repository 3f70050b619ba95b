// Permissions with real processes: an app asks, the alert covers it, the user answers and changes it later (PR).
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct PrivacyTests {
  private static let asker = "com.example.asker"

  /// Asks for the service that its input names, and notes what comes.
  private static func app(keys: [String: Any] = ["NSCameraUsageDescription": "To scan codes."]) throws -> String {
    try PythonApp.make(
      "asker",
      on: [
        "didBecomeActive": "note('A')", "willResignActive": "note('R')",
        "input": """
        method, service = event["payload"]["method"], event["payload"]["service"]
        send(method, service=service)
        """,
        "reply": "note('reply ' + event['result']['permission'])",
        "notification": "note('notice ' + json.dumps(event['payload']))",
      ], keys: keys)
  }

  private func asks(_ app: AppUnderTest, _ service: String, _ method: String = "requestPermission") throws {
    try app.send(input: "{\"method\": \"\(method)\", \"service\": \"\(service)\"}")
  }

  @Test("PR2 PR4 ask, deny, denied is seen, the user grants, resets; the alert survives kill -9 of the daemon")
  func wholeLife() throws {
    let daemon = try SurvivingDaemon(apps: [try Self.app()], configuration: "[device]\nprivacy = \"ask\"")
    var device = try daemon.device()
    var app = device.app(Self.asker)
    func notes() -> [String] { daemon.daemon.notes(of: Self.asker) }
    func roostctl(_ arguments: String...) throws -> String {
      let run = try RoostctlTests.Run(arguments, socket: daemon.daemon.socket)
      guard run.status == 0 else { throw Unexpected("roostctl \(arguments): \(run.errors)") }
      return run.output
    }
    func note(_ line: String, _ count: Int) throws {
      try eventually("the app notes \(line): \(notes())") { notes().count >= count && notes()[count - 1] == line }
    }

    try app.launch()
    try asks(app, "camera")
    try note("R", 2)
    try eventually("the app is inactive") { try app.state == .inactive }
    #expect(try roostctl("privacy").contains("undetermined, asking"))
    #expect(try app.permissions().map { "\($0.shown) \($0.purpose ?? "-")" } == ["true To scan codes."])

    try daemon.end(.killed)
    device = try daemon.device()
    app = device.app(Self.asker)
    #expect(try app.state == .inactive)
    #expect(
      try RoostctlTests.Run(["alert", "allow-once"], socket: daemon.daemon.socket).errors.contains("location alone"))
    let other = try RoostctlTests.Run(["alert", "allow", "com.example.notes", "camera"], socket: daemon.daemon.socket)
    #expect(other.status == 1 && other.errors.contains("\(Self.asker) asks for the camera"), "\(other.errors)")
    try device.answerAlert(.deny, of: Self.asker, for: .camera)
    try note("A", 4)
    #expect(notes() == ["A", "R", "reply denied", "A"])
    #expect(try app.state == .active)

    try asks(app, "camera")
    try note("reply denied", 5)
    // Granting what was denied ends the app, as on iOS; it finds the new answer when it begins again.
    _ = try roostctl("privacy", "grant", Self.asker, "camera")
    #expect(try app.exits().map(\.reason) == ["privacy-changed"])
    try app.launch()
    try asks(app, "camera")
    try note("reply granted", 7)
    try app.decide(.reset, .camera)
    try app.launch()
    try asks(app, "camera", "permission")
    try note("reply undetermined", 9)
    #expect(try app.permissions() == [])
    #expect(try roostctl("privacy") == "")
  }

  @Test("PR2 the alert is there again after kill -9 when a daemon of another model adopts the app")
  func adopted() throws {
    let daemon = try SurvivingDaemon(apps: [try Self.app()], configuration: "[device]\nprivacy = \"ask\"")
    let before = try daemon.device()
    func notes() -> [String] { daemon.daemon.notes(of: Self.asker) }
    try before.app(Self.asker).launch()
    try asks(before.app(Self.asker), "camera")
    try eventually("the alert covers the app") { notes() == ["A", "R"] }
    // The next daemon begins with a checkpoint: the log after it does not tell of the question.
    try daemon.end(.killed)
    // A log without a single decision is read by a daemon of any model.
    try daemon.device().app(Self.asker).warnOfMemory()
    try daemon.end(.killed) { try daemon.markLogs(at: 8, 4711) }

    let device = try daemon.device()
    #expect(daemon.daemon.log.contains("decides otherwise"))
    try eventually("the alert is there again") {
      try device.app(Self.asker).permissions().contains { $0.service == .camera && $0.shown }
    }
    try device.answerAlert(.allow)
    try eventually("the app has its answer, and is told that it is active after that") {
      notes().contains("reply granted") && notes().last == "A"
    }
    #expect(try device.app(Self.asker).state == .active)
  }

  @Test("PR1 PR4 a device that grants asks nobody; what the user decides is kept by the disk, and is told")
  func kept() throws {
    let test = try TestDevice(apps: [try Self.app(keys: ["NSLocationWhenInUseUsageDescription": "To find you."])])
    let app = test.device.app(Self.asker)
    func roostctl(_ arguments: String...) throws -> RoostctlTests.Run {
      try RoostctlTests.Run(arguments, socket: test.daemon.socket)
    }
    try app.launch()
    try asks(app, "location")
    try eventually("the app is answered") { test.notes(of: Self.asker) == ["A", "reply granted"] }
    #expect(try roostctl("privacy", "deny", Self.asker, "location").status == 0)
    #expect(test.notes(of: Self.asker).last == "notice {\"location\": \"denied\"}")
    #expect(try app.state == .active)
    #expect(try roostctl("alert", "allow").errors.contains("no alert asks for a permission"))
    #expect(try roostctl("privacy", "deny", "com.example.nobody", "location").status == 1)
    #expect(try roostctl("privacy", "deny", Self.asker, "fridge").status == 2)
    try test.daemon.restart(after: SIGKILL)
    let list = try roostctl("privacy", "list", Self.asker, "--json").output
    #expect(list.contains(#""service":"location""#) && list.contains(#""status":"denied""#), "\(list)")
  }

  @Test("PR5 an app that does not explain what it needs a service for is ended, and its report names the key")
  func unexplained() throws {
    let test = try TestDevice(apps: [try Self.app()])
    let app = test.device.app(Self.asker)
    try app.launch()
    // It is not there any more to say that it has handled the input.
    try? asks(app, "photos")
    let record = try test.waitForEnd(of: app)
    #expect(record.reason == "missing-purpose" && record.namespace == "TCC")
    #expect(record.text.contains("NSPhotoLibraryUsageDescription"))
    try eventually("its report is there") { try app.reports().count == 1 }
  }

  @Test(
    "PR2 each of Apple's classes asks, is covered by the alert, and tells of the user's answer",
    arguments: [Device.Answer.allow, .deny])
  func everyClass(answer: Device.Answer) throws {
    let test = try TestDevice(device: "privacy = \"ask\"", apps: [Programs.app("onboarding")])
    let app = test.device.app("com.example.onboarding")
    func notes() -> [String] {
      String(decoding: test.file("Documents/notes", of: app) ?? Data(), as: UTF8.self).split(separator: "\n")
        .map(String.init)
    }
    try app.launch()
    let isAllowed = answer == .allow
    let words = isAllowed ? "granted" : "refused"
    for (service, after) in [
      ("camera", isAllowed ? "authorized" : "denied"), ("microphone", isAllowed ? "authorized" : "denied"),
      ("photos", isAllowed ? "authorized" : "denied"), ("contacts", isAllowed ? "authorized" : "denied"),
      ("tracking", isAllowed ? "authorized" : "denied"), ("location", isAllowed ? "authorizedWhenInUse" : "denied"),
      ("bluetooth", isAllowed ? "allowedAlways" : "denied"), ("notifications", "-"),
    ] {
      try test.device.open(url: "onboarding:\(service)")
      try eventually("the alert covers \(service): \(notes())") { try app.state == .inactive }
      #expect(notes().last == "\(service) is \(service == "notifications" ? "-" : "notDetermined")")
      #expect(try app.permissions().filter(\.shown).map(\.service.rawValue) == [service])
      try test.device.answerAlert(answer)
      let line = "\(service) \(words), is \(after)"
      try eventually("the app hears of it: \(line), \(notes())") { notes().last == line }
      #expect(try app.state == .active)
    }
  }
}
