// The buttons of a device after XCUIDevice, and the events that a test makes up.
public import ControlAPI

extension Device {
  public enum Button: Sendable, CaseIterable { case home, lock }

  /// An event that happens to a device.
  public enum Event: Sendable {
    /// Until `free` bytes are back; nil: as many as the level asks for.
    case memoryPressure(MemoryLevel, free: Int64? = nil)
    /// A memory warning to every running app (ME2).
    case memoryWarning
    case call(Call)
    case alert
    case banner(String)
    case panel(Panel)
    case notice(DeviceNotice)
  }

  /// - Parameter waiting: whether it returns when the apps have handled it, or at once, for one that hangs.
  public func press(_ button: Button, waiting: Bool = true) throws {
    switch button {
    case .home: _ = try client.call(DeviceInterface.Home(wait: waiting))
    case .lock: _ = try client.call(DeviceInterface.Lock(wait: waiting))
    }
  }

  /// Returns when every app has handled it.
  public func simulate(_ event: Event) throws {
    switch event {
    case .memoryPressure(let level, let free): try press(level, free: free)
    case .memoryWarning: _ = try client.call(MemoryInterface.Warn(id: nil))
    case .call(let action): try call(action)
    case .alert: try showAlert()
    case .banner(let text): try banner(text)
    case .panel(let panel): try open(panel)
    case .notice(let notice): try notify(notice)
    }
  }
}
