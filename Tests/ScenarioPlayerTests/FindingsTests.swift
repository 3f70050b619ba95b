// The words for what a step finds instead of what it expects.
import ControlAPI
import RoostTesting
import Testing

@testable import ScenarioPlayer

struct FindingsTests {
  @Test("Where an app does not run, the finding says why it ended, or that nobody has launched it")
  func whereabouts() {
    let end = ExitRecord(
      app: "a", pid: 7, time: "2026-11-22T12:00:00Z", state: .background, namespace: "FRONTBOARD", code: "0x8badf00d",
      reason: "deadline", signal: 9, status: nil, footprint: 0, cpu: 0, callback: "didEnterBackground", elapsed: 5,
      text: "didEnterBackground took more than 5 s")
    #expect(Findings.whereabouts(of: "a", .suspended, lastEnd: end) == "it is suspended")
    #expect(
      Findings.whereabouts(of: "a", .notRunning, lastEnd: end)
        == "it is notRunning: didEnterBackground took more than 5 s")
    #expect(Findings.whereabouts(of: "a", .notRunning, lastEnd: nil).contains("add `launch a` before this one"))
    #expect(Findings.text(of: end) == "didEnterBackground took more than 5 s 0x8badf00d")
    #expect(Findings.list([]) == "nothing" && Findings.list(["a", "b"]) == "“a”, “b”")
  }

  @Test("The errors of RoostTesting name the next step")
  func nextSteps() {
    let none = "\(TestingError.noEvent(waitedFor: "a", seen: ""))"
    #expect(none.contains("`advance(by:)`") && none.hasSuffix("nothing happened meanwhile"))
    #expect("\(TestingError.noEvent(waitedFor: "a", seen: "  home"))".hasSuffix("instead:\n  home"))
    let blank = "\(TestingError.noElement("button “OK”", app: "a", shown: []))"
    #expect(blank.contains("shows nothing yet") && blank.contains("waitForExistence"))
    #expect(throws: TestingError.self) {
      do {
        _ = try Program("/nowhere", [], output: "/dev/null", errors: "/dev/null")
      } catch {
        #expect("\(error)".contains("give its path"))
        throw error
      }
    }
  }
}
