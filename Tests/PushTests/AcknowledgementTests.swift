// The acknowledgement of a push to its broker, and its moment.
import Glibc
import TestFolders
import TestLoop
import Testing

@testable import Processes
@testable import Push
@testable import Settings
@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(15))) struct AcknowledgementTests {
  @MainActor private final class Taken {
    var pushes: [String] = []
    var toBeKept: [@MainActor @Sendable () -> Void] = []
  }

  private let loop: EventLoop
  private let taken = Taken()

  init() throws { loop = try EventLoop() }

  private func isReadable(_ descriptor: CInt) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) == 1
  }

  /// Waits for bytes of the helper.
  private func receive(_ connection: CInt) throws -> [UInt8] {
    try loop.run { isReadable(connection) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(connection, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }

  @Test("The broker hears nothing of a push before it outlives the daemon")
  func acknowledged() throws {
    let (listener, port) = try PushHelperTests.FalseBroker.listen()
    defer { close(listener) }
    let running = HelperProcesses()
    let bridge = try PushBridge(
      try #require(BrokerAddress("mqtt://127.0.0.1:\(port)")), try #require(PushTopic(device: "test")), PushSettings(),
      program: HelperProgram.path(of: "roost-push"), on: loop, kernel: .live, running: running, log: LogLines().logger
    ) { [taken] payload, app in
      taken.pushes.append("\(app) \(payload)")
    } whenKept: { [taken] in
      taken.toBeKept.append($0)
    }
    bridge.start()
    try loop.run { isReadable(listener) }
    let connection = accept(listener, nil, nil)
    defer { close(connection) }
    // CONNACK, SUBACK with the granted quality 1, and PUBLISH with that quality and the identifier 7 (MQTT 5, 3.2, 3.9 and 3.3).
    _ = try receive(connection)
    send(connection, [0x20, 3, 0, 0, 0] as [UInt8], 5, CInt(MSG_NOSIGNAL))
    _ = try receive(connection)
    send(connection, [0x90, 4, 0, 1, 0, 1] as [UInt8], 6, CInt(MSG_NOSIGNAL))
    let topic = Array("roost/test/push/a.b".utf8)
    let content = [0, UInt8(topic.count)] + topic + [0, 7, 0] + Array("{}".utf8)
    let publish = [0x32, UInt8(content.count)] + content
    send(connection, publish, publish.count, CInt(MSG_NOSIGNAL))
    try loop.run { !taken.toBeKept.isEmpty }
    #expect(taken.pushes == ["a.b {}"])
    #expect(!isReadable(connection), "it is not kept yet")
    taken.toBeKept[0]()
    // PUBACK (3.4).
    let answer = try receive(connection)
    #expect(answer.first == 0x40 && answer.dropFirst(2).starts(with: [0, 7]), "\(answer)")
    bridge.stop()
    try loop.run { running.pids.isEmpty }
  }
}
