// Commands that developers know from other systems: a picture of the screen, where an app is, one archive of all.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct DeveloperVerbTests {
  private func run(_ test: TestDevice, _ words: String...) throws -> RoostctlTests.Run {
    try RoostctlTests.Run(words, socket: test.daemon.socket)
  }

  /// Gone when the test is.
  private final class Scratch {
    let path = "/tmp/roost-verbs-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  @Test("FG7 screenshot writes the screen of the app in front, or says that there is none")
  func screenshot() throws {
    let test = try TestDevice(apps: [Programs.app("form"), Programs.app("pynote")])
    let scratch = try Scratch()
    let file = scratch.path + "/screen.svg"
    let none = try run(test, "screenshot", "-o", file)
    #expect(none.status == 1 && none.errors.contains("no app is in front"), "\(none.errors)")
    try test.device.app("com.example.form").launch()
    let taken = try run(test, "screenshot", "-o", file, "--json")
    #expect(taken.status == 0 && taken.output.contains("com.example.form"), "\(taken.errors)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == test.device.app("com.example.form").screen().svg)
    try test.device.app("com.example.pynote").launch()
    #expect(try run(test, "screenshot", "com.example.pynote", "-o", file).status == 1)
    #expect(try run(test, "screenshot", "-o", scratch.path + "/screen.jpg").status == 2)
  }

  @Test("container prints where an app's data and its bundle are")
  func container() throws {
    let test = try TestDevice()
    try test.notes.launch()
    let data = try run(test, "container", test.notes.id)
    let path = data.output.trimmingCharacters(in: .newlines)
    #expect(path.hasPrefix(test.daemon.stateDirectory))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).contains("Documents"), "\(path)")
    #expect(try run(test, "container", test.notes.id, "--bundle").output.hasSuffix("/notes.app\n"))
    let mistyped = try run(test, "container", "com.example.noets")
    #expect(mistyped.status == 1 && mistyped.errors.contains("did you mean com.example.notes?"), "\(mistyped.errors)")
  }

  @Test("diagnose writes an archive for its owner alone: what the daemon knows, and no secret")
  func diagnose() throws {
    let test = try TestDevice(
      deadlines: "leave = \"300ms\"", push: "mqtt-broker = \"mqtt://127.0.0.1:1\"\nusername = \"hunter2\"")
    let scratch = try Scratch()
    try test.faulty.launch("hang=didEnterBackground")
    try test.device.home()
    _ = try test.waitForEnd(of: test.faulty)
    let file = scratch.path + "/roost.tar.gz"
    let run = try run(test, "diagnose", "-o", file)
    #expect(run.status == 0, "\(run.errors)")
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let tar = Process()
    tar.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    tar.arguments = ["tar", "-xzf", file, "-C", scratch.path]
    try tar.run()
    tar.waitUntilExit()
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(
      Set(names).isSuperset(of: [
        "daemon.json", "gaps.json", "apps.json", "exits.json", "assertions.json", "tasks.json", "device.json",
        "memory.json", "permissions.json", "report-1.ips", "machine-proc-version",
      ]), "\(names)")
    for name in names where name != "roost.tar.gz" {
      #expect(try !String(contentsOfFile: "\(scratch.path)/\(name)", encoding: .utf8).contains("hunter2"))
    }
    #expect(try String(contentsOfFile: scratch.path + "/exits.json", encoding: .utf8).contains("0x8badf00d"))
    let folder = scratch.path + "/all", mine = scratch.path + "/mine"
    try "text".write(toFile: mine, atomically: true, encoding: .utf8)
    try #require(mkdir(folder, 0o700) == 0 && chmod(folder, 0o1777) == 0)
    try #require(symlink(mine, folder + "/roost.tar.gz") == 0)
    let refused = try self.run(test, "diagnose", "-o", folder + "/roost.tar.gz")
    #expect(refused.status == 1 && refused.errors.contains("others may write to its folder"), "\(refused.errors)")
    #expect(try String(contentsOfFile: mine, encoding: .utf8) == "text")
    #expect(try self.run(test, "diagnose", "-o", "/nonexistent/roost.tar.gz").status == 1)
    #expect(try self.run(test, "diagnose", "-o", "roost.zip").status == 2)
  }
}
