// alert: the answer that is asked for, and the daemon's words where another alert is on the screen.
import FakeDaemon
import Foundation
import Testing

struct AlertCommandTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func run(
    _ arguments: [String], _ reply: String
  ) throws -> (run: Roostctl, calls: [(method: String, parameters: NSDictionary)]) {
    let daemon = try FakeDaemon(at: scratch.path + "/s", ["org.roost.Device.Alert": reply])
    defer {
      daemon.stop()
      unlink(daemon.socket)
    }
    let run = try Roostctl.run(arguments + ["--socket", daemon.socket])
    return (run, daemon.calls.map { ($0["method"] as? String ?? "", $0["parameters"] as? NSDictionary ?? [:]) })
  }

  @Test(
    "PR2 an answer names the app and the service that were given",
    arguments: [
      (["alert", "allow"], #"{"action":"allow"}"#), (["alert", "deny", "a.b"], #"{"action":"deny","app":"a.b"}"#),
      (["alert", "allow-once", "a.b", "location"], #"{"action":"allowOnce","app":"a.b","service":"location"}"#),
      (
        ["alert", "allow", "a.b", "camera", "--no-wait"],
        #"{"action":"allow","app":"a.b","service":"camera","wait":false}"#
      ),
      (["alert", "show"], #"{"action":"show"}"#),
    ])
  func answers(_ arguments: [String], _ parameters: String) throws {
    let (run, calls) = try run(arguments, #"{"parameters":{}}"#)
    #expect(run.status == 0 && run.output.isEmpty, "\(run.errors)")
    let expected = try JSONSerialization.jsonObject(with: Data(parameters.utf8)) as? NSDictionary
    #expect(calls.map(\.method) == ["org.roost.Device.Alert"] && calls[0].parameters == expected)
  }

  @Test("PR2 an answer of which another alert is on the screen is refused in the daemon's words")
  func other() throws {
    let reply = #"{"error":"org.roost.Device.Refused","parameters":{"message":"another one"}}"#
    let run = try run(["alert", "allow", "a.b", "camera"], reply).run
    #expect(run.status == 1 && run.errors.contains("another one"))
  }
}
