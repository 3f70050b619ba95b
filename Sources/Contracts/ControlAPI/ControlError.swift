// The errors of the control interfaces.
public import Varlink

/// Why the supervisor did not do what it was asked, with a sentence for people in each.
public enum ControlError: VarlinkError, Hashable, CustomStringConvertible {
  case unknownApp(app: String)
  case appRefused(app: String, message: String)
  case appTimedOut(app: String, message: String)
  case noAppForURL(url: String)
  case unknownScene(app: String, session: String)
  case noSnapshot(app: String, message: String)
  case deviceRefused(message: String)
  case passcodeRefused(message: String)
  case deviceTimedOut(message: String)
  case noReport(message: String)
  case bundleRefused(message: String)
  case reloadFailed(message: String)
  case reexecFailed(message: String)

  public var name: String {
    switch self {
    case .unknownApp: "org.roost.Apps.UnknownApp"
    case .appRefused: "org.roost.Apps.Refused"
    case .appTimedOut: "org.roost.Apps.TimedOut"
    case .noAppForURL: "org.roost.Apps.NoAppForURL"
    case .unknownScene: "org.roost.Scenes.UnknownScene"
    case .noSnapshot: "org.roost.Scenes.NoSnapshot"
    case .deviceRefused: "org.roost.Device.Refused"
    case .passcodeRefused: "org.roost.Device.PasscodeRefused"
    case .deviceTimedOut: "org.roost.Device.TimedOut"
    case .noReport: "org.roost.Reports.NoReport"
    case .bundleRefused: "org.roost.Bundles.Refused"
    case .reloadFailed: "org.roost.Daemon.ReloadFailed"
    case .reexecFailed: "org.roost.Daemon.ReexecFailed"
    }
  }

  /// The sentence that goes into the error's `message`.
  public var description: String {
    switch self {
    case .unknownApp(let app): "no app \(app) is installed; `roostctl apps` lists those that are"
    case .noAppForURL(let url):
      "no installed app declares the scheme of \(url); CFBundleURLTypes in an app's Info.plist is where it does"
    case .unknownScene(let app, let session):
      "\(app) has no scene \(session); `roostctl scenes \(app)` lists those it has"
    case .appRefused(_, let message), .appTimedOut(_, let message), .noSnapshot(_, let message),
      .deviceRefused(let message), .passcodeRefused(let message), .deviceTimedOut(let message), .noReport(let message),
      .bundleRefused(let message), .reloadFailed(let message), .reexecFailed(let message):
      message
    }
  }

  /// Nil when the reply is another interface's error or lacks what its name promises.
  public init?(_ reply: ErrorReply) {
    guard let parameters = reply.parameters(as: Parameters.self) else { return nil }
    let message = parameters.message
    switch (reply.name, parameters.app) {
    case ("org.roost.Scenes.NoSnapshot", let app?): self = .noSnapshot(app: app, message: message)
    case ("org.roost.Scenes.UnknownScene", let app?):
      guard let session = parameters.session else { return nil }
      self = .unknownScene(app: app, session: session)
    case ("org.roost.Apps.NoAppForURL", _):
      guard let url = parameters.url else { return nil }
      self = .noAppForURL(url: url)
    case ("org.roost.Apps.UnknownApp", let app?): self = .unknownApp(app: app)
    case ("org.roost.Apps.Refused", let app?): self = .appRefused(app: app, message: message)
    case ("org.roost.Apps.TimedOut", let app?): self = .appTimedOut(app: app, message: message)
    case ("org.roost.Device.Refused", _): self = .deviceRefused(message: message)
    case ("org.roost.Device.PasscodeRefused", _): self = .passcodeRefused(message: message)
    case ("org.roost.Device.TimedOut", _): self = .deviceTimedOut(message: message)
    case ("org.roost.Reports.NoReport", _): self = .noReport(message: message)
    case ("org.roost.Bundles.Refused", _): self = .bundleRefused(message: message)
    case ("org.roost.Daemon.ReloadFailed", _): self = .reloadFailed(message: message)
    case ("org.roost.Daemon.ReexecFailed", _): self = .reexecFailed(message: message)
    default: return nil
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var parameters = Parameters(message: description)
    switch self {
    case .unknownApp(let app), .appRefused(let app, _), .appTimedOut(let app, _), .noSnapshot(let app, _):
      parameters.app = app
    case .unknownScene(let app, let session):
      parameters.app = app
      parameters.session = session
    case .noAppForURL(let url): parameters.url = url
    case .deviceRefused, .passcodeRefused, .deviceTimedOut, .noReport, .bundleRefused, .reloadFailed, .reexecFailed: break
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
