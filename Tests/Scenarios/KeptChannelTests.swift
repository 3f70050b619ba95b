// A daemon that cannot begin where another has ended: its apps go on, and the one that can begin has all of them.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite struct KeptChannelTests {
  private let daemon: SurvivingDaemon
  private let before: [SurvivalTests.Seen]

  init() throws {
    daemon = try SurvivingDaemon(apps: try ["front", "behind", "asleep"].map { try SurvivalTests.app($0) })
    before = try SurvivalTests.threeApps(daemon)
  }

  /// The processes that keep the channels of its apps open.
  private var keepers: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let mark = "ROOST_RUNTIME=\(daemon.daemon.directory.path)/run\0"
    return names.filter { Int32($0) != nil }.filter { pid in
      guard FileManager.default.contents(atPath: "/proc/\(pid)/cmdline") == Data("roost-keeper\0infinity\0".utf8),
        let environment = FileManager.default.contents(atPath: "/proc/\(pid)/environ")
      else { return false }
      return String(decoding: environment, as: UTF8.self).contains(mark)
    }
  }

  /// The service manager has closed its copies by then, and no other daemon may start before SIGHUP.
  private func waitForKeeper() throws {
    try daemon.waitFor("a process that keeps the channels open") { keepers.count == 1 }
    for pid in keepers {
      let text = FileManager.default.contents(atPath: "/proc/\(pid)/status") ?? Data()
      let status = String(decoding: text, as: UTF8.self)
      #expect(status.contains("SigBlk:\t0000000000000000\n"), "SIGTERM does not end it: \(status)")
    }
  }

  private func expectAllAsBefore() throws {
    kill(daemon.daemon.pid, SIGHUP)
    try daemon.waitFor("the daemon to serve again") { (try? daemon.pid) != nil }
    let device = try daemon.device()
    #expect(try SurvivalTests.seen(device) == before)
    try device.app("com.example.asleep").activate()
    #expect(device.events.callbacks(of: "com.example.asleep") == ["willEnterForeground", "didBecomeActive"])
    try daemon.waitFor("nothing else to keep the channels open") { keepers.isEmpty }
  }

  @Test(
    "With a mistake in its configuration a daemon becomes no other program; where it is killed its apps wait until that is put right",
    arguments: [
      ("[deadlines]\nlaunch = \"no time\"\n", "/roostd.toml:"), ("= no TOML", "/roostd.toml:"),
      ("[control]\ngroup = \"roost-nosuch\"\n", "group roost-nosuch: no such group"),
    ])
  func mistake(text: String, reason: String) throws {
    let file = daemon.daemon.directory.path + "/roostd.toml"
    let right = try String(contentsOfFile: file, encoding: .utf8)
    try (right + "\n" + text).write(toFile: file, atomically: true, encoding: .utf8)
    let pid = try daemon.pid
    let refusal = #expect(throws: ControlFailure.self) {
      try ControlClient(socket: daemon.daemon.socket).call(DaemonInterface.Reexec())
    }
    let words = refusal.map { "\($0)" } ?? ""
    #expect(words.contains("it would not start: ") && words.contains(reason), "\(words)")
    #expect(try daemon.pid == pid)
    #expect(try SurvivalTests.seen(daemon.device()) == before)
    #expect(keepers.isEmpty)

    try daemon.end(.killed, isServedAgain: false)
    try waitForKeeper()
    try right.write(toFile: file, atomically: true, encoding: .utf8)
    try expectAllAsBefore()
  }

  @Test("A directory that others may write to is no reason for apps to end")
  func directory() throws {
    let state = daemon.daemon.stateDirectory
    var status = stat()
    try #require(stat(state, &status) == 0)
    try daemon.end(.killed, isServedAgain: false) { #expect(chmod(state, 0o777) == 0) }
    try waitForKeeper()
    #expect(chmod(state, status.st_mode & 0o7777) == 0)
    try expectAllAsBefore()
  }

  @Test("A daemon that becomes an older program, on the state of a newer one, leaves its apps their channels")
  func downgrade() throws {
    let format = try daemon.markLogs(at: SurvivalTests.formatPlace, nil) + 1
    let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    // A later one than the daemon writes before it goes.
    let checkpoint = "\(daemon.daemon.directory.path)/run/state/checkpoint-999999"
    let head = "{\"roost\":{\"format\":\(format),\"model\":4711,\"version\":\"9.9\",\"boot\":\"\(boot)\"}}\n{}"
    try head.write(toFile: checkpoint, atomically: false, encoding: .utf8)
    #expect(throws: ControlFailure.self) {
      try ControlClient(socket: daemon.daemon.socket).call(DaemonInterface.Reexec())
    }
    try waitForKeeper()
    #expect(daemon.daemon.log.contains("roostd 9.9 wrote"))
    // Not even a client that waits: there is nobody to answer.
    try daemon.waitFor("nobody to listen") { (try? ControlClient(socket: daemon.daemon.socket)) == nil }
    try FileManager.default.removeItem(atPath: checkpoint)
    try expectAllAsBefore()
  }
}
