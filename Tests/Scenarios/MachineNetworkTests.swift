// The network of a machine of its own: a daemon in a network namespace, where ip(8) makes interfaces and routes.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct MachineNetworkTests {
  /// The daemon's machine; root alone can make one (unshare(1)).
  private final class Machine {
    let daemon: PrivateDaemon
    let device: Device

    init() throws {
      daemon = try PrivateDaemon(
        roostd: Programs.roostd, apps: [],
        configuration: "[cgroups]\nuse = false\n[memory]\nstalls = false\n[sources]\nnetwork = true\n",
        manager: Self.manager)
      device = try Device(socket: daemon.socket)
    }

    func ip(_ words: String...) throws {
      let said = daemon.directory.path + "/ip"
      let ip = try Program(
        "/usr/bin/nsenter", ["--net=/proc/\(daemon.pid)/ns/net", "ip"] + words, output: said, errors: said)
      guard ip.wait() == 0 else {
        throw Unexpected("ip \(words): \((try? String(contentsOfFile: said, encoding: .utf8)) ?? "")")
      }
    }

    /// Two ends of a cable: `name`, and the other machine's.
    func plugIn(_ name: String) throws {
      try ip("link", "add", name, "type", "veth", "peer", "name", name + "-far")
      try ip("link", "set", name + "-far", "up")
      try ip("link", "set", name, "up")
    }

    func route(_ name: String, net: Int, metric: Int) throws {
      try ip("addr", "add", "10.0.\(net).2/24", "dev", name)
      try ip("route", "add", "default", "via", "10.0.\(net).1", "metric", "\(metric)")
    }

    func wait(for network: String, from start: Int) throws {
      try device.events.wait(for: "the network is \(network)", from: start) {
        if case .device("network", let detail) = $0.kind { detail?.contains(network) == true } else { false }
      }
    }

    /// With a sysfs of that network (sysfs(5)).
    private static let manager = [
      "/usr/bin/unshare", "--net", "--mount", "/bin/sh", "-c", "mount -t sysfs sysfs /sys && exec \"$@\"", "sh",
    ]

    static let isPossible: Bool = {
      let trial = try? Program(
        manager[0], manager.dropFirst() + ["ip", "link"], output: "/dev/null", errors: "/dev/null")
      return geteuid() == 0 && trial?.wait() == 0
    }()
  }

  @Test(
    "NQ2 the network follows the default route: none, by a modem, by a cable, unplugged",
    .enabled(if: Machine.isPossible, "root alone can make a network namespace, and ip(8) fills it"))
  func follows() throws {
    let machine = try Machine()
    var start = machine.device.events.now
    try machine.plugIn("wwan0")
    try machine.route("wwan0", net: 1, metric: 700)
    try machine.wait(for: "cellular", from: start)
    start = machine.device.events.now
    try machine.plugIn("eth0")
    try machine.route("eth0", net: 2, metric: 100)
    try machine.wait(for: "wifi", from: start)
    // The cable is pulled at the other end: its route stays.
    start = machine.device.events.now
    try machine.ip("link", "set", "eth0-far", "down")
    try machine.wait(for: "cellular", from: start)
    start = machine.device.events.now
    try machine.ip("link", "del", "wwan0")
    try machine.wait(for: "offline", from: start)
    start = machine.device.events.now
    try machine.ip("link", "set", "eth0-far", "up")
    try machine.wait(for: "wifi", from: start)
    #expect(!machine.daemon.log.contains("unable to follow the network"))
  }
}
