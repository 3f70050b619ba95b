// The device a supervisor plays, driven from outside like XCUIDevice.
public import ControlAPI

public struct Device {
  private let control: ControlClient

  public init(of daemon: PrivateDaemon) throws {
    control = try ControlClient(socket: daemon.socket, timeout: .seconds(10))
  }

  /// Every installed app.
  public var apps: [AppStatus] {
    get throws { try control.call(AppsInterface.List()).apps }
  }

  public var assertions: [Assertion] {
    get throws { try control.call(AppsInterface.ListAssertions()).assertions }
  }

  public func pressHome(wait: Bool = true) throws {
    _ = try control.call(DeviceInterface.Home(wait: wait))
  }

  public func lock(wait: Bool = true) throws {
    _ = try control.call(DeviceInterface.Lock(wait: wait))
  }

  public func unlock(wait: Bool = true) throws {
    _ = try control.call(DeviceInterface.Unlock(wait: wait))
  }

  public func call(_ action: DeviceInterface.Call.Action, wait: Bool = true) throws {
    _ = try control.call(DeviceInterface.Call(action: action, wait: wait))
  }

  public func alert(_ action: DeviceInterface.Alert.Action, wait: Bool = true) throws {
    _ = try control.call(DeviceInterface.Alert(action: action, wait: wait))
  }

  public func overlay(
    _ name: DeviceInterface.Overlay.Name, _ action: DeviceInterface.Overlay.Action, wait: Bool = true
  ) throws {
    _ = try control.call(DeviceInterface.Overlay(name: name, action: action, wait: wait))
  }

  public func banner(_ text: String) throws {
    _ = try control.call(DeviceInterface.Banner(text: text))
  }

  public func reload() throws -> DaemonInterface.Reload.Reply {
    try control.call(DaemonInterface.Reload())
  }
}
