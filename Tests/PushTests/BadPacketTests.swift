// A message that ends roost-push before anything can acknowledge it: the broker sends it first at each connection.
import Glibc
import TestFolders
import TestLoop
import Testing

@testable import Processes
@testable import Push
@testable import Settings
@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct BadPacketTests {
  private static let connack: [UInt8] = [0x20, 3, 0, 0, 0]
  private static let suback: [UInt8] = [0x90, 4, 0, 1, 0, 1]
  private static let poison = PlayedBroker.publication("roost/test/push/a.\u{1}", 7)

  @Test(
    "roostd has a broker that sends such a message at five connections forget it, once, and the log says what is lost",
    arguments: [true, false])
  func forgotten(isForgotten: Bool) throws {
    let (loop, lines, running) = (try EventLoop(), LogLines(), HelperProcesses())
    let afterwards = isForgotten ? Self.suback : Self.poison
    let broker = try PushHelperTests.FalseBroker(
      loop, answers: Array(repeating: Self.connack + Self.poison, count: 5) + [Self.connack + afterwards])
    let bridge = try PushBridge(
      try #require(BrokerAddress("mqtt://127.0.0.1:\(broker.port)")), try #require(PushTopic(device: "test")),
      PushSettings(), program: HelperProgram.path(of: "roost-push"), on: loop, kernel: .live, running: running,
      log: lines.logger, delay: RetryDelay(first: .milliseconds(1), longest: .milliseconds(10)), take: { _, _ in true },
      whenKept: { $0() })
    bridge.start()
    try loop.run { broker.received.count >= 7 }
    // Clean Start of CONNECT's flags (MQTT 5, 3.1.2.4).
    let isClean = broker.received.prefix(7).map { $0.count > 9 && $0[9] & 2 != 0 }
    #expect(isClean == [false, false, false, false, false, true, false])
    let warnings = lines.all.filter { $0.hasPrefix("warning") }
    #expect(warnings.count { $0.contains("hands on messages that are not valid") } >= 1, "\(warnings)")
    #expect(warnings.count { $0.contains("that came while nobody was connected are lost") } == 1, "\(warnings)")
    bridge.stop()
    for pid in running.pids { kill(pid, SIGKILL) }
    try loop.run { running.pids.isEmpty }
  }

  @Test("A connection that has lasted for more than a minute has passed what the broker kept; other ends do not count")
  func counting() {
    var packets = BadPackets()
    func end(_ error: MQTTError, after seconds: Int = 1) {
      packets.connectionEnded(by: error, after: .seconds(seconds))
    }
    for _ in 1..<BadPackets.most { end(.badPacket) }
    for error in [MQTTError.closed, .noMQTT, .helper("signal 6"), .silent] { end(error) }
    #expect(!packets.areTooMany)
    end(.badPacket, after: 61)
    for _ in 2..<BadPackets.most { end(.badPacket) }
    #expect(!packets.areTooMany)
    end(.badPacket)
    #expect(packets.areTooMany)
    end(.closed, after: 61)
    #expect(!packets.areTooMany)
  }
}
