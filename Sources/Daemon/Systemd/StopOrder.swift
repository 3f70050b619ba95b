// SIGTERM says that the daemon is to end; whether it is to begin again at once, the service manager has to be asked.
import CSystemd
import Glibc
package import Logging

/// `systemctl restart` stops a service and starts it again, and nothing that the service itself is told says so. The job
/// does that the unit has meanwhile (org.freedesktop.systemd1(5)).
@MainActor package final class StopOrder {
  /// The name of a unit, and where its manager is asked: nil for the system's bus.
  typealias Unit = (name: String, bus: String?)

  private let loop: EventLoop
  private let log: Logger
  /// That of this process; nil where it is none.
  private let unit: Unit?
  private let patience: UInt64
  private var bus: Bus?
  private var timer: TimerSource?
  private var then: ((_ isRestart: Bool) -> Void)?

  package convenience init(_ loop: EventLoop, log: Logger) { self.init(loop, log: log, unit: Self.unit) }

  /// Connects before there is something to ask: a bus takes nobody in while enough others connect and do not say who they are
  /// (dbus-daemon(1), `max_incomplete_connections`), and every user of the machine may do so.
  ///
  /// - Parameter patience: nanoseconds for the answer. Without one the daemon must end its apps, or they would outlive a stopped
  ///   service.
  init(_ loop: EventLoop, log: Logger, unit: Unit?, patience: UInt64 = 2_000_000_000) {
    self.loop = loop
    self.log = log
    self.unit = unit
    self.patience = patience
    // Where there is no bus yet, it is looked for again when it is needed.
    if let unit { _ = try? connection(to: unit) }
  }

  private static let service = "org.freedesktop.systemd1"

  /// Asks once; `then` is told at the latest when that has taken too long.
  package func ask(then: @escaping (_ isRestart: Bool) -> Void) {
    guard self.then == nil else { return }
    self.then = then
    guard let unit else { return answer(false) }
    do {
      timer = try loop.timer { [unowned self] in
        log.warning("the service manager does not say whether \(unit.name) is to be restarted; roostd ends its apps")
        answer(false)
      }
      timer?.rearm(at: monotonicNow() + patience)
      try connection(to: unit).call(
        "GetUnit", of: "\(Self.service).Manager", at: "/org/freedesktop/systemd1", on: Self.service, [unit.name]
      ) {
        [unowned self] in askForJob(of: $0)
      }
    } catch {
      log.debug("unable to ask the service manager for the job of \(unit.name): \(error)")
      answer(false)
    }
  }

  /// The one that there is, unless it has ended.
  private func connection(to unit: Unit) throws(SystemCallError) -> Bus {
    if let bus, bus.isOpen { return bus }
    let made = try Bus(address: unit.bus, on: loop) { [unowned self] in
      // Nobody waits for the answer at another time.
      if then != nil { answer(false) }
    }
    bus = made
    return made
  }

  private func askForJob(of reply: Result<BusMessage, BusError>) {
    guard let unit = (try? reply.get())?.body.first?.string else { return answer(false) }
    get("Job", of: "Unit", at: unit) { [unowned self] job in
      // The number and the path; "/" when there is none.
      guard case .structure(let job)? = job, job.count == 2, let path = job[1].string, path != "/" else {
        return answer(false)
      }
      get("JobType", of: "Job", at: path) { [unowned self] type in
        answer(["restart", "try-restart"].contains(type?.string))
      }
    }
  }

  private func get(_ property: String, of interface: String, at path: String, then: @escaping (BusValue?) -> Void) {
    do {
      try bus?.property(property, of: "\(Self.service).\(interface)", at: path, on: Self.service) {
        then((try? $0.get()) ?? nil)
      }
    } catch {
      answer(false)
    }
  }

  private func answer(_ isRestart: Bool) {
    timer?.close()
    then?(isRestart)
    then = { _ in }
  }

  /// The unit of this process (sd_pid_get_unit(3)).
  private static var unit: Unit? {
    // Only a service is told when to be ready.
    guard getenv("NOTIFY_SOCKET") != nil else { return nil }
    if let name = name(sd_pid_get_user_unit), let directory = getenv("XDG_RUNTIME_DIR") {
      return (name, "unix:path=\(String(cString: directory))/bus")
    }
    return name(sd_pid_get_unit).map { ($0, nil) }
  }

  private static func name(
    _ ask: @escaping (pid_t, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt
  ) -> String? {
    var name: UnsafeMutablePointer<CChar>?
    guard ask(0, &name) >= 0, let name else { return nil }
    defer { free(name) }
    return String(cString: name)
  }
}
