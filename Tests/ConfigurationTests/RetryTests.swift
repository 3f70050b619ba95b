// What the daemon waits and does without after failures, as values.
import Testing

@testable import Settings

@Suite struct RetryTests {
  @Test("The pause doubles with each failure up to a minute, and begins anew when it had worked for longer")
  func delay() {
    var delay = RetryDelay()
    let pauses = (0..<8).map { _ in delay.afterFailure(lasted: .milliseconds(5)) }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    #expect(delay.afterFailure(lasted: .seconds(60)) == .seconds(60))
    #expect(delay.afterFailure(lasted: .seconds(61)) == .seconds(1))
    #expect(delay.afterFailure(lasted: .seconds(1)) == .seconds(2))
  }

  @Test("A pause of other bounds begins with the first, and ends with the longest")
  func bounds() {
    var delay = RetryDelay(first: .milliseconds(40), longest: .milliseconds(100))
    let pauses = (0..<4).map { _ in delay.afterFailure(lasted: .zero) }
    #expect(pauses == [40, 80, 100, 100].map { .milliseconds($0) })
    #expect(delay.afterFailure(lasted: .milliseconds(101)) == .milliseconds(40))
  }

  @Test(
    "After a start that came to nothing the broker waits; after two crashes at one place the next does without that")
  func starts() {
    #expect(EarlierStarts.none.brokerPause == .zero && EarlierStarts.none.leftOut == nil)
    var starts = EarlierStarts.none.crash(at: .tasks)
    #expect(starts == EarlierStarts(count: 1, stage: .tasks, atStage: 1, crashes: 1))
    #expect(starts.brokerPause == .seconds(60) && starts.leftOut == nil)
    starts = starts.crash(at: .tasks)
    #expect(starts == EarlierStarts(count: 2, stage: .tasks, atStage: 2, crashes: 2) && starts.leftOut == .tasks)
    // Another place: the one before has been mended, or it was chance.
    let elsewhere = EarlierStarts.none.crash(at: .tasks).crash(at: .state)
    #expect(elsewhere == EarlierStarts(count: 2, stage: .state, atStage: 1, crashes: 1) && elsewhere.leftOut == nil)
    #expect(elsewhere.crash(at: .state).leftOut == .state)
    #expect(elsewhere.crash(at: .state).crash(at: .state).leftOut == .state)
    // What has no part that could be left out.
    #expect(starts.crash(at: .rest).crash(at: .rest).leftOut == nil)
  }

  @Test(
    "A start that was killed tells nothing of what it read, nor do many in a row, until they are too many for chance")
  func kills() {
    for stage in EarlierStarts.Stage.allCases where stage != .rest {
      var starts = EarlierStarts.none
      for _ in 1..<EarlierStarts.killsThatTell {
        starts = starts.kill(at: stage)
        #expect(starts.leftOut == nil && starts.brokerPause == .seconds(60))
      }
      #expect(starts.kill(at: stage).leftOut == stage)
      // Crashes count from the last kill on.
      let mixed = EarlierStarts.none.crash(at: stage).kill(at: stage).crash(at: stage)
      #expect(mixed.leftOut == nil && mixed.crash(at: stage).leftOut == stage)
    }
  }

  @Test(
    "A store without which a start ends at the same place is taken back, and not left out again",
    arguments: [true, false])
  func innocent(isCrash: Bool) {
    let count = isCrash ? 2 : EarlierStarts.killsThatTell
    let leavesOut = EarlierStarts(count: count, stage: .tasks, atStage: count, crashes: isCrash ? 2 : 0)
    #expect(leavesOut.leftOut == .tasks)
    let aside = EarlierStarts.Aside(stage: .tasks, time: 7)
    // It has ended before it came there: nothing is known yet.
    let before = leavesOut.ending(at: .state, time: 7).ended(byCrash: isCrash)
    #expect(before.stage == .state && before.atStage == 1 && before.aside == aside)
    #expect(before.takenBack == nil && before.leftOut == nil)
    for starts in [leavesOut.ending(at: .tasks, time: 7), before.ending(at: .tasks, time: 8)] {
      let starts = starts.ended(byCrash: isCrash)
      #expect(starts.aside == aside && starts.takenBack == aside && starts.leftOut == nil)
    }
    var starts = leavesOut.ending(at: .tasks, time: 7).ended(byCrash: isCrash)
    for time in 8..<100 {
      starts = starts.ending(at: .tasks, time: Int64(time)).ended(byCrash: isCrash)
      #expect(starts.aside == nil && starts.takenBack == nil && starts.leftOut == nil)
    }
  }

  @Test(
    "Word of earlier starts is read as it was written, and nothing else is", arguments: EarlierStarts.Stage.allCases)
  func text(stage: EarlierStarts.Stage) {
    var starts = EarlierStarts.none
    for _ in 0..<2000 { starts = starts.crash(at: stage) }
    #expect(starts.count == 1001 && starts.crashes == 1001 && EarlierStarts(text: starts.text) == starts)
    starts.aside = EarlierStarts.Aside(stage: stage, time: 12)
    #expect(EarlierStarts(text: starts.text) == starts)
    for text in [
      "", "1", "1 \(stage.rawValue) 1", "0 \(stage.rawValue) 0 0", "-1 \(stage.rawValue) 1 0",
      "1 \(stage.rawValue) 2 0",
      "1 lunch 1 0", "9223372036854775807 \(stage.rawValue) 9223372036854775807 0", "1 \(stage.rawValue) 1 0 1",
      "\u{0}",
      "1 \(stage.rawValue) 1 0 lunch 1", "1 \(stage.rawValue) 1 0 tasks 0", "1 \(stage.rawValue) 1 0 tasks one",
      "1 \(stage.rawValue) 1 2", "1 \(stage.rawValue) 1 -1",
    ] {
      #expect(EarlierStarts(text: text) == nil, "\(text)")
    }
  }
}

extension EarlierStarts {
  fileprivate func crash(at stage: Stage) -> Self { ending(at: stage, time: 1).ended(byCrash: true) }
  fileprivate func kill(at stage: Stage) -> Self { ending(at: stage, time: 1).ended(byCrash: false) }
}
