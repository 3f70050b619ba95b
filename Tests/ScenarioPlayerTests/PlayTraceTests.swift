// The trace of a play: what two plays have in common, and where they differ.
import ControlAPI
import Testing

@testable import ScenarioPlayer

struct PlayTraceTests {
  private func event(_ time: Int64, _ kind: MonitorEvent.Kind) -> MonitorEvent { MonitorEvent(time: time, kind: kind) }

  @Test("A trace has no random names, sizes and absolute times, and tells of one app after the other in each instant")
  func lines() {
    func trace(_ start: Int64, _ scene: String, _ size: String, swapped: Bool) -> [String] {
      let one = event(start, .callback(app: "a", name: "sceneWillConnect", scene: scene, took: start))
      let other = event(start, .state(app: "b", from: .notRunning, to: .inactive))
      return PlayTrace.lines(
        of: (swapped ? [other, one] : [one, other]) + [
          event(start + 1_500_000_000, .device(name: "memory", detail: "critical, \(size) MB are missing"))
        ])
    }
    let first = trace(1000, "F00", "1.5", swapped: false)
    #expect(
      first == [
        "0.000000000  a  sceneWillConnect of scene 1", "0.000000000  b  notRunning → inactive",
        "1.500000000  device  memory critical, some MB are missing",
      ])
    #expect(trace(7000, "BA5", "2.25", swapped: true) == first)
  }

  @Test("The first difference of two traces is told with its line; the shorter one has ended there")
  func difference() throws {
    #expect(PlayTrace.difference(["a", "b"], ["a", "b"]) == nil)
    let found = try #require(PlayTrace.difference(["a", "b"], ["a", "c"]))
    #expect(found == (2, "b", "c"))
    let end = try #require(PlayTrace.difference(["a"], ["a", "c"]))
    #expect(end == (2, "(the end)", "c"))
  }
}
