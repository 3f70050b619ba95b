// The control socket when the kernel refuses.
import FailingCalls
import Glibc
import Linux
import Systemd
import TestFolders
import Testing

@testable import VarlinkServer

@MainActor @Suite(.timeLimit(.minutes(5))) struct ControlSocketFailingCallsTests {
  @Test("The control socket is served or the start says why not, whichever system call fails")
  func serve() async throws {
    try await eachSystemCallFails(
      expecting: [.open, .flock, .stat, .unlink, .socket, .bind, .listen, .close]
    ) { folder in
      // What a daemon that was killed leaves.
      let left = try #require(try? Sys.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0))
      try UnixSocketAddress(folder.path + "/control").bind(left)
      close(left)
      return (path: folder.path, loop: try EventLoop())
    } act: { world in
      let socket = try ControlSocket(runtimeDirectory: world.path, group: nil)
      defer { socket.stop() }
      try socket.listen(world.loop) { close($0) }
    } check: { world, folder, outcome in
      let socket = try Self.unlocked(folder.path)
      try socket.listen(world.loop) { close($0) }
      socket.stop()
      #expect(!folder.exists("control"), "\(outcome.failure)")
    }
  }

  /// A process that another test forks at the moment shares the lock until it executes its program (flock(2)).
  private static func unlocked(_ folder: String) throws -> ControlSocket {
    for _ in 0..<1000 {
      do {
        return try ControlSocket(runtimeDirectory: folder, group: nil)
      } catch ControlSocketError.inUse {
        usleep(10_000)
      }
    }
    return try ControlSocket(runtimeDirectory: folder, group: nil)
  }
}
