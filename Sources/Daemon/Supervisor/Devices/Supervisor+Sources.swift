// Turns the events of device sources into the model's inputs.
import DaemonConfiguration
import Devices
import LifecycleModel
import Logging

extension Supervisor {
  /// The sources as they are configured, not yet started.
  func deviceSources() -> DeviceSources {
    let places = DeviceSources.Places(accessoryNodes: configuration.accessoryNodes)
    return DeviceSources(on: loop, at: places, log: log) { [unowned self] in handle($0) }
  }

  func handle(_ event: DeviceSourceEvent) {
    switch event {
    case .lock: lock {}
    case .unlock: unlock()
    case .goingToSleep(let inhibitor): lock { withExtendedLifetime(inhibitor) {} }
    // IN7: the lock stays until somebody unlocks.
    case .wokeUp: break
    case .fact(let change): submit(.found(change))
    }
  }

  /// The sleep/wake button (IN7); `done` is called when the apps have left the screen.
  private func lock(done: @escaping () -> Void) {
    request(.lock) { _ in done() }
  }

  /// An unlocked session brings no passcode: a device that has one stays locked (DP2).
  private func unlock() {
    unlock(passcode: nil) { [weak self] error in
      if let error { self?.log.notice("logind unlocked the session, but the device stays locked: \(error)") }
      if error == nil { self?.request(.unlock) { _ in } }
    }
  }
}
