// Devices as top sees them.
import ControlAPI

@testable import TopScreen

enum Glances {
  static let second: Int64 = 1_000_000_000

  static func app(
    _ id: String, _ state: AppStatus.State, pid: Int64? = nil, footprint: Int64 = 0, cpu: Int64 = 0,
    callback: AppStatus.Callback? = nil, deadlines: [AppStatus.Deadline] = [], assertions: [Assertion] = [],
    lastExit: ExitRecord? = nil
  ) -> AppStatus {
    AppStatus(
      id: id, name: nil, state: state, pid: pid, user: nil, style: .app, footprint: footprint, cpu: cpu,
      callback: callback,
      deadlines: deadlines, scenes: [], assertions: assertions, lastExit: lastExit, heldBack: nil, saying: nil,
      debugger: nil, entitlements: nil, missing: [])
  }

  static func exit(_ app: String, _ text: String) -> ExitRecord {
    ExitRecord(
      app: app, pid: 9, time: "2026-11-21T04:42:34.123Z", state: .background, namespace: "SPRINGBOARD",
      code: "0x8badf00d", reason: "watchdog", signal: 9, status: nil, footprint: 0, cpu: 0, callback: nil, elapsed: nil,
      text: text)
  }

  static let unlocked = DeviceInterface.GetState.Reply(
    locked: false, passcode: false, call: .none, alerts: 0, panels: [], front: ["com.example.notes"],
    orientation: "portrait", level: 0.5, charging: "charging", appearance: "light", contentSize: "large", volume: 1)

  /// Four apps: one in front, one that finishes a task behind the screen, one suspended, one that does not run.
  static var four: Glance {
    var glance = Glance(exits: [exit("com.example.faulty", "killed by the watchdog")])
    glance.saw(apps(cpu: 0), unlocked, at: 10 * second)
    glance.saw(apps(cpu: second / 2), unlocked, at: 12 * second)
    glance.heard(
      MonitorEvent(
        time: 1, kind: .callback(app: "com.example.clock", name: "didEnterBackground", scene: nil, took: 5_300_000)))
    return glance
  }

  private static func apps(cpu: Int64) -> [AppStatus] {
    [
      app(
        "com.example.clock", .background, pid: 71, footprint: 3 << 20,
        callback: .init(name: "didEnterBackground", elapsed: second),
        deadlines: [
          .init(step: "enterBackground", limit: 5 * second, elapsed: second),
          .init(step: "cpuWindow", limit: 60 * second, elapsed: 0),
        ],
        assertions: [
          .init(app: "com.example.clock", id: 1, kind: "backgroundTask", name: "upload", left: 20 * second),
          .init(app: "com.example.clock", id: 2, kind: "activity", name: "audio", left: nil),
        ]),
      app("com.example.faulty", .notRunning, lastExit: exit("com.example.faulty", "killed by the watchdog")),
      app("com.example.notes", .active, pid: 70, footprint: 12 << 20, cpu: cpu),
      app("com.example.한글", .suspended, pid: 72, footprint: 5 << 20),
    ]
  }
}
