// One app of a supervisor, driven from outside like XCUIApplication.
public import ControlAPI

public struct App {
  /// The bundle identifier.
  public let id: String
  private let control: ControlClient

  public init(_ id: String, of daemon: PrivateDaemon) throws {
    self.id = id
    control = try ControlClient(socket: daemon.socket, timeout: .seconds(10))
  }

  /// What it is now.
  public var status: AppStatus {
    get throws { try control.call(AppsInterface.Status(id: id)).app }
  }

  public var state: AppStatus.State {
    get throws { try status.state }
  }

  /// How its processes ended, the latest last (TE3).
  public var exits: [ExitRecord] {
    get throws { try control.call(AppsInterface.ListExits(id: id)).exits }
  }

  /// Starts it or brings it forward, and returns when that is done (LA10).
  @discardableResult
  public func launch(
    background: Bool = false, url: String? = nil, arguments: [String] = [], wait: Bool = true
  ) throws -> AppsInterface.Running {
    try control.call(
      AppsInterface.Launch(id: id, background: background, url: url, arguments: arguments, wait: wait))
  }

  /// Brings it forward; one that is not running is refused.
  @discardableResult
  public func activate(wait: Bool = true) throws -> AppsInterface.Running {
    try control.call(AppsInterface.Activate(id: id, wait: wait))
  }

  /// Ends it as the user does from the switcher (TE2).
  @discardableResult
  public func quit(wait: Bool = true) throws -> ExitRecord? {
    try control.call(AppsInterface.Quit(id: id, wait: wait)).exit
  }

  /// Ends it as the system does (TE1).
  @discardableResult
  public func terminate(wait: Bool = true) throws -> ExitRecord? {
    try control.call(AppsInterface.Terminate(id: id, wait: wait)).exit
  }

  /// Hands it one JSON object of input (FG4).
  public func send(input: String) throws {
    _ = try control.call(AppsInterface.SendInput(id: id, input: input))
  }
}
