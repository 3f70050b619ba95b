// The daemon ends and begins again with more apps than one variable of the next can name the descriptors of.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite struct ManyAppsTests {
  /// Their descriptors' names take more than the 128 KiB that execve(2) takes (`MAX_ARG_STRLEN`).
  private static let count = 2100

  @Test(
    "every one of 2,100 apps stays what it was, those that run and those that sleep",
    arguments: SurvivalTests.End.allCases)
  func stay(end: SurvivalTests.End) throws {
    let script = """
      #!/bin/sh
      echo '{"hello":{"protocol":1,"library":"sh/1"}}' >&4
      while read -r line <&3; do
        number=${line##*\\"seq\\":}
        echo "{\\"ack\\":${number%%[!0-9]*}}" >&4
      done

      """
    let names = (0..<Self.count).map { "many\($0)" }
    let daemon = try SurvivingDaemon(apps: try names.map { try ScriptApp.make($0, script: script) })
    let client = try ControlClient(socket: daemon.daemon.socket)
    for name in names { _ = try client.call(AppsInterface.Launch(id: "com.example.\(name)")) }
    // It has been suspended since the second came to the front, and is woken when its descriptors have given way.
    let first = "com.example.many0"
    func apps() throws -> [AppStatus] {
      try ControlClient(socket: daemon.daemon.socket).call(AppsInterface.List()).apps.sorted { $0.id < $1.id }
    }
    func suspended() throws -> Int { try apps().count { $0.state == .suspended } }
    try daemon.waitFor("all but the last to be suspended") { (try? suspended()) == Self.count - 1 }
    _ = try client.call(AppsInterface.Launch(id: first))
    try daemon.waitFor("all but the first to be suspended") { (try? suspended()) == Self.count - 1 }
    let before = try apps()
    // A daemon that does not come again cannot end them. One that has ended them has given their pids to others.
    let place = daemon.daemon.directory.path
    defer {
      for pid in before.compactMap(\.pid) {
        let words = (try? String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)) ?? ""
        if words.contains(place) { kill(pid_t(pid), SIGKILL) }
      }
    }

    try daemon.end(end)

    #expect(daemon.daemon.log.contains("restored \(Self.count) apps of the previous daemon"))
    let after = try apps()
    #expect(after.map(\.pid) == before.map(\.pid))
    #expect(after.map(\.state) == before.map(\.state))
    #expect(after.first { $0.id == first }?.state == .active)
    // One whose descriptors were kept last, and some that had to go.
    let device = try daemon.device()
    for name in ["many2099", "many1", "many700"] {
      try device.app("com.example.\(name)").activate()
      #expect(KernelView.isStopped(Int32(try #require(before.first { $0.id == "com.example.\(name)" }?.pid))) == false)
    }
  }
}
