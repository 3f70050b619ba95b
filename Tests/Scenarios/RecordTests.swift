// The requests to a device become a scenario, and that scenario goes well.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct RecordTests {
  /// Does what `session` does while it is recorded; the scenario's text, once it has `last` in it.
  private func record(
    _ test: TestDevice, _ file: String, until last: String, _ session: () throws -> Void
  ) throws -> String {
    let output = file + ".said"
    let recorder = try Program(
      Programs.roostctl, ["record", "-o", file, "--name", "A call: recorded"], output: output, errors: output,
      environment: ["ROOST_SOCKET": test.daemon.socket])
    func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
    try eventually("it records") { text(output).contains("recording into") }
    try session()
    try eventually("the last of it is in the file") { text(file).contains(last) }
    recorder.signal(SIGINT)
    recorder.wait()
    return text(file)
  }

  /// Nil where all of them were done; else the one that was not.
  private func roostctl(_ test: TestDevice, _ commands: [[String]]) throws -> [String]? {
    try commands.first { try RoostctlTests.Run($0, socket: test.daemon.socket).status != 0 }
  }

  @Test("A session of commands, touches and a refusal is recorded as a scenario, which goes well when it is played")
  func playsAgain() throws {
    let test = try TestDevice(apps: [Programs.app("notes"), Programs.app("form")])
    let file = test.daemon.directory.path + "/walk.yaml"
    let text = try record(test, file, until: "exit: \"0xdeadfa11\"") {
      let form = "com.example.form"
      let failed = try roostctl(
        test,
        [
          ["launch", form], ["tap", form, "name"], ["type", form, "it's \"Ada\""], ["call", "ring"],
          ["call", "decline"],
        ])
      #expect(failed == nil)
      let refused = try roostctl(test, [["call", "accept"]])
      #expect(refused != nil)
      let late = try roostctl(
        test,
        [
          ["overlay", "control-center", "open"], ["overlay", "control-center", "close"],
          ["notify", "battery", "level=0.5", "state=charging"], ["launch", "com.example.notes"],
        ])
      #expect(late == nil)
      // A callback that came after the next command would be recorded as that command's.
      try test.wait(for: .suspended, of: test.device.app(form))
      let last = try roostctl(test, [["quit", "com.example.notes"]])
      #expect(last == nil)
    }
    for line in [
      "name: \"A call: recorded\"", "  - launch com.example.form", "tap com.example.form --at ", "  - call ring",
      "  - expect: {app: com.example.form, state: inactive, callbacks: [willResignActive]}",
      "  - refused: call accept", "  - overlay control-center open",
      "  - notify battery level=0.5 state=charging", "exit: \"0xdeadfa11\"",
    ] { #expect(text.contains(line), "\(line)\n\(text)") }
    let output = file + ".played"
    let run = try Program(
      Programs.roostctl, ["run", file, "--failures", test.daemon.directory.path + "/failures"], output: output,
      errors: output)
    let status = run.wait()
    #expect(status == 0, "\(text)\n\((try? String(contentsOfFile: output, encoding: .utf8)) ?? "")")
  }

  @Test("A callback that is named like lines of a scenario is one word of a recording")
  func hostileName() throws {
    let code = #"""
      name = 'x]}\nconfiguration: |\n  [apps]\n  user = "root"\nsteps:\n  - kill\u2028- home'
      say({"trace": {"entering": name}})
      say({"trace": {"callback": name, "took": 1}})
      note('said')
      """#
    let test = try TestDevice(apps: [try PythonApp.make("named", on: ["input": code])])
    let named = test.device.app("com.example.named")
    let text = try record(test, test.daemon.directory.path + "/named.yaml", until: "- quit") {
      let failed = try roostctl(test, [["launch", named.id], ["input", named.id, "{}"]])
      #expect(failed == nil)
      try eventually("it has said so") { !test.notes(of: named.id).isEmpty }
      let last = try roostctl(test, [["quit", named.id]])
      #expect(last == nil)
    }
    #expect(text.contains("x]}"), "\(text)")
    #expect(
      !text.split(separator: "\n").contains { $0.hasPrefix("configuration") || $0.hasPrefix("  - kill") }, "\(text)")
    #expect(!text.unicodeScalars.contains("\u{2028}"))
  }

  @Test("DP2 a passcode is in no recording")
  func passcode() throws {
    let test = try TestDevice(apps: [Programs.app("notes")])
    let file = test.daemon.directory.path + "/walk.yaml"
    let text = try record(test, file, until: "- home") {
      try test.device.setPasscode("2580")
      try test.device.lock()
      try test.device.unlock(passcode: "2580")
      try test.device.home()
    }
    #expect(text.contains("# org.roost.Device.SetPasscode"))
    #expect(text.contains("# org.roost.Device.Unlock"))
    #expect(!text.contains("2580"))
  }
}
