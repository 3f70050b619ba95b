// Plays a scenario on a device of its own, step by step, until one fails.
import ControlAPI
import Foundation
import RoostTesting

public final class ScenarioPlayer {
  let scenario: Scenario
  let tools: Tools
  private let daemon: PrivateDaemon
  var device: Device
  /// The events that daemons before this one have told of.
  var past: [MonitorEvent] = []
  /// How many callbacks of each app have been looked at.
  var seen: [String: Int] = [:]
  private var commands = 0

  /// Never throws: a device that cannot be had is a failure of the first step.
  public static func play(_ scenario: Scenario, with tools: Tools) -> Outcome {
    let start = ContinuousClock.now
    var failure: Failure?
    var trace: [String] = []
    do {
      let player = try ScenarioPlayer(scenario, tools)
      failure = player.play()
      trace = player.trace()
    } catch let found as Failure {
      failure = found
    } catch {
      failure = Failure(line: scenario.steps.first?.line ?? 1, message: "no device to play on: \(error)")
    }
    var outcome = Outcome(
      scenario: scenario, seconds: (ContinuousClock.now - start) / .seconds(1), failure: failure)
    outcome.trace = trace
    return outcome
  }

  private init(_ scenario: Scenario, _ tools: Tools) throws {
    self.scenario = scenario
    self.tools = tools
    daemon = try PrivateDaemon(
      roostd: tools.roostd, apps: try scenario.apps.map { try Self.bundle($0, of: scenario, in: tools.apps) },
      configuration: scenario.configuration, virtualTime: !scenario.isReal(tools))
    device = try Device(socket: daemon.socket)
  }

  /// A path is relative to the scenario's own folder.
  private static func bundle(_ name: String, of scenario: Scenario, in folder: String) throws -> String {
    let path =
      name.contains("/")
      ? scenario.path(of: name) : URL(fileURLWithPath: folder).appendingPathComponent(name + ".app").path
    guard FileManager.default.fileExists(atPath: path) else {
      throw Failure(line: 1, message: "no such app: \(path); build it, or say with --apps where apps are")
    }
    return path
  }

  /// The first step that failed. Those that come after all are played even then.
  private func play() -> Failure? {
    var failure = firstFailure(of: scenario.before + scenario.steps)
    for step in scenario.after {
      let late = firstFailure(of: [step])
      failure = failure ?? late
    }
    return failure
  }

  private func firstFailure(of steps: [Step]) -> Failure? {
    for step in steps {
      do {
        try play(step)
      } catch {
        let found = error as? Failure
        let events = (past + device.events.all).suffix(12).map(\.line)
        return Failure(
          line: step.line, message: found?.message ?? "\(error)", events: events,
          pictures: (found?.pictures ?? []) + timeline())
      }
    }
    return nil
  }

  private func play(_ step: Step) throws {
    switch step.kind {
    case .command(let words):
      if scenario.isReal(tools), let time = RealTime.seconds(toPassIn: words) {
        return Thread.sleep(forTimeInterval: time)
      }
      let run = try roostctl(words)
      guard run.status == 0 else {
        throw Failure(line: step.line, message: "roostctl \(words.joined(separator: " ")): \(run.said)")
      }
    case .refused(let words, let says):
      let run = try roostctl(words)
      guard run.status != 0, says.isEmpty || run.said.contains(says) else {
        let what = run.status == 0 ? "it was done" : "its error is “\(run.said)”"
        throw Failure(
          line: step.line,
          message: "expected `\(words.joined(separator: " "))` to be refused"
            + "\(says.isEmpty ? "" : " with “\(says)”"); \(what)")
      }
    case .daemon(let change):
      past += device.events.all
      switch change {
      case .replace:
        let run = try roostctl(["reexec"])
        guard run.status == 0 else {
          throw Failure(line: step.line, message: "the daemon was not replaced: \(run.said)")
        }
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

  /// Once every app has answered what it was told last.
  private func trace() -> [String] {
    if !scenario.isReal(tools) { try? device.advance(by: .zero) }
    return PlayTrace.lines(of: past + device.events.all)
  }

  /// The life of all apps up to now as a picture; none where it cannot be drawn, which is no reason to hide the failure.
  private func timeline() -> [String] {
    let file = tools.failureFile(of: scenario, "timeline.svg")
    guard (try? FileManager.default.createDirectory(atPath: tools.failures, withIntermediateDirectories: true)) != nil,
      let run = try? roostctl(["timeline", "-o", file]), run.status == 0
    else { return [] }
    return [file]
  }
}

extension Scenario {
  /// A path in the file is relative to the file's folder.
  func path(of name: String) -> String {
    let own = URL(fileURLWithPath: file).deletingLastPathComponent()
    return URL(fileURLWithPath: name, relativeTo: own).path
  }
}
