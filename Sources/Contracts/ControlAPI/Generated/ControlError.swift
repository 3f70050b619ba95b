// The errors of the control interfaces, made by `make generate` of the .varlink files: change those instead.
// swift-format-ignore-file
public import Varlink

/// Why the daemon did not do what it was asked, with a sentence for people in each.
public enum ControlError: VarlinkError, Hashable, CustomStringConvertible {
  /// No such app is installed.
  case unknownApp(app: String, message: String)
  /// The app has no icon, or one that is not shown.
  case noIcon(app: String, message: String)
  /// The app is not in a state for that.
  case appRefused(app: String, message: String)
  /// No installed app declares the URL's scheme.
  case noAppForURL(url: String, message: String)
  /// The change is not done in the time that the caller gave; it goes on.
  case appTimedOut(app: String, message: String)
  /// The bundle cannot be used, is in use, or is not as it was installed.
  case bundleRefused(message: String)
  /// The new program cannot be run; the old one stays.
  case reexecFailed(message: String)
  /// The new configuration cannot be used; the old one stays.
  case reloadFailed(message: String)
  /// The passcode is wrong, or is needed and was not given, or too many were wrong and the next is taken only after a
  /// wait.
  case passcodeRefused(message: String)
  /// The change is in force, and is lost when the daemon ends: the disk does not take it. The daemon writes it as soon
  /// as it can.
  case notKept(message: String)
  /// The device is not in a state for that.
  case deviceRefused(message: String)
  /// The change is not done in the time that the caller gave; it goes on.
  case deviceTimedOut(message: String)
  /// The daemon cannot keep a history; its log says why.
  case noHistory(message: String)
  /// As many clients watch as may: 16 of one user, 64 of all users but root.
  case tooManyWatchers(message: String)
  /// There is no such report, or it cannot be read.
  case noReport(message: String)
  /// The app has no such session.
  case unknownScene(app: String, session: String, message: String)
  /// No picture has been taken yet, or it cannot be read.
  case noSnapshot(app: String, message: String)

  public var name: String {
    switch self {
    case .unknownApp: "org.roost.Apps.UnknownApp"
    case .noIcon: "org.roost.Apps.NoIcon"
    case .appRefused: "org.roost.Apps.Refused"
    case .noAppForURL: "org.roost.Apps.NoAppForURL"
    case .appTimedOut: "org.roost.Apps.TimedOut"
    case .bundleRefused: "org.roost.Bundles.Refused"
    case .reexecFailed: "org.roost.Daemon.ReexecFailed"
    case .reloadFailed: "org.roost.Daemon.ReloadFailed"
    case .passcodeRefused: "org.roost.Device.PasscodeRefused"
    case .notKept: "org.roost.Device.NotKept"
    case .deviceRefused: "org.roost.Device.Refused"
    case .deviceTimedOut: "org.roost.Device.TimedOut"
    case .noHistory: "org.roost.History.NoHistory"
    case .tooManyWatchers: "org.roost.Monitor.TooManyWatchers"
    case .noReport: "org.roost.Reports.NoReport"
    case .unknownScene: "org.roost.Scenes.UnknownScene"
    case .noSnapshot: "org.roost.Scenes.NoSnapshot"
    }
  }

  /// The sentence in the error's `message`.
  public var description: String {
    switch self {
    case .unknownApp(_, let message): message
    case .noIcon(_, let message): message
    case .appRefused(_, let message): message
    case .noAppForURL(_, let message): message
    case .appTimedOut(_, let message): message
    case .bundleRefused(let message): message
    case .reexecFailed(let message): message
    case .reloadFailed(let message): message
    case .passcodeRefused(let message): message
    case .notKept(let message): message
    case .deviceRefused(let message): message
    case .deviceTimedOut(let message): message
    case .noHistory(let message): message
    case .tooManyWatchers(let message): message
    case .noReport(let message): message
    case .unknownScene(_, _, let message): message
    case .noSnapshot(_, let message): message
    }
  }

  /// Nil when the reply is another interface's error or lacks what its name promises.
  public init?(_ reply: ErrorReply) {
    guard let parameters = reply.parameters(as: Parameters.self) else { return nil }
    switch reply.name {
    case "org.roost.Apps.UnknownApp":
      guard let app = parameters.app else { return nil }
      self = .unknownApp(app: app, message: parameters.message)
    case "org.roost.Apps.NoIcon":
      guard let app = parameters.app else { return nil }
      self = .noIcon(app: app, message: parameters.message)
    case "org.roost.Apps.Refused":
      guard let app = parameters.app else { return nil }
      self = .appRefused(app: app, message: parameters.message)
    case "org.roost.Apps.NoAppForURL":
      guard let url = parameters.url else { return nil }
      self = .noAppForURL(url: url, message: parameters.message)
    case "org.roost.Apps.TimedOut":
      guard let app = parameters.app else { return nil }
      self = .appTimedOut(app: app, message: parameters.message)
    case "org.roost.Bundles.Refused":
      self = .bundleRefused(message: parameters.message)
    case "org.roost.Daemon.ReexecFailed":
      self = .reexecFailed(message: parameters.message)
    case "org.roost.Daemon.ReloadFailed":
      self = .reloadFailed(message: parameters.message)
    case "org.roost.Device.PasscodeRefused":
      self = .passcodeRefused(message: parameters.message)
    case "org.roost.Device.NotKept":
      self = .notKept(message: parameters.message)
    case "org.roost.Device.Refused":
      self = .deviceRefused(message: parameters.message)
    case "org.roost.Device.TimedOut":
      self = .deviceTimedOut(message: parameters.message)
    case "org.roost.History.NoHistory":
      self = .noHistory(message: parameters.message)
    case "org.roost.Monitor.TooManyWatchers":
      self = .tooManyWatchers(message: parameters.message)
    case "org.roost.Reports.NoReport":
      self = .noReport(message: parameters.message)
    case "org.roost.Scenes.UnknownScene":
      guard let app = parameters.app, let session = parameters.session else { return nil }
      self = .unknownScene(app: app, session: session, message: parameters.message)
    case "org.roost.Scenes.NoSnapshot":
      guard let app = parameters.app else { return nil }
      self = .noSnapshot(app: app, message: parameters.message)
    default: return nil
    }
  }

  public func encode(to encoder: any Encoder) throws {
    let parameters: Parameters
    switch self {
    case .unknownApp(let app, let message):
      parameters = Parameters(app: app, message: message)
    case .noIcon(let app, let message):
      parameters = Parameters(app: app, message: message)
    case .appRefused(let app, let message):
      parameters = Parameters(app: app, message: message)
    case .noAppForURL(let url, let message):
      parameters = Parameters(url: url, message: message)
    case .appTimedOut(let app, let message):
      parameters = Parameters(app: app, message: message)
    case .bundleRefused(let message):
      parameters = Parameters(message: message)
    case .reexecFailed(let message):
      parameters = Parameters(message: message)
    case .reloadFailed(let message):
      parameters = Parameters(message: message)
    case .passcodeRefused(let message):
      parameters = Parameters(message: message)
    case .notKept(let message):
      parameters = Parameters(message: message)
    case .deviceRefused(let message):
      parameters = Parameters(message: message)
    case .deviceTimedOut(let message):
      parameters = Parameters(message: message)
    case .noHistory(let message):
      parameters = Parameters(message: message)
    case .tooManyWatchers(let message):
      parameters = Parameters(message: message)
    case .noReport(let message):
      parameters = Parameters(message: message)
    case .unknownScene(let app, let session, let message):
      parameters = Parameters(app: app, session: session, message: message)
    case .noSnapshot(let app, let message):
      parameters = Parameters(app: app, message: message)
    }
    try parameters.encode(to: encoder)
  }

  private struct Parameters: Codable {
    var app: String?
    var session: String?
    var url: String?
    var message: String
  }
}
