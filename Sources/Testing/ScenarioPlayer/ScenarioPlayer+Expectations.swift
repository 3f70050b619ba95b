// Expectations, each checked as soon as something has happened: the player waits for the daemon's events.
import ControlAPI
import Foundation
import RoostTesting

extension ScenarioPlayer {
  func check(_ expected: Expectation, at line: Int) throws {
    let app = device.app(expected.app)
    if let state = expected.state {
      try wait(line, "\(expected.app) to be \(state.rawValue)") {
        try app.state
      } until: {
        $0 == state
      } else: {
        try Findings.whereabouts(of: app.id, $0, lastEnd: app.exits().last)
      }
    }
    if let callbacks = expected.callbacks { try check(callbacks, of: app, at: line) }
    if let words = expected.exit {
      try wait(line, "the last end of \(expected.app) to say “\(words)”") {
        try app.exits().last
      } until: {
        $0.map { Findings.text(of: $0).contains(words) } ?? false
      } else: {
        try $0.map { "it says “\(Findings.text(of: $0))”" } ?? "it has not ended: \(whereabouts(of: app))"
      }
    }
    if let titles = expected.notifications {
      try wait(line, "\(expected.app) to show \(Findings.list(titles)) as its notifications", interval: Self.glance) {
        try app.notifications().map(\.title)
      } until: {
        $0 == titles
      } else: {
        "it shows \(Findings.list($0))"
      }
    }
    if let labels = expected.screen {
      try wait(line, "\(Findings.list(labels)) on the screen of \(expected.app)", interval: Self.glance) {
        try texts(on: app)
      } until: { shown in
        labels.allSatisfy(shown.contains)
      } else: {
        try app.state == .active ? "it shows \(Findings.list($0))" : whereabouts(of: app)
      }
    }
    if let picture = expected.picture { try check(picture, of: app, at: line) }
  }

  private func check(_ callbacks: [String], of app: AppUnderTest, at line: Int) throws {
    let passed = seen[app.id] ?? 0
    func new(_ events: [MonitorEvent]) -> [String] {
      Array(self.callbacks(of: app.id, in: past + events).dropFirst(passed))
    }
    let what = "the callbacks \(Findings.callbacks(callbacks))"
    func instead(_ found: [String]) throws -> String {
      let end = try app.state == .notRunning && !found.isEmpty ? "\n          \(whereabouts(of: app))" : ""
      return "\n          there were \(Findings.callbacks(found))\(end)"
    }
    try wait(line, what) {
      new(device.events.arrived)
    } until: {
      $0.count >= callbacks.count
    } else: {
      try instead($0)
    }
    // One too many may be on its way.
    let all = new(device.events.all)
    guard all == callbacks else { throw Failure(line: line, message: "expected \(what)" + (try instead(all))) }
    seen[app.id] = passed + all.count
  }

  private func callbacks(of app: String, in events: [MonitorEvent]) -> [String] {
    events.compactMap { event in
      if case .callback(app, let name, _, _) = event.kind { name } else { nil }
    }
  }

  private func whereabouts(of app: AppUnderTest) throws -> String {
    try Findings.whereabouts(of: app.id, app.state, lastEnd: app.exits().last)
  }

  /// None of an app that is not active: it may become active yet.
  private func texts(on app: AppUnderTest) throws -> [String] {
    do {
      return try app.elements().flatMap { [$0.label, $0.identifier, $0.value].compactMap { $0 } }
    } catch let failure as ControlFailure {
      guard try app.state != .active else { throw failure }
      return []
    }
  }

  private func check(_ picture: Expectation.Picture, of app: AppUnderTest, at line: Int) throws {
    let kept = KeptPicture(scenario.path(of: picture.file), tolerance: picture.tolerance)
    if tools.takesPictures { return try kept.keep(try app.screen().svg ?? "") }
    let mark = try kept.mark()
    do {
      try wait(line, "the screen of \(app.id) to look like \(picture.file)", interval: Self.glance) {
        mark.differences(from: try app.screen().svg ?? "")
      } until: {
        $0.isEmpty
      } else: {
        "the screen differs: \($0.joined(separator: ", ")); if it is right, keep it with --update-pictures"
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
    until isExpected: (Value) -> Bool, else instead: (Value) throws -> String
  ) throws -> Value {
    let end = Date(timeIntervalSinceNow: tools.patience)
    while true {
      // Counted before the look, so that no event falls between the two.
      let count = device.events.arrived.count
      let found = try value()
      if isExpected(found) { return found }
      let next = interval.map { min(end, Date(timeIntervalSinceNow: $0)) } ?? end
      guard device.events.waitForMore(than: count, until: next) || Date() < end else {
        let words = try instead(found)
        throw Failure(line: line, message: "expected \(what)\(words.hasPrefix("\n") ? "" : "; ")\(words)")
      }
    }
  }
}
