// The connection to the system bus: made again when it breaks, with more patience each time.
import LifecycleModel
import Logging
import Settings
import SystemPackage
import Systemd

/// Keeps services followed for as long as there is a bus, and looks for it when there is none.
final class BusLink {
  private let loop: EventLoop
  private let address: String?
  private let services: [BusService]
  private let log: Logger
  private let firstDelay: Duration
  private var delay: RetryDelay
  private var bus: Bus?
  /// Whether the bus has answered on this connection.
  private var isLetIn = false
  private var connectedAt: UInt64 = 0
  private var isKnownToBeAbsent = false
  private var retry: TimerSource?

  /// `address` is for a bus that is not the system's.
  init(
    _ services: [BusService], on loop: EventLoop, address: String?, firstDelay: Duration, log: Logger
  ) throws(SystemCallError) {
    self.loop = loop
    self.address = address
    self.services = services
    self.log = log
    self.firstDelay = firstDelay
    delay = RetryDelay(first: firstDelay, longest: Self.longestDelay)
    retry = try loop.timer(priority: .idle) { [unowned self] in connect() }
  }

  func connect() {
    // Also ends a connection that got through to the bus, but not to all services.
    bus = nil
    isLetIn = false
    do throws(SystemCallError) {
      let bus = try Bus(address: address, on: loop) { [unowned self] in
        lost("the connection to the system bus ended", isLetIn ? .ended : .full)
      }
      self.bus = bus
      connectedAt = monotonicNow()
      try greet(bus)
      for service in services { try service.follow(on: bus) }
    } catch {
      lost("\(error)", Absence(error.errno))
    }
  }

  private enum Absence {
    /// There is no bus.
    case noBus
    /// It is there, and lets nobody in: others may keep it busy for as long as they like.
    case full
    case ended

    init(_ errno: Errno) {
      switch errno {
      case .noSuchFileOrDirectory, .connectionRefused: self = .noBus
      case .resourceTemporarilyUnavailable: self = .full
      case _: self = .ended
      }
    }
  }

  /// Only what the bus answers tells that it is one.
  private func greet(_ bus: Bus) throws(SystemCallError) {
    let name = "org.freedesktop.DBus"
    try bus.call("GetId", of: name, at: "/org/freedesktop/DBus", on: name) { [unowned self] result in
      guard case .success = result else { return }
      isLetIn = true
      guard isKnownToBeAbsent else { return }
      isKnownToBeAbsent = false
      log.info("the system bus is available")
    }
  }

  private func lost(_ reason: String, _ absence: Absence) {
    for service in services { service.lost(isAbsent: absence == .noBus) }
    tellAbsence(reason)
    let now = monotonicNow()
    let lasted = bus == nil ? 0 : now - connectedAt
    let pause = absence == .full ? firstDelay : delay.afterFailure(lasted: .nanoseconds(lasted))
    retry?.rearm(at: now + pause.wholeNanoseconds)
  }

  /// Once, until it has been there again.
  private func tellAbsence(_ reason: String) {
    guard !isKnownToBeAbsent else { return }
    isKnownToBeAbsent = true
    let subjects = services.map(\.subject).joined(separator: ", ")
    log.info(
      """
      unable to follow \(subjects): \(reason); roostd tries again; to silence this, switch these sources off in \
      [sources]
      """)
  }

  /// A machine without a bus is not woken up for it more often than this.
  private static let longestDelay = Duration.seconds(300)
}
