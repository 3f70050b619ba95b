// Serves what org.roost.Device has to do with the passcode (DP2).
import ControlAPI
import LifecycleModel
import Varlink

extension ControlServer {
  func unlock(_ request: DeviceInterface.Unlock, _ exchange: Exchange) {
    supervisor.unlock(passcode: request.passcode) { [weak self] error in
      if let error { return exchange.fail(.passcodeRefused(message: "\(error)")) }
      self?.change(request, exchange, .unlock)
    }
  }

  func setPasscode(_ request: DeviceInterface.SetPasscode, _ exchange: Exchange) {
    // What the lock has taken back, another passcode would have to be sealed with.
    guard !supervisor.lifecycle.device.isLocked else {
      return exchange.fail(
        .deviceRefused(message: "unable to set the passcode: the device is locked; unlock it with `roostctl unlock`"))
    }
    supervisor.setPasscode(request.passcode, old: request.old) { error in
      if let error { return exchange.fail(.passcodeRefused(message: "\(error)")) }
      exchange.reply(Done())
    }
  }
}
