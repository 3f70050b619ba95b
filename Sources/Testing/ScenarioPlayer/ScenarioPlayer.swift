// Plays a scenario on a device of its own, step by step, until one fails.
import ControlAPI
import Foundation
import RoostTesting

/// The programs and folders that scenarios are played with.
public struct Tools: Sendable {
  public var roostd: String
  public var roostctl: String
  /// The folder where apps are looked for by their names.
  public var apps: String
  /// In reality, for what is waited for.
  public var patience: Double

  public init(roostd: String, roostctl: String, apps: String, patience: Double = 10) {
    (self.roostd, self.roostctl, self.apps, self.patience) = (roostd, roostctl, apps, patience)
  }
}

/// How a scenario went.
public struct Outcome: Sendable {
  public let scenario: Scenario
  public let seconds: Double
  /// Nil where all has come as expected.
  public let failure: Failure?

  public init(scenario: Scenario, seconds: Double, failure: Failure?) {
    (self.scenario, self.seconds, self.failure) = (scenario, seconds, failure)
  }
}

/// The step that failed, what was expected and what was there instead.
public struct Failure: Error, Equatable, Sendable {
  public let line: Int
  public let message: String
  /// The last events before it, the latest at the end.
  public var events: [String]

  public init(line: Int, message: String, events: [String] = []) {
    (self.line, self.message, self.events) = (line, message, events)
  }
}

public final class ScenarioPlayer {
  private let scenario: Scenario
  private let tools: Tools
  private let daemon: PrivateDaemon
  private var device: Device
  /// The events that daemons before this one have told of.
  private var past: [MonitorEvent] = []
  /// How many callbacks of each app have been looked at.
  private var seen: [String: Int] = [:]
  private var commands = 0

  /// Never throws: a device that cannot be had is a failure of the first step.
  public static func play(_ scenario: Scenario, with tools: Tools) -> Outcome {
    let start = ContinuousClock.now
    var failure: Failure?
    do {
      try ScenarioPlayer(scenario, tools).play()
    } catch let found as Failure {
      failure = found
    } catch {
      failure = Failure(line: scenario.steps.first?.line ?? 1, message: "no device to play on: \(error)")
    }
    return Outcome(scenario: scenario, seconds: (ContinuousClock.now - start) / .seconds(1), failure: failure)
  }

  private init(_ scenario: Scenario, _ tools: Tools) throws {
    self.scenario = scenario
    self.tools = tools
    daemon = try PrivateDaemon(
      roostd: tools.roostd, apps: try scenario.apps.map { try Self.bundle($0, of: scenario, in: tools.apps) },
      configuration: scenario.configuration, virtualTime: scenario.time == .virtual)
    device = try Device(socket: daemon.socket)
  }

  /// A path is relative to the scenario's own folder.
  private static func bundle(_ name: String, of scenario: Scenario, in folder: String) throws -> String {
    let path: String
    if name.contains("/") {
      let own = URL(fileURLWithPath: scenario.file).deletingLastPathComponent()
      path = URL(fileURLWithPath: name, relativeTo: own).path
    } else {
      path = URL(fileURLWithPath: folder).appendingPathComponent(name + ".app").path
    }
    guard FileManager.default.fileExists(atPath: path) else {
      throw Failure(line: 1, message: "no such app: \(path); build it, or say with --apps where apps are")
    }
    return path
  }

  private func play() throws(Failure) {
    for step in scenario.steps {
      do {
        try play(step)
      } catch {
        let events = (past + device.events.all).suffix(12).map(\.line)
        throw Failure(line: step.line, message: (error as? Failure)?.message ?? "\(error)", events: events)
      }
    }
  }

  private func play(_ step: Step) throws {
    switch step.kind {
    case .command(let words):
      let run = try roostctl(words)
      guard run.status == 0 else {
        throw Failure(line: step.line, message: "roostctl \(words.joined(separator: " ")): \(run.said)")
      }
    case .refused(let words, let says):
      let run = try roostctl(words)
      guard run.status != 0, says.isEmpty || run.said.contains(says) else {
        let what = run.status == 0 ? "it was done" : run.said
        throw Failure(
          line: step.line, message: "expected to be refused\(says.isEmpty ? "" : " with “\(says)”"): \(what)")
      }
    case .daemon(let change):
      past += device.events.all
      switch change {
      case .replace:
        let run = try roostctl(["reexec"])
        guard run.status == 0 else { throw Failure(line: step.line, message: run.said) }
      case .kill: try daemon.restart(after: SIGKILL)
      case .restart: try daemon.restart()
      }
      device = try Device(socket: daemon.socket)
    case .expect(let expectation): try check(expectation, at: step.line)
    }
  }

  private func roostctl(_ words: [String]) throws -> (status: Int32, said: String) {
    commands += 1
    let output = "\(daemon.directory.path)/command-\(commands)"
    let program = try Program(
      tools.roostctl, words, output: output, errors: output, environment: ["ROOST_SOCKET": daemon.socket])
    let status = program.wait()
    let said = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
    return (status, said.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  // MARK: Expectations

  private func check(_ expected: Expectation, at line: Int) throws {
    let app = device.app(expected.app)
    if let state = expected.state {
      try wait(line, "\(expected.app) is \(state.rawValue)") {
        try app.state
      } until: {
        $0 == state
      }
    }
    if let callbacks = expected.callbacks {
      let all = try wait(line, "the callbacks \(callbacks.joined(separator: ", "))") {
        Array(self.callbacks(of: expected.app).dropFirst(self.seen[expected.app] ?? 0))
      } until: {
        $0.count >= callbacks.count
      }
      guard all == callbacks else {
        throw Failure(
          line: line,
          message: "expected the callbacks \(callbacks.joined(separator: ", "))\n"
            + "          there were \(all.isEmpty ? "none" : all.joined(separator: ", "))")
      }
      seen[expected.app, default: 0] += all.count
    }
    if let words = expected.exit {
      try wait(line, "an end of \(expected.app) with “\(words)”") {
        try app.exits().last.map { "\($0.text) \($0.code ?? "")" } ?? "it has not ended"
      } until: {
        $0.contains(words)
      }
    }
    if let titles = expected.notifications {
      try wait(line, "the notifications \(titles)") {
        try app.notifications().map(\.title)
      } until: {
        $0 == titles
      }
    }
    if let labels = expected.screen {
      try wait(line, "\(labels) on the screen") {
        try app.elements().flatMap { [$0.label, $0.identifier].compactMap { $0 } }
      } until: { shown in
        labels.allSatisfy(shown.contains)
      }
    }
  }

  private func callbacks(of app: String) -> [String] {
    (past + device.events.all).compactMap { event in
      if case .callback(app, let name, _, _) = event.kind { name } else { nil }
    }
  }

  /// Looks again until it is as expected, or patience is over.
  @discardableResult
  private func wait<Value>(
    _ line: Int, _ what: String, _ value: () throws -> Value, until isExpected: (Value) -> Bool
  ) throws -> Value {
    let end = ContinuousClock.now + .seconds(tools.patience)
    while true {
      let found = try value()
      if isExpected(found) { return found }
      guard ContinuousClock.now < end else {
        throw Failure(line: line, message: "expected \(what); there is \(found)")
      }
      usleep(5000)
    }
  }
}

extension MonitorEvent {
  /// For a person who looks for the reason of a failure.
  var line: String {
    switch kind {
    case .state(let app, let from, let to): "\(app) \(from.rawValue) → \(to.rawValue)"
    case .entering(let app, let name): "\(app) begins \(name)"
    case .callback(let app, let name, _, _): "\(app) \(name)"
    case .exit(let record): "\(record.app) ended: \(record.text)"
    case .deadline(let app, let step, _, _): "\(app) missed its deadline for \(step)"
    case .device(let name, let detail): "device \(name) \(detail ?? "")"
    case .notice(let app, let text): "\(app): \(text)"
    }
  }
}
