// A broker that a test plays, byte by byte, for one roost-push of a bridge.
import Glibc
import TestFolders
import TestLoop
import Testing

@testable import Processes
@testable import Push
@testable import Settings
@testable import Systemd

/// It has taken the connection of the helper, and read nothing of it.
@MainActor final class PlayedBroker {
  @MainActor private final class Taken {
    var pushes: [String] = []
    var toBeKept: [@MainActor @Sendable () -> Void] = []
  }

  let loop: EventLoop
  let port: UInt16
  let connection: CInt
  private let listener: CInt
  private let running: HelperProcesses
  private let bridge: PushBridge
  private let taken: Taken

  init() throws {
    let loop = try EventLoop()
    self.loop = loop
    let (listener, port) = try listenLocally()
    self.listener = listener
    self.port = port
    let (taken, running) = (Taken(), HelperProcesses())
    self.taken = taken
    self.running = running
    let bridge = try PushBridge(
      try #require(BrokerAddress("mqtt://127.0.0.1:\(port)")), try #require(PushTopic(device: "test")), PushSettings(),
      program: HelperProgram.path(of: "roost-push"), on: loop, kernel: .live, running: running, log: LogLines().logger
    ) { payload, app in
      taken.pushes.append("\(app) \(payload)")
      return true
    } whenKept: {
      taken.toBeKept.append($0)
    }
    self.bridge = bridge
    bridge.start()
    try loop.run { PlayedBroker.isReadable(listener) }
    connection = accept(listener, nil, nil)
  }

  isolated deinit { for descriptor in [listener, connection] { close(descriptor) } }

  /// The pushes that the bridge has taken, and the calls that tell it that they outlive the daemon.
  var pushes: [String] { taken.pushes }
  var toBeKept: [@MainActor @Sendable () -> Void] { taken.toBeKept }

  var hasHeard: Bool { Self.isReadable(connection) }

  private static func isReadable(_ descriptor: CInt) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) == 1
  }

  /// Waits for bytes of the helper; none: it has closed the connection.
  func receive() throws -> [UInt8] {
    try loop.run { hasHeard }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(connection, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }

  func send(_ bytes: [UInt8]) { Glibc.send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL)) }

  /// Answers CONNECT and SUBSCRIBE, with the granted quality 1 (MQTT 5, 3.2 and 3.9).
  ///
  /// - Parameter properties: of CONNACK.
  func subscribe(_ properties: [UInt8] = []) throws {
    _ = try receive()
    send([0x20, UInt8(3 + properties.count), 0, 0, UInt8(properties.count)] + properties)
    _ = try receive()
    send([0x90, 4, 0, 1, 0, 1])
  }

  /// PUBLISH with the quality 1 and this identifier (MQTT 5, 3.3).
  nonisolated static func publication(_ topic: String, _ identifier: UInt8) -> [UInt8] {
    let topic = Array(topic.utf8)
    let content = [0, UInt8(topic.count)] + topic + [0, identifier, 0] + Array("{}".utf8)
    return [0x32, UInt8(content.count)] + content
  }

  func end() throws {
    bridge.stop()
    try loop.run { running.pids.isEmpty }
  }
}
