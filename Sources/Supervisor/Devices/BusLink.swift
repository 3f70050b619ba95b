// The connection to the system bus: made again when it breaks, with more patience each time.
import LifecycleModel
import Logging
import Systemd

/// Keeps services followed for as long as there is a bus, and looks for it when there is none.
final class BusLink {
  private let loop: EventLoop
  private let address: String?
  private let services: [BusService]
  private let firstDelay: Duration
  private var delay: Duration
  private var bus: Bus?
  private var connectedAt: UInt64 = 0
  private var retry: TimerSource?

  /// `address` is for a bus that is not the system's.
  init(
    _ services: [BusService], on loop: EventLoop, address: String?, firstDelay: Duration
  ) throws(SystemCallError) {
    self.loop = loop
    self.address = address
    self.services = services
    self.firstDelay = firstDelay
    delay = firstDelay
    retry = try loop.timer(priority: .idle) { [unowned self] in connect() }
  }

  func connect() {
    // Also ends a connection that got through to the bus, but not to all services.
    bus = nil
    do throws(SystemCallError) {
      let bus = try Bus(address: address, on: loop) { [unowned self] in lost("the bus has gone") }
      self.bus = bus
      connectedAt = monotonicNow()
      for service in services { try service.follow(on: bus) }
    } catch {
      lost("\(error)")
    }
  }

  private func lost(_ reason: String) {
    for service in services { service.lost(reason) }
    // A bus that was there for so long has not been broken from the start.
    if bus != nil, monotonicNow() - connectedAt > Self.longestDelay.wholeNanoseconds { delay = firstDelay }
    retry?.rearm(at: monotonicNow() + delay.wholeNanoseconds)
    delay = min(delay * 2, Self.longestDelay)
  }

  /// A machine without a bus is not woken up for it more often than this.
  private static let longestDelay = Duration.seconds(300)
}
