// Expectations, each checked as soon as something has happened: the player waits for the daemon's events.
import ControlAPI
import Foundation
import RoostTesting

extension ScenarioPlayer {
  func check(_ expected: Expectation, at line: Int) throws {
    let app = device.app(expected.app)
    if let state = expected.state {
      try wait(line, "\(expected.app) is \(state.rawValue)") {
        try app.state
      } until: {
        $0 == state
      }
    }
    if let callbacks = expected.callbacks { try check(callbacks, of: expected.app, at: line) }
    if let words = expected.exit {
      try wait(line, "an end of \(expected.app) with “\(words)”") {
        try app.exits().last.map { "\($0.text) \($0.code ?? "")" } ?? "it has not ended"
      } until: {
        $0.contains(words)
      }
    }
    if let titles = expected.notifications {
      try wait(line, "the notifications \(titles)", interval: Self.glance) {
        try app.notifications().map(\.title)
      } until: {
        $0 == titles
      }
    }
    if let labels = expected.screen {
      try wait(line, "\(labels) on the screen", interval: Self.glance) {
        try app.elements().flatMap { [$0.label, $0.identifier, $0.value].compactMap { $0 } }
      } until: { shown in
        labels.allSatisfy(shown.contains)
      }
    }
    if let picture = expected.picture { try check(picture, of: app, at: line) }
  }

  private func check(_ callbacks: [String], of app: String, at line: Int) throws {
    let passed = seen[app] ?? 0
    func new(_ events: [MonitorEvent]) -> [String] {
      Array(self.callbacks(of: app, in: past + events).dropFirst(passed))
    }
    try wait(line, "the callbacks \(callbacks.joined(separator: ", "))") {
      new(device.events.arrived)
    } until: {
      $0.count >= callbacks.count
    }
    // One too many may be on its way.
    let all = new(device.events.all)
    guard all == callbacks else {
      throw Failure(
        line: line,
        message: "expected the callbacks \(callbacks.joined(separator: ", "))\n"
          + "          there were \(all.isEmpty ? "none" : all.joined(separator: ", "))")
    }
    seen[app] = passed + all.count
  }

  private func callbacks(of app: String, in events: [MonitorEvent]) -> [String] {
    events.compactMap { event in
      if case .callback(app, let name, _, _) = event.kind { name } else { nil }
    }
  }

  private func check(_ picture: Expectation.Picture, of app: AppUnderTest, at line: Int) throws {
    let kept = KeptPicture(scenario.path(of: picture.file), tolerance: picture.tolerance)
    if tools.takesPictures { return try kept.keep(try app.screen().svg ?? "") }
    let mark = try kept.mark()
    do {
      try wait(line, "the picture \(picture.file)", interval: Self.glance) {
        mark.differences(from: try app.screen().svg ?? "")
      } until: {
        $0.isEmpty
      }
    } catch let failure as Failure {
      let file = tools.failureFile(of: scenario, "line-\(line).svg")
      try FileManager.default.createDirectory(atPath: tools.failures, withIntermediateDirectories: true)
      try mark.comparison(with: try app.screen().svg ?? "").write(toFile: file, atomically: true, encoding: .utf8)
      throw Failure(line: line, message: failure.message, pictures: [file])
    }
  }

  /// The daemon tells of no change of a screen, nor of a notification that is taken away: those are looked at again after
  /// so many seconds.
  private static let glance = 0.05

  /// Looks again whenever something has happened, until it is as expected or patience is over.
  /// - Parameter interval: seconds after which to look although nothing has happened; nil where every change is an event.
  @discardableResult
  private func wait<Value>(
    _ line: Int, _ what: String, interval: Double? = nil, _ value: () throws -> Value,
    until isExpected: (Value) -> Bool
  ) throws -> Value {
    let end = Date(timeIntervalSinceNow: tools.patience)
    while true {
      // Counted before the look, so that no event falls between the two.
      let count = device.events.arrived.count
      let found = try value()
      if isExpected(found) { return found }
      let next = interval.map { min(end, Date(timeIntervalSinceNow: $0)) } ?? end
      guard device.events.waitForMore(than: count, until: next) || Date() < end else {
        throw Failure(line: line, message: "expected \(what); there is \(found)")
      }
    }
  }
}
