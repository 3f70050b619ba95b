// All sources of device events of this machine. A missing source is logged once, and does not affect the others.
import LifecycleModel
package import Logging
package import Settings
package import Systemd

/// Listens to the sources that are switched on, and reports what they say.
@MainActor package final class DeviceSources {
  /// The places of the sources; a test has its own.
  package struct Places {
    /// Nil is the system bus.
    var bus: String?
    var accessoryNodes: [String]
    var connectors = "/sys/class/drm"
    var network = NetworkSource.Places()
    var firstRetry = Duration.seconds(1)
    var settling = Duration.milliseconds(100)
    /// For UPower's first answer.
    var batteryPatience = Duration.seconds(10)

    package init(
      bus: String? = nil, accessoryNodes: [String], connectors: String = "/sys/class/drm",
      firstRetry: Duration = .seconds(1), settling: Duration = .milliseconds(100)
    ) {
      self.bus = bus
      self.accessoryNodes = accessoryNodes
      self.connectors = connectors
      self.firstRetry = firstRetry
      self.settling = settling
    }
  }

  private let loop: EventLoop
  private let places: Places
  private let log: Logger
  private let report: (DeviceSourceEvent) -> Void
  private var link: BusLink?
  private var battery: BatterySource?
  private var clock: ClockSource?
  private var accessories: AccessorySource?
  private var displays: DisplaySource?
  private var network: NetworkSource?

  package init(on loop: EventLoop, at places: Places, log: Logger, report: @escaping (DeviceSourceEvent) -> Void) {
    self.loop = loop
    self.places = places
    self.log = log
    self.report = report
  }

  /// Reports the accessories, the displays and the network there are before it returns; battery and locale follow when
  /// they are known.
  ///
  /// - Parameter awaitsBattery: nobody knows whether the device has external power before UPower has answered, if that is
  ///   listened to. Where it is not, or cannot be asked, that is reported too.
  package func start(_ enabled: Set<DeviceSource>, awaitsBattery: Bool = false) {
    var services: [BusService] = []
    for source in DeviceSource.allCases where enabled.contains(source) {
      switch source {
      case .logind: services.append(BusService(LoginSource(log: log, report: report), log: log))
      case .upower:
        let battery = BatterySource(report: report)
        self.battery = battery
        services.append(BusService(battery, log: log))
      case .timedate: services.append(BusService(TimeZoneSource(report: report), log: log))
      case .locale: services.append(BusService(LocaleSource(report: report), log: log))
      case .clock, .accessories, .displays, .network: begin(source)
      }
    }
    if !services.isEmpty { follow(services) }
    if awaitsBattery { awaitBattery() }
  }

  private func follow(_ services: [BusService]) {
    do {
      link = try BusLink(services, on: loop, address: places.bus, firstDelay: places.firstRetry, log: log)
      link?.connect()
    } catch {
      battery = nil
      log.error("unable to follow \(services.map(\.subject).joined(separator: ", ")): \(error)")
    }
  }

  private func awaitBattery() {
    do throws(SystemCallError) {
      try battery?.awaitAnswer(on: loop, for: places.batteryPatience)
    } catch {
      log.warning("work that needs external power may begin before UPower has told of the battery: \(error)")
    }
    if battery?.isAwaited != true { report(.fact(.batteryAwaited(false))) }
  }

  /// For sources that others take the place of, which await nothing.
  package func endWaiting() { battery?.unanswered() }

  private func begin(_ source: DeviceSource) {
    do throws(SystemCallError) {
      switch source {
      case .clock: clock = try ClockSource(timer: ClockSource.makeTimer(), on: loop, report: report)
      case .accessories:
        accessories = try AccessorySource(
          places.accessoryNodes, on: loop, settling: places.settling, log: log, report: report)
        accessories?.look()
      case .displays:
        displays = try DisplaySource(places.connectors, on: loop, settling: places.settling, log: log, report: report)
        displays?.look()
      case .network:
        network = try NetworkSource(places.network, on: loop, settling: places.settling, log: log, report: report)
        network?.look()
      case .logind, .upower, .timedate, .locale: break
      }
    } catch {
      log.info("\(source.absence("\(error)"))")
    }
  }
}
