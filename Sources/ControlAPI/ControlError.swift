// The errors of the control interfaces.
public import Varlink

/// Why the supervisor did not do what it was asked, with a sentence for people in each.
public enum ControlError: VarlinkError, Hashable, CustomStringConvertible {
  case unknownApp(app: String)
  case appRefused(app: String, message: String)
  case appTimedOut(app: String, message: String)
  case deviceRefused(message: String)
  case deviceTimedOut(message: String)
  case reloadFailed(message: String)

  public var name: String {
    switch self {
    case .unknownApp: "org.roost.Apps.UnknownApp"
    case .appRefused: "org.roost.Apps.Refused"
    case .appTimedOut: "org.roost.Apps.TimedOut"
    case .deviceRefused: "org.roost.Device.Refused"
    case .deviceTimedOut: "org.roost.Device.TimedOut"
    case .reloadFailed: "org.roost.Daemon.ReloadFailed"
    }
  }

  /// The sentence that goes into the error's `message`.
  public var description: String {
    switch self {
    case .unknownApp(let app): "no app \(app) is installed; `roostctl apps` lists those that are"
    case .appRefused(_, let message), .appTimedOut(_, let message), .deviceRefused(let message),
      .deviceTimedOut(let message), .reloadFailed(let message):
      message
    }
  }

  /// Nil when the reply is another interface's error or lacks what its name promises.
  public init?(_ reply: ErrorReply) {
    guard let parameters = reply.parameters(as: Parameters.self) else { return nil }
    let message = parameters.message
    switch (reply.name, parameters.app) {
    case ("org.roost.Apps.UnknownApp", let app?): self = .unknownApp(app: app)
    case ("org.roost.Apps.Refused", let app?): self = .appRefused(app: app, message: message)
    case ("org.roost.Apps.TimedOut", let app?): self = .appTimedOut(app: app, message: message)
    case ("org.roost.Device.Refused", _): self = .deviceRefused(message: message)
    case ("org.roost.Device.TimedOut", _): self = .deviceTimedOut(message: message)
    case ("org.roost.Daemon.ReloadFailed", _): self = .reloadFailed(message: message)
    default: return nil
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try Parameters(app: app, message: description).encode(to: encoder)
  }

  private var app: String? {
    switch self {
    case .unknownApp(let app), .appRefused(let app, _), .appTimedOut(let app, _): app
    case .deviceRefused, .deviceTimedOut, .reloadFailed: nil
    }
  }

  private struct Parameters: Codable {
    var app: String?
    var message: String
  }
}
