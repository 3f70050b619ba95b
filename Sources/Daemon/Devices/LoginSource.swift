// Locks and sleep, as logind tells of them: org.freedesktop.login1(5).
import Logging
import Settings
import Systemd

/// Locking any session at a seat locks the device, since a device has one screen. Sessions from afar, and those without
/// a seat, which every user of the machine may have, have nothing to do with it.
final class LoginSource: BusListener {
  let source = DeviceSource.logind
  let service = "org.freedesktop.login1"
  let path = "/org/freedesktop/login1"
  let interface = "org.freedesktop.login1.Manager"
  let signals = [
    "path='/org/freedesktop/login1',interface='org.freedesktop.login1.Manager',member='PrepareForSleep'",
    "path_namespace='\(LoginSource.sessions)',interface='\(LoginSource.session)',member='Lock'",
    "path_namespace='\(LoginSource.sessions)',interface='\(LoginSource.session)',member='Unlock'",
    // The signal of a desktop's own screen locker that did not wait for logind to ask it.
    "path_namespace='\(LoginSource.sessions)',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged'",
  ]
  private static let sessions = "/org/freedesktop/login1/session"
  private static let session = "org.freedesktop.login1.Session"
  /// Sleep waits while it is open.
  private var inhibitor: BusDescriptor?
  /// When logind was asked for that, while it has not answered.
  private var asked: UInt64?
  /// A sleep begins, and our lock with it may be on its way.
  private var isSleepWaiting = false
  /// In nanoseconds; logind waits no longer for us either (InhibitDelayMaxSec= of logind.conf(5)).
  private static let patience: UInt64 = 5_000_000_000
  private let log: Logger
  private let report: (DeviceSourceEvent) -> Void

  init(log: Logger, report: @escaping (DeviceSourceEvent) -> Void) {
    self.log = log
    self.report = report
  }

  func learn(_ properties: [String: BusValue]) {}

  func found(on bus: Bus) { delaySleep(on: bus) }

  /// A sleep that nobody tells us of shall not wait for us either.
  func lost() { (inhibitor, asked, isSleepWaiting) = (nil, nil, false) }

  /// Has the next sleep wait for us, "Inhibitor Locks" in org.freedesktop.login1(5). Each lock is good for one sleep.
  private func delaySleep(on bus: Bus) {
    guard asked == nil else { return }
    let reason = "Apps leave the screen before the machine sleeps"
    do {
      try bus.callForDescriptor(
        "Inhibit", of: interface, at: path, on: service, ["sleep", "Roost", reason, "delay"]
      ) { [weak self] result in
        guard let self else { return }
        asked = nil
        switch result {
        case .success(let answer): inhibitor = answer.body.first?.descriptor
        case .failure(let error): tellHaste("\(error)")
        }
        if isSleepWaiting { tellOfSleep() }
      }
      asked = monotonicNow()
    } catch {
      tellHaste("\(error)")
    }
  }

  /// With the lock: the listener lets it go when the machine may sleep.
  private func tellOfSleep() {
    isSleepWaiting = false
    report(.goingToSleep(inhibitor))
    inhibitor = nil
  }

  private func tellHaste(_ reason: String) {
    log.info("the machine may sleep before its apps have left the screen: logind refuses to delay the sleep: \(reason)")
  }

  func receive(_ signal: BusMessage, on bus: Bus) {
    switch (signal.interface, signal.member) {
    case (interface, "PrepareForSleep"):
      guard let isStarting = signal.body.first?.boolean else { return }
      if isStarting {
        isSleepWaiting = true
        // The answer is from before the sleep, on another connection.
        let isExpected = asked.map { monotonicNow() - $0 < Self.patience } ?? false
        if !isExpected { tellOfSleep() }
      } else {
        if isSleepWaiting { tellOfSleep() }
        report(.wokeUp)
        delaySleep(on: bus)
      }
    case (Self.session, "Lock"): reportIfSeated(.lock, signal, bus)
    case (Self.session, "Unlock"): reportIfSeated(.unlock, signal, bus)
    default:
      guard let change = PropertiesChange(signal), change.interface == Self.session,
        let isLocked = change.values["LockedHint"]?.boolean
      else { return }
      reportIfSeated(isLocked ? .lock : .unlock, signal, bus)
    }
  }

  /// Replies come in the order of the questions, so that a lock and an unlock do not change places.
  private func reportIfSeated(_ event: DeviceSourceEvent, _ signal: BusMessage, _ bus: Bus) {
    guard let path = signal.path else { return }
    let ignored = "ignored the \(event) of \(path)"
    do {
      try bus.properties(of: Self.session, at: path, on: service) { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let answer):
          if let objection = Self.objection(to: event, of: answer.values) {
            log.debug("\(ignored): \(objection)")
          } else {
            report(event)
          }
        case .failure(let error): log.warning("\(ignored): unable to ask logind about the session: \(error)")
        }
      }
    } catch {
      log.warning("\(ignored): \(error)")
    }
  }

  /// Why a session with these properties has no say; nil: it has. One that logind does not tell speaks against it.
  private static func objection(to event: DeviceSourceEvent, of session: [String: BusValue]) -> String? {
    guard session["Remote"]?.boolean == false else { return "the session is not local" }
    guard case .structure(let seat)? = session["Seat"], seat.first?.string?.isEmpty == false else {
      return "the session has no seat"
    }
    let sessionClass = session["Class"]?.string
    // The second is root's, since systemd 256.
    let isUser = sessionClass == "user" || sessionClass == "user-early"
    if event == .unlock {
      guard isUser else { return "the session is no user's" }
      // Another user has the screen.
      guard session["Active"]?.boolean == true else { return "the session is not active" }
    }
    guard isUser || sessionClass == "greeter" else { return "the session is no user's" }
    return nil
  }
}
