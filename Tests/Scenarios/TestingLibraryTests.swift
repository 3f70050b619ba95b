// RoostTesting as its users have it: the tutorial's own lines, and the names after XCUIElementQuery.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct TestingLibraryTests {
  private let roostd = Programs.roostd

  private func device(_ names: String...) throws -> Device {
    try Device(apps: names.map(Programs.app), configuration: "[memory]\n\(TestDevice.calm)", roostd: roostd)
  }

  @Test("Every block of the tutorial is lines of this file or of the test case of XCTest, in their order")
  func tutorialIsQuoted() throws {
    let page = Programs.root + "/Sources/Testing/RoostTesting/RoostTesting.docc/TestADelegate.md"
    let parts = try String(contentsOfFile: page, encoding: .utf8).components(separatedBy: "```")
    let blocks = parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
    let files = [#filePath, Programs.root + "/Tests/Scenarios/TestCaseTests.swift"]
    let own = try files.flatMap { try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n") }
      .map(Self.trimmed)
    #expect(blocks.count == 7)
    for block in blocks {
      let lines = block.split(separator: "\n").dropFirst().map(Self.trimmed)
      let place = own.indices.first { own[$0...].starts(with: lines) }
      #expect(place != nil, "\(block)")
    }
  }

  @Test("A program whose name has no slash is looked for in PATH, and not in the folder that a test runs in")
  func bareName() throws {
    #expect(try Program("true", [], output: "/dev/null", errors: "/dev/null").wait() == 0)
  }

  @Test("Others pass through the folders of a private daemon, and list none of them, which could keep it waiting")
  func unlistedFolders() throws {
    let daemon = try PrivateDaemon(roostd: roostd, apps: [])
    for name in ["", "/apps", "/run", "/state", "/roostd.toml"] {
      let status = try FileManager.default.attributesOfItem(atPath: daemon.directory.path + name)
      let mode = try #require(status[.posixPermissions] as? Int)
      #expect(mode & 0o066 == 0, "\(name)")
    }
    withExtendedLifetime(daemon) {}
  }

  private static func trimmed(_ line: Substring) -> String { String(line).trimmingCharacters(in: .whitespaces) }

  @Test("FG6 SC5 the tutorial: a form is filled, and found again after a kill")
  func tutorial() throws {
    let form = Programs.app("form")
    let notes = Programs.app("notes")
    let device = try Device(apps: [form, notes], roostd: roostd)
    let app = device.app("com.example.form")
    try app.launch()
    try app.wait(for: .active)
    #expect(app.callbacks == ["willFinishLaunching", "didFinishLaunching", "didBecomeActive"])

    try app.textFields["name"].tap()
    try app.textFields["name"].typeText("Ada")
    #expect(try app.textFields["name"].value == "Ada")
    try app.buttons["Send"].tap()
    #expect(app.buttons["Yes"].waitForExistence(timeout: 10))
    try app.buttons["Yes"].tap()
    #expect(app.staticTexts["Sent: Ada"].waitForExistence(timeout: 10))

    Attachment.record(try app.screenshot(), named: "form.svg")

    try device.press(.home)
    try app.wait(for: .suspended)
    #expect(app.states.suffix(2) == [.background, .suspended])
    try device.app("com.example.notes").launch()
    try device.simulate(.memoryPressure(.critical, free: 1024))
    try app.wait(for: .notRunning)
    #expect(try app.exits().last?.reason == "vm-pageshortage")

    try device.simulate(.memoryPressure(.normal))
    try app.launch()
    #expect(app.textFields["name"].exists)
    #expect(try app.textFields["name"].value == "Ada")
  }

  @Test("BG2 the tutorial: an app that hangs has its five seconds, and they take none")
  func tutorialOfTime() throws {
    let device = try device("faulty")
    let faulty = device.app("com.example.faulty")
    try faulty.launch("hang=willResignActive")
    try device.press(.home, waiting: false)
    try device.advance(by: .seconds(6), patience: .milliseconds(200))
    #expect(try faulty.waitForExit()?.code == "0x8badf00d")
  }

  @Test("FG6 an element is found by identifier, label and place; the error for one that is missing says what is there")
  func elements() throws {
    let device = try device("form")
    let app = device.app("com.example.form")
    #expect(!app.buttons["Send"].exists)
    try app.launch()
    #expect(try app.buttons["Send"].label == "Send")
    #expect(try app.textFields.count == 2)
    #expect(try app.textFields.firstMatch.identifier == "name")
    #expect(try app.textFields.element(boundBy: 1).identifier == "email")
    #expect(try app.switches["newsletter"].value == "0")
    try app.switches["newsletter"].tap()
    #expect(app.switches["newsletter"].wait(forValue: "1", timeout: 10))
    #expect(!app.switches["newsletter"].wait(forValue: "2", timeout: 0))
    #expect(try app.buttons["Send"].isEnabled && !app.buttons["Send"].isSelected)
    try app.textFields["name"].tap()
    #expect(try app.textFields["name"].hasFocus)
    try app.typeText("Ada\n")
    #expect(try app.textFields["email"].hasFocus)
    #expect(app.buttons["Cancel"].waitForNonExistence(timeout: 0))
    let error = #expect(throws: TestingError.self) { try app.buttons["Save"].tap() }
    #expect("\(try #require(error))".contains("no button “Save” is on the screen of com.example.form, which shows:"))
    #expect("\(try #require(error))".contains("textField"))
  }

  @Test("FG5 a page is turned by a swipe and by a button, and every simulated event reaches the app in front")
  func gesturesAndEvents() throws {
    let device = try device("pages")
    let app = device.app("com.example.pages")
    try app.launch()
    try app.swipe(.left)
    #expect(app.staticTexts["Page 2"].waitForExistence(timeout: 10))
    try app.buttons["Next"].tap()
    #expect(app.staticTexts["Page 3"].waitForExistence(timeout: 10))
    try app.staticTexts["Page 3"].swipeRight()
    #expect(app.staticTexts["Page 2"].waitForExistence(timeout: 10))
    for event in [Device.Event.call(.ring), .alert, .panel(.controlCenter)] {
      try device.simulate(event)
      #expect(try app.state == .inactive)
      switch event {
      case .call: try device.simulate(.call(.decline))
      case .alert: try device.dismissAlert()
      case .panel(let panel): try device.close(panel)
      case .banner, .notice, .memoryPressure, .memoryWarning: break
      }
      #expect(try app.state == .active)
    }
    try device.simulate(.memoryWarning)
    try app.waitForCallback("didReceiveMemoryWarning")
    try device.simulate(.banner("Hello"))
    try device.press(.lock)
    try app.wait(for: .suspended)
  }
}
