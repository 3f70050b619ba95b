// Reading the configuration again: SIGHUP and `roostctl reload` do the same, and a wrong one changes nothing.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct ReloadTests {
  private let test: TestDevice
  init() throws { test = try TestDevice() }

  private func configure(_ text: String) throws {
    let file = test.daemon.directory.appendingPathComponent("roostd.toml")
    let rest = "[log]\napp-output = \"file\"\n[apps]\nuser = \"\(TestDevice.user)\"\n"
    try (text + "\n" + rest).write(to: file, atomically: true, encoding: .utf8)
  }

  private func reload() throws -> RoostctlTests.Run { try RoostctlTests.Run(["reload"], socket: test.daemon.socket) }

  @Test("a new deadline is in force when roostctl reload returns, and the apps live on")
  func deadline() throws {
    let pid = try #require(try test.notes.launch().pid)
    try configure("[deadlines]\nleave = \"300ms\"")
    #expect(try reload().status == 0)
    try test.faulty.launch("hang=didEnterBackground")
    try? test.device.home()
    let record = try test.waitForEnd(of: test.faulty)
    #expect(record.code == "0x8badf00d")
    #expect(test.daemon.log.contains("didEnterBackground took more than 0.3 s"))
    #expect(try test.notes.status().pid == pid)
  }

  @Test("a wrong configuration is refused with file, line and key, in the log as well, and the old one stays")
  func refused() throws {
    try configure("[device]\nforeground-slots = \"many\"\n[deadlines]\nleave = \"1ms\"")
    let run = try reload()
    #expect(run.status == 1)
    let file = test.daemon.directory.path + "/roostd.toml"
    #expect(run.errors.contains("\(file):2: device.foreground-slots: "), "\(run.errors)")
    #expect(run.errors.contains("roostd keeps the old configuration"))
    #expect(test.daemon.log.contains("roostd refuses the new configuration"))
    #expect(try test.notes.launch().state == .active)
    try test.device.home()
    #expect(try test.notes.status().state == .suspended, "with the old deadline")
  }

  @Test("an app whose bundle goes while it runs, and comes back as it was, is installed as before")
  func goneAndBack() throws {
    let pid = try #require(try test.notes.launch().pid)
    let (place, aside) = (
      test.daemon.directory.path + "/apps/notes.app", test.daemon.directory.path + "/notes.app"
    )
    try FileManager.default.moveItem(atPath: place, toPath: aside)
    #expect(try reload().status == 0)
    #expect(throws: (any Error).self) { try test.notes.launch() }
    try FileManager.default.moveItem(atPath: aside, toPath: place)
    #expect(try reload().status == 0)
    #expect(try test.notes.launch().pid == pid)
    try test.notes.quit()
    #expect(try test.notes.launch().state == .active)
  }

  @Test("SIGHUP reads it too; what has to wait for a restart is said, and apps that are new are found")
  func signal() throws {
    let app = try ScriptApp.make("newcomer", script: "#!/bin/sh\n")
    try FileManager.default.createSymbolicLink(
      atPath: test.daemon.directory.path + "/apps/newcomer.app", withDestinationPath: app)
    try configure("[push]\nmqtt-broker = \"mqtt://127.0.0.1:1\"\n[deadlines]\nleave = \"4s\"")
    kill(test.daemon.pid, SIGHUP)
    try eventually("the app is found") { try test.device.apps().contains { $0.id == "com.example.newcomer" } }
    #expect(test.daemon.log.contains("[push] has changed; the new value takes effect when roostd is restarted"))
    #expect(test.daemon.log.contains("the new configuration is in force"))
  }
}
