// roost-run: plays scenarios; `roostctl run` starts it.
// Public imports, because a protocol of one is lent to a public type of the other.
public import ArgumentParser
import Foundation
public import ScenarioPlayer

extension OutcomeFormat: ExpressibleByArgument {}

struct RoostRun: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roostctl run", abstract: "Play scenarios on devices of their own.",
    discussion: """
      The exit status is 0 when all went as expected, 1 when one failed, 65 when a file is not valid.

      Examples:
        roostctl run scenarios --apps build/apps
        roostctl run call.yaml --set app=com.example.notes --junit report.xml
      """)

  @Argument(help: "Scenarios (roost-scenario(5)), or folders of them.") var files: [String]
  @Option(help: "Only those with this tag; may be given more than once.") var tag: [String] = []
  @Option(help: ArgumentHelp("Set a parameter of the scenarios.", valueName: "name=value")) var set: [String] = []
  @Option(help: ArgumentHelp("Look here for apps by name.", valueName: "dir")) var apps: String?
  @Option(help: "How many to play at a time (default: one for each processor).") var jobs: Int?
  @Option(help: "people, tap, or github for its annotations.") var format: OutcomeFormat = .people
  @Option(help: ArgumentHelp("Write a report for build servers.", valueName: "file")) var junit: String?
  @Flag(help: "Play in the machine's time, where 'advance' waits; without those that ask for virtual time.")
  var realTime = false
  @Option(help: ArgumentHelp("Play each so often; a trace that is not the first's is a failure.", valueName: "number"))
  var times = 1
  @Option(help: ArgumentHelp("Write the trace of each here.", valueName: "dir")) var trace: String?
  @Option(help: ArgumentHelp("Play one that fails so often again; it is flaky if it goes well.", valueName: "number"))
  var retries = 0
  @Option(help: ArgumentHelp("Put pictures of what fails here.", valueName: "dir")) var failures = "roost-failures"
  @Flag(help: "Keep the pictures that are there now, instead of comparing.") var updatePictures = false

  func validate() throws {
    for pair in set where !pair.contains("=") { throw ValidationError("--set takes NAME=VALUE, and not \(pair).") }
    guard jobs ?? 1 > 0 else { throw ValidationError("--jobs must be at least 1.") }
    guard times > 0 else { throw ValidationError("--times must be at least 1.") }
    guard retries >= 0 else { throw ValidationError("--retries must not be negative.") }
    guard times == 1 || retries == 0 else {
      throw ValidationError("--times looks for what differs, and --retries passes over it; leave one of them out.")
    }
  }

  func run() throws {
    let scenarios: [Scenario]
    do {
      scenarios = try chosen()
    } catch let error as ScenarioError {
      throw Self.complaint("\(error)", ExitCode(65))
    }
    let tools: Tools
    do {
      tools = try self.tools()
    } catch let error as Companions.Missing {
      throw Self.complaint("\(error)", ExitCode(1))
    }
    let outcomes = Playing(
      scenarios: scenarios, tools: tools, jobs: jobs, format: format, times: times, retries: retries
    ).outcomes()
    if let trace { for outcome in outcomes { try write(outcome.trace, of: outcome.scenario, to: trace) } }
    if let junit { try write(JUnitReport.text(outcomes), to: junit) }
    let (failed, flaky) = (outcomes.count { $0.failure != nil }, outcomes.count(where: \.isFlaky))
    if format == .people {
      print("\(outcomes.count - failed) passed\(flaky > 0 ? " (\(flaky) flaky)" : ""), \(failed) failed")
    }
    if failed > 0 { throw ExitCode(1) }
  }

  private func tools() throws -> Tools {
    var tools = Tools(
      roostd: try Companions.path(of: "roostd"), roostctl: try Companions.path(of: "roostctl"), apps: apps ?? ".",
      failures: failures)
    tools.isRealTime = realTime
    tools.takesPictures = updatePictures
    return tools
  }

  private func chosen() throws -> [Scenario] {
    var scenarios = try read()
    guard !scenarios.isEmpty else {
      throw Self.complaint("no scenario has the tag \(tag.joined(separator: " or "))", ExitCode(65))
    }
    guard realTime else { return scenarios }
    scenarios.removeAll { $0.time == .virtual }
    guard !scenarios.isEmpty else {
      throw Self.complaint("every scenario asks for virtual time; leave --real-time out", ExitCode(65))
    }
    return scenarios
  }

  private func read() throws -> [Scenario] {
    let parameters = Dictionary(
      set.map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), String(parts[1]))
      }, uniquingKeysWith: { $1 })
    return try files.flatMap(Self.scenarioFiles).map { file in
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
        throw ScenarioError(file: file, line: 1, message: "unable to read it as UTF-8; is the path right?")
      }
      return try ScenarioReader.read(text, file: file, parameters: parameters)
    }.filter { tag.isEmpty || !Set(tag).isDisjoint(with: $0.tags) }
  }

  private static func scenarioFiles(_ path: String) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return [path] }
    return names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted().map { "\(path)/\($0)" }
  }

  private func write(_ trace: [String], of scenario: Scenario, to folder: String) throws {
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let name = URL(fileURLWithPath: scenario.file).deletingPathExtension().lastPathComponent
    try write(trace.joined(separator: "\n") + "\n", to: "\(folder)/\(name).trace")
  }

  private func write(_ report: String, to file: String) throws {
    do {
      try report.write(toFile: file, atomically: true, encoding: .utf8)
    } catch {
      // EX_CANTCREAT of sysexits.h.
      throw Self.complaint(
        "unable to write the report to \(file): \(error.localizedDescription); choose a file that can be written",
        ExitCode(73))
    }
  }

  private static func complaint(_ message: String, _ status: ExitCode) -> ExitCode {
    FileHandle.standardError.write(Data("roostctl: \(message)\n".utf8))
    return status
  }
}

RoostRun.main()
