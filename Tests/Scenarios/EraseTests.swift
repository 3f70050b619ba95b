// An app is erased, with real processes: it begins as after its installation (LA11).
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct EraseTests {
  private static let id = "com.example.hoarder"
  private static let refresh = "com.example.hoarder.refresh"

  /// Keeps all that the daemon keeps for an app, when it is touched; notes what it has of that when it is launched.
  private static func hoarder() throws -> String {
    try PythonApp.make(
      "hoarder",
      on: [
        "launch": """
        for kind, wanted in (
          ("permission", dict(service="camera")), ("deliveredNotifications", {}), ("pendingTaskRequests", {}),
          ("transfers", dict(session="s"))):
          note(kind + " " + json.dumps(ask(kind, **wanted)["result"]))
        """,
        "input": """
        ask("requestPermission", service="camera")
        ask("scheduleNotification", identifier="now", title="Now")
        ask("scheduleNotification", identifier="later", title="Later", at=[4102444800])
        ask("submitTaskRequest", identifier="\(refresh)", kind="refresh", earliest=4102444800)
        ask("beginTransfer", session="s", number=1, url="http://127.0.0.1:1/", earliest=4102444800)
        open("Documents/letter", "w").write("Dear Ada")
        """,
      ],
      keys: [
        "NSCameraUsageDescription": "To scan codes.", "UIBackgroundModes": ["fetch"],
        "BGTaskSchedulerPermittedIdentifiers": [refresh],
      ])
  }

  private static let nothing = [
    #"permission {"permission": "undetermined"}"#, #"deliveredNotifications {"notifications": []}"#,
    #"pendingTaskRequests {"requests": []}"#, #"transfers {"transfers": []}"#,
  ]

  @Test(
    "LA11 its files, permissions and plans are gone, it launches anew, and so it stays when the daemon starts again")
  func erased() throws {
    let test = try TestDevice(device: "privacy = \"grant\"", apps: [try Self.hoarder()])
    let app = test.device.app(Self.id)
    let container = "\(test.daemon.stateDirectory)/containers/\(Self.id)"
    try app.launch()
    #expect(test.notes(of: Self.id) == Self.nothing)
    try app.send(input: "{}")
    try test.device.home()
    try test.wait(for: .suspended, of: app)
    #expect(try app.permissions().contains { $0.service == .camera && $0.status == .granted })
    #expect(try app.notifications().map(\.identifier) == ["now"])
    #expect(try test.device.tasks().map(\.identifier) == [Self.refresh])
    #expect(FileManager.default.fileExists(atPath: container + "/Documents/letter"))

    let run = try RoostctlTests.Run(["erase", Self.id], socket: test.daemon.socket)
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    #expect(try test.onlyExit(of: app).reason == "terminated")
    #expect(try app.state == .notRunning)
    #expect(!FileManager.default.fileExists(atPath: container))
    #expect(try app.permissions().isEmpty)
    #expect(try app.notifications().isEmpty)
    #expect(try test.device.tasks().isEmpty)
    #expect(test.events.all.contains { "\($0)".contains("erased") })
    let erased = "\(test.daemon.stateDirectory)/erased"
    try eventually("the files are removed") { try FileManager.default.contentsOfDirectory(atPath: erased).isEmpty }

    // The daemon that reads the stores knows nothing of it either.
    try test.daemon.restart()
    let device = try Device(socket: test.daemon.socket)
    for _ in 1...2 {
      try device.app(Self.id).launch()
      #expect(test.notes(of: Self.id) == Self.nothing)
      #expect(FileManager.default.fileExists(atPath: container + "/Documents"))
      try device.app(Self.id).erase()
    }
    let unknown = try RoostctlTests.Run(["erase", "com.example.hoarde"], socket: test.daemon.socket)
    #expect(unknown.status == 1 && unknown.errors.contains("did you mean com.example.hoarder?"), "\(unknown.errors)")
  }

  @Test("LA11 LA7 an identifier that a client spells in other bytes is the app's: its own container is erased and made")
  func spelling() throws {
    let test = try TestDevice(apps: [try ScriptApp.make("Kit", writes: "events")])
    let (own, kelvin) = (test.device.app("com.example.Kit"), test.device.app("com.example.\u{212A}it"))
    let containers = test.daemon.stateDirectory + "/containers"
    try own.launch()
    try own.quit()
    #expect(FileManager.default.fileExists(atPath: containers + "/com.example.Kit"))
    let (its, found) = (try own.exits(), try kelvin.exits())
    #expect(its.count == 1 && found.map(\.text) == its.map(\.text))
    try kelvin.erase()
    #expect(!FileManager.default.fileExists(atPath: containers + "/com.example.Kit"))
    try kelvin.launch()
    #expect(FileManager.default.fileExists(atPath: containers + "/com.example.Kit"))
    #expect(!FileManager.default.fileExists(atPath: containers + "/com.example.\u{212A}it"))
  }
}
