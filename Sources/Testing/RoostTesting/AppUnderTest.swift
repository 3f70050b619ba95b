// One app from a test's side, shaped like XCUIApplication.
public import ControlAPI

/// An app of a ``Device``. Its methods return when their request is carried out, and throw when the supervisor refuses.
public struct AppUnderTest {
  public let id: String
  let device: Device

  /// Starts it, or brings it forward. One that runs gets neither arguments nor environment.
  ///
  /// - Parameter environment: variables besides those that every app has (`XCUIApplication.launchEnvironment`).
  @discardableResult
  public func launch(
    _ arguments: String..., environment: [String: String] = [:], background: Bool = false, url: String? = nil,
    shortcut: String? = nil,
    activity: String? = nil
  ) throws -> AppsInterface.Running {
    try device.client.call(
      AppsInterface.Launch(
        id: id, background: background, url: url, shortcut: shortcut, activity: activity, arguments: arguments,
        environment: environment.map { "\($0.key)=\($0.value)" }))
  }

  public func activate() throws { _ = try device.client.call(AppsInterface.Activate(id: id)) }

  /// As the user ends it from the switcher (TE2).
  @discardableResult
  public func quit() throws -> ExitRecord? { try device.client.call(AppsInterface.Quit(id: id)).exit }

  /// As the system ends it (TE1).
  @discardableResult
  public func terminate() throws -> ExitRecord? { try device.client.call(AppsInterface.Terminate(id: id)).exit }

  /// Ends it and erases its data, permissions and plans: it begins as after its installation (LA11).
  public func erase() throws { _ = try device.client.call(AppsInterface.Erase(id: id)) }

  /// One JSON object of input (FG4).
  public func send(input: String) throws {
    _ = try device.client.call(AppsInterface.SendInput(id: id, input: input))
  }

  /// The elements on its screen, while it is active.
  public func elements() throws -> [AppsInterface.Element] {
    try device.client.call(AppsInterface.Elements(id: id)).elements
  }

  /// Its screen as it is now, while it is active; without `svg` it looks as in the picture named `seen` (FG7).
  public func screen(seen: String? = nil) throws -> AppsInterface.Picture.Reply {
    try device.client.call(AppsInterface.Picture(id: id, seen: seen))
  }

  // MARK: Reasons to wake it (BX5); each returns when the app has called its completion handler

  /// - Parameter silent: shows nothing, and wakes the app whatever the payload says.
  public func push(_ payload: String, silent: Bool = false) throws {
    _ = try device.client.call(EventsInterface.Push(id: id, payload: payload, silent: silent))
  }

  public func fetch() throws { _ = try device.client.call(EventsInterface.Fetch(id: id)) }

  /// In degrees.
  public func move(latitude: Double, longitude: Double) throws {
    _ = try device.client.call(EventsInterface.Location(id: id, latitude: latitude, longitude: longitude))
  }

  public func signal(accessory: String) throws {
    _ = try device.client.call(EventsInterface.Accessory(id: id, name: accessory))
  }

  public func signal(bluetooth: String) throws {
    _ = try device.client.call(EventsInterface.Bluetooth(id: id, name: bluetooth))
  }

  /// A memory warning (ME2).
  public func warnOfMemory() throws { _ = try device.client.call(MemoryInterface.Warn(id: id)) }

  /// The reports of its kills and crashes, the newest first (TE4).
  public func reports() throws -> [ReportSummary] { try device.client.call(ReportsInterface.List(id: id)).reports }

  // MARK: Its permissions

  /// Those that are decided or asked for.
  public func permissions() throws -> [PermissionEntry] {
    try device.client.call(PrivacyInterface.List(id: id)).permissions
  }

  /// Decides in the user's settings; an app that runs may be ended for it (PR4).
  public func decide(_ decision: PrivacyInterface.Decision, _ service: PrivacyInterface.Service) throws {
    _ = try device.client.call(PrivacyInterface.Set(id: id, service: service, decision: decision))
  }

  // MARK: Its notifications

  /// The notifications that it shows, the oldest first.
  public func notifications() throws -> [ShownNotification] {
    try device.client.call(NotificationsInterface.List(id: id)).notifications
  }

  /// Chooses a notification, or one of its actions.
  public func open(notification: String, action: String? = nil, text: String? = nil) throws {
    _ = try device.client.call(
      NotificationsInterface.Open(id: id, identifier: notification, action: action, text: text))
  }

  public func dismiss(notification: String) throws {
    _ = try device.client.call(NotificationsInterface.Dismiss(id: id, identifier: notification))
  }

  /// Its sessions, the last used first (SC1).
  public func scenes() throws -> [SceneStatus] { try device.client.call(ScenesInterface.List(id: id)).scenes }

  /// Opens another scene in front; its session.
  @discardableResult
  public func newScene() throws -> String { try device.client.call(ScenesInterface.New(id: id)).session }

  public func activate(scene: String) throws {
    _ = try device.client.call(ScenesInterface.Activate(id: id, session: scene))
  }

  /// Disconnects a scene; its session stays (SC2).
  public func close(scene: String) throws { _ = try device.client.call(ScenesInterface.Close(id: id, session: scene)) }

  /// Closes a scene for good (SC1).
  public func discard(scene: String) throws {
    _ = try device.client.call(ScenesInterface.Discard(id: id, session: scene))
  }

  /// The picture that the switcher shows, an SVG document (SN1).
  public func picture(of scene: String? = nil) throws -> String {
    try device.client.call(ScenesInterface.Snapshot(id: id, scene: scene)).svg
  }

  public func status() throws -> AppStatus { try device.client.call(AppsInterface.Status(id: id)).app }

  public var state: AppStatus.State { get throws { try status().state } }

  /// Nil when it is not running.
  public var pid: Int32? { get throws { try status().pid.map { Int32(truncatingIfNeeded: $0) } } }

  /// The ends of its processes, the latest last (TE3).
  public func exits() throws -> [ExitRecord] { try device.client.call(AppsInterface.ListExits(id: id)).exits }
}
