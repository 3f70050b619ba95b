// roost-run: plays scenarios; `roostctl run` starts it.
// Public imports, because a protocol of one is lent to a public type of the other.
public import ArgumentParser
import Foundation
public import ScenarioPlayer
import Synchronization

extension OutcomeFormat: ExpressibleByArgument {}

struct RoostRun: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roostctl run", abstract: "Play scenarios on devices of their own.",
    discussion: "The exit status is 0 when all went as expected, 1 when one failed, 65 when a file is not valid.")

  @Argument(help: "Scenarios (roost-scenario(5)), or folders of them.") var files: [String]
  @Option(help: "Only those with this tag; may be given more than once.") var tag: [String] = []
  @Option(help: ArgumentHelp("Set a parameter of the scenarios.", valueName: "name=value")) var set: [String] = []
  @Option(help: ArgumentHelp("Look here for apps by name.", valueName: "dir")) var apps: String?
  @Option(help: "How many to play at a time (default: one for each processor).") var jobs: Int?
  @Option(help: "people, tap, or github for its annotations.") var format: OutcomeFormat = .people
  @Option(help: ArgumentHelp("Write a report for build servers.", valueName: "file")) var junit: String?

  func validate() throws {
    for pair in set where !pair.contains("=") { throw ValidationError("--set takes NAME=VALUE, and not \(pair).") }
    guard jobs ?? 1 > 0 else { throw ValidationError("--jobs must be at least 1.") }
  }

  func run() throws {
    let scenarios: [Scenario]
    do {
      scenarios = try read()
    } catch let error as ScenarioError {
      FileHandle.standardError.write(Data("roostctl: \(error)\n".utf8))
      throw ExitCode(65)
    }
    guard !scenarios.isEmpty else {
      FileHandle.standardError.write(Data("roostctl: no scenario has the tag \(tag.joined(separator: " or "))\n".utf8))
      throw ExitCode(65)
    }
    let outcomes = play(scenarios)
    if let junit { try write(JUnitReport.text(outcomes), to: junit) }
    let failed = outcomes.count { $0.failure != nil }
    if format == .people { print("\(outcomes.count - failed) passed, \(failed) failed") }
    if failed > 0 { throw ExitCode(1) }
  }

  private func write(_ report: String, to file: String) throws {
    do {
      try report.write(toFile: file, atomically: true, encoding: .utf8)
    } catch {
      let why =
        "unable to write the report to \(file): \(error.localizedDescription); choose a file that can be written"
      FileHandle.standardError.write(Data("roostctl: \(why)\n".utf8))
      // EX_CANTCREAT of sysexits.h.
      throw ExitCode(73)
    }
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

  private func play(_ scenarios: [Scenario]) -> [Outcome] {
    let tools = Tools(roostd: Self.program("roostd"), roostctl: Self.program("roostctl"), apps: apps ?? ".")
    if format == .tap { print("TAP version 13\n1..\(scenarios.count)") }
    let outcomes = Mutex([Outcome?](repeating: nil, count: scenarios.count))
    let next = Mutex(0)
    let workers = min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, scenarios.count)
    DispatchQueue.concurrentPerform(iterations: workers) { [format] _ in
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < scenarios.count else { return }
        let outcome = ScenarioPlayer.play(scenarios[index], with: tools)
        outcomes.withLock {
          $0[index] = outcome
          print(outcome.text(format, number: index + 1))
        }
      }
    }
    return outcomes.withLock { $0.compactMap { $0 } }
  }

  /// Beside this program where both are built; installed, this one is in `libexec/roost`, roostctl in `bin`, and roostd in
  /// `sbin` or `bin`.
  private static func program(_ name: String) -> String {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let prefix = own.deletingLastPathComponent().deletingLastPathComponent()
    let places = [own, prefix.appendingPathComponent("bin"), prefix.appendingPathComponent("sbin")]
    return places.map { $0.appendingPathComponent(name).path }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
      ?? name
  }
}

RoostRun.main()
