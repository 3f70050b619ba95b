// Many clients that list all apps at one moment: calls of others come in between.
import Glibc
import LifecycleModel
import Linux
import TestFolders
import Testing

@testable import DaemonConfiguration
@testable import Processes
@testable import Supervisor
@testable import Systemd
@testable import VarlinkServer

@MainActor @Suite(.serialized, .timeLimit(.minutes(15))) struct ListsInTurnTests {
  // In a process of its own, as all supervisors are that are tested whole.
  @Test("A list waits while others are made, and its client's next call behind it; a short call of another does not")
  func turns() async {
    await #expect(processExitsWith: .success) { try await Self.checkTurns() }
  }

  private static func checkTurns() throws {
    try WholeSupervisor.with([AppID("com.example.app")], script: "", kernel: .live) { supervisor, lines in
      let socket = try ControlSocket(runtimeDirectory: supervisor.configuration.runtimeDirectory, group: nil)
      let server = ControlServer(supervisor, on: socket, loop: supervisor.loop, log: lines.logger)
      try server.listen()
      defer { server.stop() }
      let clients = try (0..<2).map { _ in try connected(to: server.path) }
      defer { for client in clients { close(client) } }
      supervisor.loop.lists.take { usleep(500_000) }
      try say([call("Apps.List"), call("Daemon.GetVersion")], to: clients[0])
      try say([call("Daemon.GetVersion")], to: clients[1])
      try WholeSupervisor.wait(supervisor) { isReadable(clients[1]) }
      #expect(!isReadable(clients[0]))
      var replies: [UInt8] = []
      try WholeSupervisor.wait(supervisor) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        if isReadable(clients[0]) {
          let count = read(clients[0], &buffer, buffer.count)
          guard count > 0 else { return true }
          replies += buffer.prefix(count)
        }
        return replies.count(where: { $0 == 0 }) == 2
      }
      let texts = replies.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      #expect(texts[0].contains("com.example.app") && texts[1].contains("protocolVersion"), "\(texts)")
    }
  }

  private static func call(_ method: String) -> String { #"{"method":"org.roost.\#(method)","parameters":{}}"# + "\0" }

  private static func say(_ calls: [String], to client: CInt) throws {
    let bytes = Array(calls.joined().utf8)
    try #require(write(client, bytes, bytes.count) == bytes.count)
  }

  private static func isReadable(_ client: CInt) -> Bool {
    var ready = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) == 1
  }

  private static func connected(to path: String) throws -> CInt {
    let client = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try #require(withAddress(path) { connect(client, $0, $1) } == 0)
    return client
  }
}
