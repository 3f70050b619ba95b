// The network as the kernel's files tell of it, whatever they say.
import LifecycleModel
import TestFolders
import Testing

@testable import Devices
@testable import Settings

@MainActor @Suite struct NetworkSourceTests {
  private let rig: DeviceRig
  init() throws { rig = try DeviceRig() }

  nonisolated private static let head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\n"

  /// A list with one default route, and one to the interface's own network.
  nonisolated static func route(_ interface: String, flags: String = "0003", metric: Int = 100) -> String {
    head + line(interface, flags: flags, metric: metric)
      + "\(interface)\t0000000A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\n"
  }

  nonisolated private static func line(_ interface: String, flags: String = "0003", metric: Int) -> String {
    "\(interface)\t00000000\t0100000A\t\(flags)\t0\t0\t\(metric)\t00000000\t0\t0\t0     \n"
  }

  nonisolated private static func route6(_ interface: String, length: String = "00", flags: String = "00000003")
    -> String
  {
    let zeros = String(repeating: "0", count: 32)
    return
      "\(zeros) \(length) \(zeros) 00 fe800000000000000000000000000001 00000400 00000001 00000000 \(flags) \(interface)\n"
  }

  /// The network of a machine with these lists of routes, whose interfaces are in `state`.
  private func network(_ routes: String, ipv6: String? = nil, _ state: [String: String] = [:]) throws -> Network? {
    try rig.folder.write("net/route", routes)
    if let ipv6 { try rig.folder.write("net/ipv6_route", ipv6) }
    for (interface, state) in state { try rig.folder.write("class/\(interface)/operstate", state + "\n") }
    rig.start([.network])
    rig.end()
    guard case .fact(.network(let network))? = rig.events.last else { return nil }
    return network
  }

  @Test(
    "NQ2 an interface that is up and has the default route is the network",
    arguments: [
      ("eth0", "up", Network.wifi), ("wlan0", "up", .wifi), ("tun0", "unknown", .wifi), ("wwan0", "unknown", .cellular),
      ("wwp0s20u4", "up", .cellular), ("eth0", "down", .offline), ("wlan0", "dormant", .offline),
      ("eth0", "lowerlayerdown", .offline),
    ])
  func kinds(_ interface: String, _ state: String, _ expected: Network) throws {
    #expect(try network(Self.route(interface), [interface: state]) == expected)
  }

  @Test("NQ2 the kernel's word makes a modem of an interface with any name")
  func modem() throws {
    try rig.folder.write("class/usb0/uevent", "DEVTYPE=wwan\nINTERFACE=usb0\n")
    #expect(try network(Self.route("usb0"), ["usb0": "unknown"]) == .cellular)
  }

  @Test("NQ2 of several default routes the lowest metric of an interface that is up counts, and IPv4 before IPv6")
  func several() throws {
    let both = Self.head + Self.line("wwan0", metric: 700) + Self.line("eth0", metric: 100)
    #expect(try network(both, ["eth0": "up", "wwan0": "unknown"]) == .wifi)
    #expect(try network(both, ["eth0": "down"]) == .cellular)
    #expect(try network(Self.head, ipv6: Self.route6("eth0"), ["eth0": "up"]) == .wifi)
    #expect(try network(Self.route("wwan0"), ipv6: Self.route6("eth0")) == .cellular)
  }

  @Test(
    "NQ2 routes that lead nowhere, and lines that nobody understands, are no network",
    arguments: [
      "", "\n\n", head, route("eth0", flags: "0203"), route("eth0", flags: "0002"), route("eth0", flags: "x"),
      "eth0\t00000000\n", String(repeating: "a\t", count: 5000), "\u{0}\u{FF}\n",
    ])
  func nowhere(_ routes: String) throws {
    #expect(
      try network(
        routes,
        ipv6: Self.route6("lo") + Self.route6("eth0", length: "40")
          + Self.route6("eth0", flags: "00200200")) == .offline)
  }

  @Test("NQ2 a machine without any of the files has no network, and a list without end is read as far as it may be")
  func odd() throws {
    rig.start([.network])
    rig.end()
    #expect(rig.events == [.fact(.network(.offline))] && rig.log.all == [])
    let others = String(repeating: "eth0\t0000000A\t0\t0001\t0\t0\t0\t00FFFFFF\n", count: 5000)
    #expect(try network(others + Self.line("eth0", metric: 0)) == .offline)
    #expect(try network(Self.line("eth0", metric: 0) + others, ["eth0": "up"]) == .wifi)
  }
}
