// A connection to a broker on which nothing comes: pings in time, and the kernel's questions where it wants no pings.
import Foundation
import TestFolders
import TestLoop
import Testing

@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct KeepAliveTests {
  @Test("A broker that ends connections that are silent for long is pinged as often as it asks for")
  func ping() throws {
    let broker = try PlayedBroker()
    // Server Keep Alive of four seconds (MQTT 5, 3.2.2.3.14): a ping that comes before SUBSCRIBE is read would be lost.
    try broker.subscribe([0x13, 0, 4])
    let begun = monotonicNow()
    // PINGREQ (3.12).
    #expect(try broker.receive() == [0xc0, 0])
    // A quarter of the minute that it would be otherwise.
    #expect(monotonicNow() - begun < 14_000_000_000)
    try broker.end()
  }

  @Test("The kernel asks a broker that wants no pings whether it is there")
  func kernelAsks() throws {
    let broker = try PlayedBroker()
    try broker.subscribe([0x13, 0, 0])
    try broker.loop.run { isTimed(to: broker.port) }
    try broker.end()
  }

  /// Whether the kernel has a timer for that at the helper's end of the connection: 2 in the field `tr`
  /// (the kernel's *proc_net_tcp*).
  private func isTimed(to port: UInt16) -> Bool {
    let table = (try? KernelFile.text("/proc/net/tcp")) ?? ""
    return table.split(separator: "\n").contains { line in
      let fields = line.split(separator: " ")
      return fields.count > 5 && fields[2].hasSuffix(String(format: ":%04X", port)) && fields[3] == "01"
        && fields[5].hasPrefix("02:")
    }
  }
}
