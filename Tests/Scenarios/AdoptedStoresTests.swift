// The stores of apps that a daemon adopts without detail: what these ask for meanwhile is added to what is there.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite struct AdoptedStoresTests {
  @Test("A notification that an app plans while no daemon runs joins its others when it is adopted without detail")
  func planned() throws {
    let app = try PythonApp.make(
      "planner",
      on: [
        "input": """
        plan(ask, 'first')
        # Its answer comes when all before it is on disk.
        ask('beginTransfer', session='s', number=1, url='http://127.0.0.1:1/', earliest=4102444800)
        threading.Thread(target=go_on).start()
        note('asked')
        """
      ],
      functions: """
        import threading, time
        def plan(how, name):
          how('scheduleNotification', identifier=name, title=name, body='', content={}, at=[time.time() + 2])
        def go_on():
          while not os.path.exists('go'):
            time.sleep(0.01)
          plan(send, 'second')
          note('sent')
        """)
    let daemon = try SurvivingDaemon(apps: [app])
    let planner = "com.example.planner"
    let folder = "\(daemon.daemon.stateDirectory)/containers/\(planner)"
    func noted() -> [Substring] {
      ((try? String(contentsOfFile: folder + "/notes", encoding: .utf8)) ?? "").split(separator: "\n")
    }
    let before = try daemon.device()
    try before.app(planner).launch()
    try before.app(planner).send(input: "{}")
    try daemon.waitFor("the first to be kept") { noted() == ["asked"] }
    try daemon.end(.killed) {
      try Data().write(to: URL(fileURLWithPath: folder + "/go"))
      try daemon.waitFor("the app to plan the second") { noted() == ["asked", "sent"] }
      // As another model's.
      try daemon.markLogs(at: 8, 4711)
    }
    let device = try daemon.device()
    #expect(daemon.daemon.log.contains("adopted 1 apps"))
    try daemon.waitFor("both to be shown") {
      let shown = try? device.app(planner).notifications().map(\.identifier)
      return Set(shown ?? []) == ["first", "second"]
    }
  }
}
