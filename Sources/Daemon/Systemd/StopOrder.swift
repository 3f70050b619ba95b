// SIGTERM says that the daemon is to end; whether it is to begin again at once, the service manager has to be asked.
import CSystemd
import Glibc
package import Logging

/// `systemctl restart` stops a service and starts it again, and nothing that the service itself is told says so. The job
/// does that the unit has meanwhile (org.freedesktop.systemd1(5)).
@MainActor package final class StopOrder {
  private let loop: EventLoop
  private let log: Logger
  private var bus: Bus?
  private var timer: TimerSource?
  private var then: ((_ isRestart: Bool) -> Void)?

  package init(_ loop: EventLoop, log: Logger) {
    self.loop = loop
    self.log = log
  }

  /// Nanoseconds for the answer. Without one the daemon must end its apps, or they would outlive a stopped service.
  private static let patience: UInt64 = 2_000_000_000
  private static let service = "org.freedesktop.systemd1"

  /// Asks once; `then` is told at the latest when that has taken too long.
  package func ask(then: @escaping (_ isRestart: Bool) -> Void) {
    guard self.then == nil else { return }
    self.then = then
    guard let unit = Self.unit else { return answer(false) }
    do {
      timer = try loop.timer { [unowned self] in
        log.warning("the service manager does not say whether \(unit.name) is to be restarted; roostd ends its apps")
        answer(false)
      }
      timer?.rearm(at: monotonicNow() + Self.patience)
      bus = try Bus(address: unit.bus, on: loop) { [unowned self] in answer(false) }
      try bus?.call(
        "GetUnit", of: "\(Self.service).Manager", at: "/org/freedesktop/systemd1", on: Self.service, [unit.name]
      ) {
        [unowned self] in askForJob(of: $0)
      }
    } catch {
      log.debug("unable to ask the service manager for the job of \(unit.name): \(error)")
      answer(false)
    }
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

  /// The unit of this process, and where its manager is asked: nil for the system's bus (sd_pid_get_unit(3)).
  private static var unit: (name: String, bus: String?)? {
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
