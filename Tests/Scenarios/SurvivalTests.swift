// The daemon ends, by whatever, and begins again: no app notices.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite struct SurvivalTests {
  /// What systemd does for a service, in a page of Python.
  static let manager = ["/usr/bin/env", "python3", URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/service-manager.py"]

  enum End: CaseIterable { case killed, replaced }

  @Test("after the daemon's end every app is the process it was, and as it was", arguments: End.allCases, [true, false])
  func everyAppStays(end: End, cgroups: Bool) throws {
    let daemon = try SurvivingDaemon(
      apps: try ["front", "behind", "asleep"].map { try Self.app($0) }, configuration: "[cgroups]\nuse = \(cgroups)\n")
    let before = try daemon.device()
    try before.app("com.example.asleep").launch()
    try before.app("com.example.behind").launch()
    try before.app("com.example.behind").send(input: "{\"begin\": true}")
    try before.app("com.example.front").launch()
    let apps = try before.apps().sorted { $0.id < $1.id }
    #expect(apps.map(\.state) == [.suspended, .background, .active])

    try daemon.end(end)

    let device = try daemon.device()
    let after = try device.apps().sorted { $0.id < $1.id }
    #expect(after.map(\.state) == apps.map(\.state))
    #expect(after.map(\.pid) == apps.map(\.pid))
    for app in after {
      let pid = Int32(try #require(app.pid))
      #expect(KernelView.isStopped(pid) == (app.state == .suspended), "\(app.id)")
      if Means.all.contains(.cgroups) {
        #expect(KernelView.isFrozen(pid) == (cgroups && app.state == .suspended), "\(app.id)")
      }
    }
    try device.app("com.example.asleep").activate()
    #expect(device.events.callbacks(of: "com.example.asleep") == ["willEnterForeground", "didBecomeActive"])
    let record = try #require(try device.app("com.example.asleep").quit())
    #expect(record.reason == "force-quit")
  }

  private static func app(_ name: String) throws -> String {
    try PythonApp.make(name, on: ["input": "ask(\"beginBackgroundTask\", name=\"work\")"])
  }
}

/// A daemon under a service manager that keeps its descriptors.
final class SurvivingDaemon {
  let daemon: PrivateDaemon

  init(apps: [String], configuration: String = "") throws {
    daemon = try PrivateDaemon(
      roostd: Programs.roostd, apps: apps, configuration: configuration + "\n[apps]\nread = \(TestDevice.programs)\n", manager: SurvivalTests.manager)
  }

  func device() throws -> Device { try Device(socket: daemon.socket) }

  var pid: pid_t {
    get throws {
      pid_t(try ControlClient(socket: daemon.socket).call(DaemonInterface.GetVersion()).pid)
    }
  }

  /// Returns when it serves again.
  func end(_ how: SurvivalTests.End) throws {
    let old = try pid
    switch how {
    case .killed: kill(old, SIGKILL)
    case .replaced:
      #expect(throws: ControlFailure.self) {
        try ControlClient(socket: self.daemon.socket).call(DaemonInterface.Reexec())
      }
    }
    let deadline = Date(timeIntervalSinceNow: 30)
    while true {
      if let new = try? pid, new != old || how == .replaced { return }
      guard Date() < deadline else {
        throw TestingError.noEvent(waitedFor: "the daemon to serve again", seen: daemon.log)
      }
      usleep(1000)
    }
  }
}
