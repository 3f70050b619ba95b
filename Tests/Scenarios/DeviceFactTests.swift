// NQ4 and NQ6 with real processes: settings, locale, time zone and account are there before anyone is told, at the next
// launch, and after a restart of the daemon.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct DeviceFactTests {
  @Test("NQ6 an app sees the new locale, time zone, settings and account in the notification that tells of them")
  func before() throws {
    let witness = try Witness()
    try witness.app.launch("device")
    let device = witness.test.device
    try device.notify(.locale("de_DE"))
    #expect(
      witness.seen(
        in: "kCFLocaleCurrentLocaleDidChangeNotification",
        [
          "locale=de_DE", "auto=de_DE", "number=1.234,5", "LANG=de_DE.UTF-8",
        ]))
    try device.notify(.timeZone("Asia/Seoul"))
    #expect(
      witness.seen(
        in: "kCFTimeZoneSystemTimeZoneDidChangeNotification",
        [
          "zone=Asia/Seoul", "auto=Asia/Seoul", "calendar=Asia/Seoul", "noon=21",
        ]))
    // Foundation has cached all of it by now.
    try device.notify(.timeZone("America/New_York"))
    try device.notify(.locale("ko_KR"))
    #expect(witness.testimony.last?.contains(" locale=ko_KR auto=ko_KR ") == true)
    #expect(witness.testimony.last?.contains(" zone=America/New_York auto=America/New_York ") == true)
    #expect(witness.testimony.last?.contains(" noon=07") == true)
    try device.notify(.settings(app: witness.app.id, key: "color", valueJSON: #""red""#))
    #expect(witness.seen(in: "NSUserDefaultsDidChangeNotification", ["color=red"]))
    try device.notify(.settings(app: witness.app.id, key: "shape", valueJSON: "[1,2]"))
    try device.notify(.settings(app: witness.app.id, key: "nested", valueJSON: #"{"a":["x",{"b":[null,1.5]}]}"#))
    #expect(witness.testimony.last?.contains(" color=red shape=[1,2] nested=2 ") == true)
    try device.notify(.settings(app: witness.app.id, key: "color", valueJSON: "null"))
    #expect(witness.testimony.last?.contains(" color=none shape=[1,2] ") == true)
    try device.notify(.icloud(account: "kim"))
    #expect(witness.seen(in: "NSUbiquityIdentityDidChangeNotification", ["account=kim"]))
  }

  @Test("NQ7 ui appearance and ui content_size reach an app's views and controllers, at once or in the next launch")
  func appearance() throws {
    let witness = try Witness()
    func ui(_ words: String...) throws -> String {
      let run = try RoostctlTests.Run(["ui"] + words, socket: witness.test.daemon.socket)
      #expect(run.status == 0, "\(run.errors)")
      return run.output.trimmingCharacters(in: .newlines)
    }
    try witness.app.launch("device")
    #expect(try ui("appearance") == "light" && ui("content_size") == "large")
    _ = try ui("appearance", "dark")
    #expect(witness.testimony.last?.contains("traitCollectionDidChange app=active light L to dark L") == true)
    _ = try ui("content_size", "increment")
    #expect(witness.testimony.contains { $0.contains("traitCollectionDidChange app=active dark L to dark XL") })
    #expect(
      witness.seen(
        in: "UIContentSizeCategoryDidChangeNotification", ["style=dark", "text=UICTContentSizeCategoryXL"]))
    // A witness that slept learns of the changes when it wakes, once.
    try witness.test.device.home()
    try witness.test.wait(for: .suspended, of: witness.app)
    _ = try ui("appearance", "light")
    _ = try ui("appearance", "dark")
    _ = try ui("content_size", "accessibility-medium")
    let start = witness.testimony.count
    try witness.app.activate()
    let changes = witness.testimony.dropFirst(start).filter { $0.contains("traitCollectionDidChange") }
    #expect(changes.count == 1 && changes[0].contains("dark XL to dark AccessibilityM"), "\(changes)")
    try witness.app.terminate()
    try witness.test.daemon.restart()
    let device = try Device(socket: witness.test.daemon.socket)
    try device.app(witness.app.id).launch("device")
    #expect(witness.seen(in: "device", ["style=dark", "text=UICTContentSizeCategoryAccessibilityM"]))
    #expect(try ui("content_size") == "accessibility-medium")
  }

  @Test("NQ6 a fact that the disk does not take is in force, and the client hears that it will not last")
  func notKept() throws {
    let test = try TestDevice()
    let file = test.daemon.stateDirectory + "/facts.sqlite"
    let files = FileManager.default
    for suffix in ["", "-wal", "-shm"] { try? files.removeItem(atPath: file + suffix) }
    try files.createDirectory(atPath: file, withIntermediateDirectories: false)
    try test.daemon.restart(after: SIGKILL)
    let client = try ControlClient(socket: test.daemon.socket)
    let setting = DeviceInterface.Notify(
      .settings(app: "com.example.notes", key: "color", valueJSON: #""red""#), wait: true)
    let refusal = #expect(throws: ControlFailure.self) { _ = try client.call(setting) }
    #expect(refusal?.description.contains("in force until roostd ends") == true, "\(String(describing: refusal))")
    // A change of the device that is not for the disk.
    _ = try client.call(DeviceInterface.Notify(.orientation(.landscapeLeft), wait: true))
    try files.removeItem(atPath: file)
    _ = try client.call(setting)
  }

  @Test("NQ3 NQ6 what changed while the app slept is so when it is told, and it is told before F")
  func asleep() throws {
    let witness = try Witness(scenes: false)
    let device = witness.test.device
    try witness.app.launch("device")
    try device.home()
    #expect(try witness.app.state == .suspended)
    let start = witness.testimony.count
    try device.notify(.locale("ko_KR"))
    try device.notify(.timeZone("Asia/Seoul"))
    // NQ1: the latest change is the jump; the zone is another all the same.
    try device.notify(.timeJump(seconds: 60))
    try device.notify(.locale("de_DE"))
    try device.notify(.settings(app: witness.app.id, key: "color", valueJSON: #""red""#))
    #expect(witness.testimony.count == start)
    try witness.app.activate()
    let calls = witness.calls(from: start)
    let told = try #require(calls.firstIndex(of: "kCFLocaleCurrentLocaleDidChangeNotification"))
    #expect(told < (try #require(calls.firstIndex(of: "willEnterForeground"))))
    #expect(
      witness.seen(in: "kCFLocaleCurrentLocaleDidChangeNotification", from: start, ["locale=de_DE", "zone=Asia/Seoul"]))
    #expect(witness.seen(in: "NSUserDefaultsDidChangeNotification", from: start, ["color=red"]))
  }

  @Test("NQ4 NQ6 an app that was not running is told nothing, and finds all of it when it begins, after a restart too")
  func nextLaunch() throws {
    let witness = try Witness(scenes: false)
    let device = witness.test.device
    for notice in Self.notices(for: witness.app.id) { try device.notify(notice) }
    try device.notify(.battery(level: 0.5, state: .charging))
    try witness.app.launch("device")
    #expect(witness.calls().first == "device")
    #expect(witness.seen(in: "device", Self.seen + ["battery=0.5"]))
    #expect(!witness.calls().contains { $0.contains("Locale") || $0.contains("Defaults") || $0.contains("Zone") })
    try witness.app.terminate()

    // All that was acknowledged is on disk.
    try witness.test.daemon.restart(after: SIGKILL)
    try Device(socket: witness.test.daemon.socket).app(witness.app.id).launch("device")
    #expect(witness.seen(in: "device", Self.seen))
  }

  @Test("NQ6 what an app has set since it was told counts for more than what it was told before")
  func ownSetting() throws {
    let witness = try Witness(scenes: false)
    let device = witness.test.device
    try device.notify(.settings(app: witness.app.id, key: "color", valueJSON: #""red""#))
    try witness.app.launch("device", "color=blue")
    try witness.app.terminate()
    try witness.app.launch("device")
    #expect(witness.seen(in: "device", ["color=blue"]))
    try witness.app.terminate()
    try device.notify(.settings(app: witness.app.id, key: "color", valueJSON: #""green""#))
    try witness.app.launch("device")
    #expect(witness.seen(in: "device", ["color=green"]))
  }

  @Test("NQ6 a program of any language has locale and zone in its environment, and the rest in its launch event")
  func anyLanguage() throws {
    let app = try PythonApp.make(
      "polyglot",
      on: [
        "launch": """
        note(" ".join(os.environ.get(name, "none") for name in ["LANG", "LC_ALL", "TZ"]))
        note(json.dumps(event.get("settings"), sort_keys=True))
        note(json.dumps(event.get("device"), sort_keys=True))
        """
      ])
    let test = try TestDevice(apps: [app])
    let polyglot = test.device.app("com.example.polyglot")
    for notice in Self.notices(for: polyglot.id) { try test.device.notify(notice) }
    try test.device.notify(.accessory(name: "pen", connected: true))
    try polyglot.launch()
    #expect(
      test.notes(of: polyglot.id) == [
        "de_DE.UTF-8 none Asia/Seoul", #"{"color": "red", "shape": [1, 2]}"#,
        #"{"accessory": {"connected": ["pen"], "disconnected": []}, "icloud": {"account": "kim"}, "#
          + #""locale": {"locale": "de_DE"}, "time": {"zone": "Asia/Seoul"}}"#,
      ])
  }

  private static func notices(for app: String) -> [DeviceNotice] {
    [
      .locale("de_DE"), .timeZone("Asia/Seoul"), .icloud(account: "kim"),
      .settings(app: app, key: "color", valueJSON: #""red""#), .settings(app: app, key: "shape", valueJSON: "[1,2]"),
    ]
  }

  private static let seen = [
    "locale=de_DE", "auto=de_DE", "number=1.234,5", "zone=Asia/Seoul", "noon=21", "color=red", "shape=[1,2]",
    "account=kim",
  ]
}

extension Witness {
  /// Whether the first line of `call` from line `start` on has all of `words`.
  fileprivate func seen(in call: String, from start: Int = 0, _ words: [String]) -> Bool {
    let line = line(of: call, from: start)?.split(separator: " ").map(String.init) ?? []
    return words.allSatisfy(line.contains)
  }
}
