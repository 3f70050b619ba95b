// The network: whether there is a way out of the machine, and whether it is paid for by the byte.
import LifecycleModel
import Linux
import Logging
import Settings
import SystemPackage
import Systemd

/// Reports the kind of the interface that has the default route.
final class NetworkSource {
  struct Places {
    var routes = "/proc/self/net"
    var interfaces = "/sys/class/net"
  }

  private let places: Places
  private let log: Logger
  private let report: (DeviceSourceEvent) -> Void
  private var known: Network?
  private var events: KernelEvents?
  private var settling: Settling?

  init(
    _ places: Places, on loop: EventLoop, settling delay: Duration, log: Logger,
    report: @escaping (DeviceSourceEvent) -> Void
  ) throws(SystemCallError) {
    self.places = places
    self.log = log
    self.report = report
    settling = try Settling(delay, on: loop) { [unowned self] in look() }
    events = try KernelEvents(ofNetworkOn: loop) { [unowned self] in settling?.begin() }
  }

  /// Reports a network that is another than the last time.
  func look() {
    let network: Network
    do {
      network = try self.network()
    } catch {
      // The network may be there all the same: the kernel does not show it for the moment.
      log.warning("\(DeviceSource.network.absence("\(error)"))")
      return
    }
    guard network != known else { return }
    known = network
    report(.fact(.network(network)))
  }

  private func network() throws -> Network {
    for route in try DefaultRoute.all(in: places.routes) where try isUp(route.interface) {
      return try isCellular(route.interface) ? .cellular : .wifi
    }
    return .offline
  }

  /// `operstate` (RFC 2863): a route stays when the cable is pulled. An interface that knows nothing of its link, as a
  /// tunnel, says unknown.
  private func isUp(_ interface: String) throws(SmallFile.ReadError) -> Bool {
    guard let state = try read("operstate", of: interface) else { return true }
    return state.starts(with: "up".utf8) || state.starts(with: "unknown".utf8)
  }

  /// The kernel's word for the modem of a cellular network, or the name that it or udev (systemd.net-naming-scheme(7))
  /// gives to its interface.
  private func isCellular(_ interface: String) throws(SmallFile.ReadError) -> Bool {
    if interface.hasPrefix("ww") { return true }
    let lines = try read("uevent", of: interface)?.split(separator: UInt8(ascii: "\n")) ?? []
    return lines.contains { $0.elementsEqual("DEVTYPE=wwan".utf8) }
  }

  /// Nil where there is no such interface any more, or no sysfs.
  private func read(_ file: String, of interface: String) throws(SmallFile.ReadError) -> [UInt8]? {
    do {
      return try SmallFile.read("\(places.interfaces)/\(interface)/\(file)", limit: 1 << 16)
    } catch .missing {
      return nil
    }
  }
}
