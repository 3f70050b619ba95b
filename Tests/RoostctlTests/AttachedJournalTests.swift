// roostctl launch --console where the journal ends before the app.
import FakeDaemon
import Foundation
import Testing

@Suite(.timeLimit(.minutes(40))) struct AttachedJournalTests {
  @Test("The end of journalctl is said once, and the app is waited for asleep")
  func end() throws {
    let scratch = try ScratchDirectory()
    let daemon = try FakeDaemon(
      at: scratch.path + "/s",
      [
        "org.roost.Monitor.Watch": #"{"continues":true,"parameters":{"event":null}}"#,
        "org.roost.Apps.GetOutput": #"{"parameters":{"identifier":"a.b","user":300007,"path":null}}"#,
        "org.roost.Apps.Launch": #"{"parameters":{"pid":7,"state":"active"}}"#,
      ])
    defer { daemon.stop() }
    _ = try scratch.write("#!/bin/sh\nexit 0\n", to: "journalctl", mode: 0o755)
    let errors = try scratch.write("", to: "errors")
    let process = Process()
    process.executableURL = Roostctl.programs.appending(path: "roostctl")
    process.arguments = ["launch", "--console", "a.b", "--socket", daemon.socket]
    process.environment = ["PATH": scratch.path + ":/usr/bin:/bin"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    try process.run()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    var (said, isAsleep) = ("", false)
    let deadline = ContinuousClock.now + .seconds(60)
    repeat {
      // proc_pid_stat(5): the state is behind the name.
      let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
      said = try scratch.read("errors")
      isAsleep = said.contains("journalctl has ended") && status.contains(") S ")
    } while !isAsleep && ContinuousClock.now < deadline
    #expect(isAsleep, "\(said)")
    #expect(said.split(separator: "\n").count == 1, "\(said)")
    #expect(daemon.calls.last?["method"] as? String == "org.roost.Apps.Launch")
  }
}
