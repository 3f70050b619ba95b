// The device from a test's side, shaped like XCUIDevice.
public import ControlAPI

/// The buttons of a device whose supervisor is at `socket`. Each returns when every app has handled what it did.
public final class Device {
  public typealias Call = DeviceInterface.Call.Action
  public typealias Panel = DeviceInterface.Overlay.Name

  /// The user's answers to an app that asks for a permission.
  public enum Answer: Sendable { case allow, deny, allowOnce }

  /// The events since this device was made, in order.
  public let events: EventLog
  let client: ControlClient
  /// Nil where somebody else keeps it.
  private let daemon: PrivateDaemon?

  public convenience init(socket: String) throws { try self.init(socket: socket, keeping: nil) }

  /// A device with a daemon of its own, which ends with the device.
  /// - Parameters:
  ///   - apps: paths of bundles.
  ///   - configuration: the text of its roostd.toml(5).
  ///   - virtualTime: whether its time stands still until ``advance(by:patience:)`` moves it.
  ///   - roostd: the path of the program; nil: the one that `PATH` or `/usr/local/sbin` has.
  public convenience init(
    apps: [String], configuration: String = "", virtualTime: Bool = true, roostd: String? = nil
  ) throws {
    let daemon = try PrivateDaemon(
      roostd: roostd ?? PrivateDaemon.installedProgram, apps: apps, configuration: configuration,
      virtualTime: virtualTime)
    try self.init(socket: daemon.socket, keeping: daemon)
  }

  private init(socket: String, keeping daemon: PrivateDaemon?) throws {
    client = try ControlClient(socket: socket)
    events = try EventLog(socket: socket)
    self.daemon = daemon
    DeviceRecorder.current?.add(events, of: socket)
  }

  /// The device as it is now.
  public func state() throws -> DeviceInterface.GetState.Reply { try client.call(DeviceInterface.GetState()) }

  public func home() throws { _ = try client.call(DeviceInterface.Home()) }
  public func lock() throws { _ = try client.call(DeviceInterface.Lock()) }
  /// - Parameter passcode: needed when one is set (DP2).
  public func unlock(passcode: String? = nil) throws {
    _ = try client.call(DeviceInterface.Unlock(passcode: passcode))
  }

  /// Sets a passcode; with nil takes it away.
  public func setPasscode(_ passcode: String?, old: String? = nil) throws {
    _ = try client.call(DeviceInterface.SetPasscode(passcode: passcode, old: old))
  }
  public func call(_ action: Call) throws { _ = try client.call(DeviceInterface.Call(action: action)) }
  public func showAlert() throws { _ = try client.call(DeviceInterface.Alert(action: .show)) }
  public func dismissAlert() throws { _ = try client.call(DeviceInterface.Alert(action: .dismiss)) }
  /// Answers the alert by which the app in front asks for a permission (PR2).
  /// - Parameters:
  ///   - app: the app whose alert is answered; where another's is on the screen, nothing is decided, and this throws. Nil: any.
  ///   - service: the same, of the service that is asked for.
  public func answerAlert(
    _ answer: Answer, of app: String? = nil, for service: PrivacyInterface.Service? = nil
  ) throws {
    let action: DeviceInterface.Alert.Action =
      switch answer {
      case .allow: .allow
      case .deny: .deny
      case .allowOnce: .allowOnce
      }
    _ = try client.call(DeviceInterface.Alert(action: action, app: app, service: service))
  }
  public func open(_ panel: Panel) throws { _ = try client.call(DeviceInterface.Overlay(name: panel, action: .open)) }
  public func close(_ panel: Panel) throws { _ = try client.call(DeviceInterface.Overlay(name: panel, action: .close)) }
  public func banner(_ text: String) throws { _ = try client.call(DeviceInterface.Banner(text: text)) }

  /// Something happens to the device that apps are told of (NQ).
  public func notify(_ notice: DeviceNotice) throws { _ = try client.call(DeviceInterface.Notify(notice)) }

  /// Moves the time of apps on, and returns when every alarm on the way has rung and every app has answered. The daemon
  /// must have been made with `virtualTime`. An app's own `Date()` is the machine's and is not moved: a date that it names is as
  /// far ahead for the device as it is for the app.
  /// - Parameter patience: the time in reality that an app has for each answer before the time goes on without it.
  public func advance(by time: Duration, patience: Duration = .seconds(5)) throws {
    func milliseconds(_ time: Duration) -> Int64 { Int64(max(0, time / .milliseconds(1))) }
    _ = try client.call(
      DeviceInterface.AdvanceTime(milliseconds: milliseconds(time), patience: milliseconds(patience)))
  }

  /// Simulates pressure on memory (ME1); returns when `free` bytes are back.
  public func press(_ level: MemoryLevel, free: Int64? = nil) throws {
    _ = try client.call(MemoryInterface.Pressure(level: level, free: free))
  }

  /// Sets the bytes of memory that all apps together may hold; nil: as much as there is.
  public func setMemoryBudget(_ bytes: Int64?) throws { _ = try client.call(MemoryInterface.SetBudget(budget: bytes)) }

  /// Opens a URL in the app that declares its scheme, and says which that is (LA6).
  @discardableResult
  public func open(url: String) throws -> String { try client.call(AppsInterface.Open(url: url)).app }

  /// An app that is installed on it, running or not.
  public func app(_ id: String) -> AppUnderTest { AppUnderTest(id: id, device: self) }

  /// The background work that apps have asked for in advance.
  public func tasks() throws -> [ScheduledTask] { try client.call(AppsInterface.ListTasks()).tasks }

  /// Every installed app.
  public func apps() throws -> [AppStatus] { try client.call(AppsInterface.List()).apps }
}
