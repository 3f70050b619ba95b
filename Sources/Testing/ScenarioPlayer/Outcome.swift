// Outcomes of scenarios, and the tools that scenarios are played with.
import Foundation

/// The programs and folders that scenarios are played with.
public struct Tools: Sendable {
  public var roostd: String
  public var roostctl: String
  /// The folder where apps are looked for by their names.
  public var apps: String
  /// The folder for the pictures of what failed; it is made when something does.
  public var failures: String
  /// Seconds in reality, for what is waited for.
  public var patience: Double
  /// Whether scenarios that name no time are played in the machine's.
  public var isRealTime = false
  /// Whether kept pictures are replaced by those that are there now.
  public var takesPictures = false

  public init(roostd: String, roostctl: String, apps: String, failures: String, patience: Double = 10) {
    (self.roostd, self.roostctl, self.apps) = (roostd, roostctl, apps)
    (self.failures, self.patience) = (failures, patience)
  }

  /// A file in the folder for what failed, named after the scenario's.
  public func failureFile(of scenario: Scenario, _ ending: String) -> String {
    let name = URL(fileURLWithPath: scenario.file).deletingPathExtension().lastPathComponent
    return "\(failures)/\(name)-\(ending)"
  }
}

/// How a scenario went.
public struct Outcome: Sendable {
  public let scenario: Scenario
  public let seconds: Double
  /// Nil where all has come as expected.
  public var failure: Failure?
  /// How often it was played until it went well, or no more.
  public var attempts = 1
  /// The lines of ``PlayTrace``.
  public var trace: [String] = []

  public init(scenario: Scenario, seconds: Double, failure: Failure?) {
    (self.scenario, self.seconds, self.failure) = (scenario, seconds, failure)
  }

  /// It went well, but not at first.
  public var isFlaky: Bool { failure == nil && attempts > 1 }
}

/// The step that failed, what was expected and what was there instead.
public struct Failure: Error, Equatable, Sendable {
  public let line: Int
  public let message: String
  /// The last events before it, the latest at the end.
  public var events: [String]
  /// Files that show it.
  public var pictures: [String] = []

  public init(line: Int, message: String, events: [String] = [], pictures: [String] = []) {
    (self.line, self.message, self.events, self.pictures) = (line, message, events, pictures)
  }
}
