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

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct ListsInTurnTests {
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
      let clients = try (0..<2).map { _ in try SocketClient(of: server) }
      defer { for client in clients { client.close() } }
      supervisor.loop.lists.take { usleep(500_000) }
      try clients[0].say(SocketClient.call("Apps.List"), SocketClient.call("Daemon.GetVersion"))
      try clients[1].say(SocketClient.call("Daemon.GetVersion"))
      try WholeSupervisor.wait(supervisor) { clients[1].isReadable }
      #expect(!clients[0].isReadable)
      let texts = try clients[0].replies(2)
      #expect(texts[0].contains("com.example.app") && texts[1].contains("protocolVersion"), "\(texts)")
    }
  }
}
