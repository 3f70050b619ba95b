// A scenario: the things that a person does with a device, and what has to come of them.
public import ControlAPI

public struct Scenario: Equatable, Sendable {
  /// Whose time passes: the machine's, or one that stands still until a step moves it (`roostd --virtual-time`).
  public enum Time: String, Sendable, CaseIterable { case virtual, real }

  public var file: String
  public var name: String
  /// Bundles: paths, or names of those in the folder of apps.
  public var apps: [String] = []
  /// The text of the device's roostd.toml(5).
  public var configuration = ""
  /// Nil: virtual, and real where all are played in real time.
  public var time: Time?
  public var tags: [String] = []
  /// Played before the steps, and first to fail.
  public var before: [Step] = []
  public var steps: [Step] = []
  /// Played last, each of them, however the steps went.
  public var after: [Step] = []
}

/// One step, with its place in the file.
public struct Step: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    /// The words of a command of roostctl(1), which has to succeed.
    case command([String])
    /// A command that has to be refused, with these words in its error.
    case refused([String], says: String)
    case expect(Expectation)
    case daemon(DaemonChange)
  }

  /// Counted from 1.
  public var line: Int
  public var kind: Kind
}

/// The things that happen to the daemon itself.
public enum DaemonChange: String, Sendable, CaseIterable {
  /// By the program of a new version; apps do not notice (`roostctl reexec`).
  case replace
  /// Ended in order with all its apps, and started again.
  case restart
  /// SIGKILL, and started again. No service manager keeps the apps' channels, so they end too.
  case kill
}

/// Each member that is set has to hold. A state, an exit and callbacks are waited for.
public struct Expectation: Equatable, Sendable {
  public var app: String
  public var state: AppStatus.State?
  /// All of the app since they were last asked for, in order.
  public var callbacks: [String]?
  /// Words of the record of its last end, such as its code.
  public var exit: String?
  /// Titles of the notifications that it shows, the oldest first.
  public var notifications: [String]?
  /// Labels, identifiers or values that are on its screen.
  public var screen: [String]?
  public var picture: Picture?

  /// A picture of its screen that is kept in a file.
  public struct Picture: Equatable, Sendable {
    /// Relative to the scenario's folder.
    public var file: String
    /// How far apart two numbers of the same attribute may be, in points.
    public var tolerance: Double

    public init(file: String, tolerance: Double = 0.5) { (self.file, self.tolerance) = (file, tolerance) }
  }

  public init(
    app: String, state: AppStatus.State? = nil, callbacks: [String]? = nil, exit: String? = nil,
    notifications: [String]? = nil, screen: [String]? = nil, picture: Picture? = nil
  ) {
    (self.app, self.state, self.callbacks, self.exit) = (app, state, callbacks, exit)
    (self.notifications, self.screen, self.picture) = (notifications, screen, picture)
  }
}

/// A mistake in a scenario's file.
public struct ScenarioError: Error, Equatable, CustomStringConvertible {
  public let file: String
  public let line: Int
  public let message: String

  public init(file: String, line: Int, message: String) {
    (self.file, self.line, self.message) = (file, line, message)
  }

  /// In one line that steers no terminal and is no command to GitHub, however much of the file the message quotes.
  public var description: String {
    let words = message.split(whereSeparator: \.isNewline).joined(separator: " ").unicodeScalars
    let shown = String(String.UnicodeScalarView(words.prefix(Self.most)))
    return "\(file.reported):\(line): \(shown.reported)\(words.count > Self.most ? " …" : "")"
  }

  private static let most = 1000
}
