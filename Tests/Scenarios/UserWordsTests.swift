// The words of roostctl for users: apps that ended meanwhile, times that are up, alerts that cover an app, sizes with units.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct UserWordsTests {
  private static let app = "com.example.words"

  private func device(_ on: [String: String], deadlines: String = "") throws -> TestDevice {
    try TestDevice(
      deadlines: deadlines, apps: [try PythonApp.make("words", on: on, functions: "import time")])
  }

  private func roostctl(_ test: TestDevice, _ arguments: String...) throws -> RoostctlTests.Run {
    try RoostctlTests.Run(arguments, socket: test.daemon.socket)
  }

  @Test("FG2 BG2 roostctl home names the app that was killed while it left")
  func ended() throws {
    let test = try device(["didEnterBackground": "time.sleep(1000)"], deadlines: "leave = \"300ms\"")
    try test.device.app(Self.app).launch()
    let home = try roostctl(test, "home")
    #expect(home.status == 0 && home.errors.contains(Self.app), "\(home.errors)")
    #expect(home.errors.contains("didEnterBackground"), "\(home.errors)")
  }

  @Test("BX1 TE3 roostctl monitor shows background tasks, kinds of notifications, and that a time is up, not missed")
  func monitored() throws {
    let test = try device(
      [
        "didBecomeActive": "global task; task = ask('beginBackgroundTask', name='upload')['result']['task']",
        "expireTasks": "send('endBackgroundTask', task=task)",
      ], deadlines: "background-tasks = \"300ms\"")
    let printed = test.daemon.directory.path + "/monitor"
    let monitor = try Program(
      Programs.roostctl, ["monitor", "--socket", test.daemon.socket], output: printed, errors: printed)
    func text() -> String { (try? String(contentsOfFile: printed, encoding: .utf8)) ?? "" }
    try eventually("the watch has begun") {
      try test.device.banner("begun")
      return text().contains("begun")
    }
    try test.device.app(Self.app).launch()
    try test.device.notify(.proximity(true))
    try test.device.home()
    try eventually("the time is up: \(text())") { text().contains("time is up: backgroundTasks") }
    monitor.signal(SIGTERM)
    monitor.wait()
    #expect(text().contains("upload") && text().contains("notification proximity"), "\(text())")
    #expect(!text().contains("deadline missed"))
  }

  @Test("FG4 BX3 a refusal names the cure: close the panel, add the mode; memory has a unit")
  func cures() throws {
    let test = try device([:])
    try test.device.app(Self.app).launch()
    #expect(try roostctl(test, "overlay", "switcher", "open").status == 0)
    let covered = try roostctl(test, "input", Self.app, "{}")
    #expect(covered.status == 1 && covered.errors.contains("roostctl overlay NAME close"), "\(covered.errors)")
    let fetch = try roostctl(test, "fetch", Self.app)
    #expect(fetch.status == 1 && fetch.errors.contains("does not list fetch; add it"), "\(fetch.errors)")
    #expect(try roostctl(test, "apps").output.contains(#/ [0-9.]+ [KM]B/#))
  }
}
