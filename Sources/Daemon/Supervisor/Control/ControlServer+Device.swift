// Serves org.roost.Device: changes of the device that apps are told of, and the passcode (NQ, DP2).
import ControlAPI
import LifecycleModel
import Stores
import Varlink

extension ControlServer {
  func notify(_ request: DeviceInterface.Notify, _ exchange: Exchange) {
    let fact = FactChange(request.notice)
    change(request, exchange, .fact(fact)) { limit in
      .deviceTimedOut(message: "the apps did not handle it in \(limit) ms; they may still do so")
    } done: { [unowned self] in
      guard fact.isKept else { return exchange.reply(Done()) }
      let giveBack = waitsFurther(request, for: .fact(fact))
      supervisor.whenKept { kept in
        giveBack()
        switch kept {
        case .onDisk: exchange.reply(Done())
        case .inMemory:
          exchange.fail(
            .notKept(
              message: "the change is in force until roostd ends: it could not be written; roostd goes on trying, its "
                + "log says why"))
        }
      }
    }
  }

  func unlock(_ request: DeviceInterface.Unlock, _ exchange: Exchange) {
    let (waits, subject) = (request.waits, UnfinishedRequests.Subject(.unlock))
    // Before the passcode opens the keys: refused after that, the device would stay locked, and its keys open.
    guard !waits || mayWait(for: subject, exchange) else { return }
    supervisor.unlock(passcode: request.passcode) { [weak self] error in
      guard let self else { return }
      // The change takes the place at once: nobody else has the loop in between.
      if waits { unfinished.end(subject) }
      if let error { return exchange.fail(.passcodeRefused(message: "\(error)")) }
      change(request, exchange, .unlock)
    }
  }

  func advanceTime(_ request: DeviceInterface.AdvanceTime, _ exchange: Exchange) {
    guard let time = supervisor.runtime.time else {
      return exchange.fail(
        .deviceRefused(
          message: "unable to move the time: this daemon has the kernel's clock; start one with --virtual-time"))
    }
    let patience = Duration.milliseconds(request.patience ?? DeviceInterface.AdvanceTime.usualPatience)
    let duration = Duration.milliseconds(request.milliseconds)
    do throws(VirtualTimeError) {
      try time.check(duration)
    } catch {
      return exchange.fail(.deviceRefused(message: "\(error)"))
    }
    time.advance(by: duration, patience: patience) { alarms in
      exchange.reply(DeviceInterface.AdvanceTime.Reply(alarms: Int64(alarms)))
    }
  }

  func setPasscode(_ request: DeviceInterface.SetPasscode, _ exchange: Exchange) {
    // The keys that the lock has taken back would have to be sealed with the other passcode.
    guard !supervisor.isLocked else {
      return exchange.fail(
        .deviceRefused(message: "unable to set the passcode: the device is locked; unlock it with `roostctl unlock`"))
    }
    supervisor.setPasscode(request.passcode, old: request.old) { error in
      if let error { return exchange.fail(.passcodeRefused(message: "\(error)")) }
      exchange.reply(Done())
    }
  }
}
