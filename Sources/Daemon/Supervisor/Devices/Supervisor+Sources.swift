// Turns the events of device sources into the model's inputs.
import DaemonConfiguration
import Devices
import LifecycleModel
import Logging
import Systemd

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
    case .goingToSleep(let inhibitor): lock { [unowned self] in discardKeys(beforeFreeing: inhibitor) }
    // IN7: the lock stays until somebody unlocks. Where logind has not waited for the apps, the keys are there still.
    case .wokeUp: submit(.due(.keys))
    case .fact(let change): submit(.found(change))
    }
  }

  /// The sleep/wake button (IN7); `done` is called when the apps have left the screen.
  private func lock(done: @escaping () -> Void) {
    request(.lock) { _ in done() }
  }

  /// DP2: the model's clock stands still while the machine sleeps, so that the time of the keys of a device that is locked is up now.
  private func discardKeys(beforeFreeing inhibitor: BusDescriptor?) {
    submit(.due(.keys))
    do {
      // The model is in the middle of its answer to the lock, and discards the keys after it.
      try loop.post(priority: .request) { withExtendedLifetime(inhibitor) {} }
    } catch {
      log.warning("the machine may sleep before the keys of protected files are discarded: \(error)")
    }
  }

  /// An unlocked session brings no passcode: a device that has one stays locked (DP2).
  private func unlock() {
    unlock(passcode: nil) { [weak self] error in
      if let error { self?.log.notice("logind unlocked the session, but the device stays locked: \(error)") }
      if error == nil { self?.request(.unlock) { _ in } }
    }
  }
}
