// The control socket when the kernel refuses.
import FailingCalls
import Glibc
import Linux
import RoostTesting
import SystemPackage
import Systemd
import TestFolders
import Testing

@testable import VarlinkServer

@MainActor @Suite(.timeLimit(.minutes(40))) struct ControlSocketFailingCallsTests {
  @Test("The control socket is served or the start says why not, whichever system call fails")
  func serve() async throws {
    try await eachSystemCallFails(
      expecting: [.open, .flock, .stat, .unlink, .socket, .bind, .listen, .close],
      telling: .cure(["check that --runtime-dir is writable and has space", "stop it first"])
    ) { folder in
      // The socket that a killed daemon leaves.
      let left = try #require(try? Sys.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0))
      try UnixSocketAddress(folder.path + "/control").bind(left)
      close(left)
      return (path: folder.path, loop: try EventLoop())
    } act: { world in
      let socket = try ControlSocket(runtimeDirectory: world.path, group: nil)
      defer { socket.stop() }
      try socket.listen(world.loop, complain: { _ in }) { $0.socket.close() }
    } check: { world, folder, outcome in
      let socket = try ControlSocket(runtimeDirectory: folder.path, group: nil)
      try socket.listen(world.loop, complain: { _ in }) { $0.socket.close() }
      socket.stop()
      #expect(!folder.exists("control"), "\(outcome.failure)")
    }
  }

  @Test("A lock that the child of a killed daemon has for a moment yet is waited for, that of a living daemon is not")
  func lock() async throws {
    let folder = try TestFolder()
    func taken(after refusals: Int) async -> Bool {
      let isHeld = Failure(call: .flock, number: 0, errno: .wouldBlock, times: refusals)
      return await FailingCalls.during(.folder(folder.path), isHeld) { _ in
        do {
          try ControlSocket(runtimeDirectory: folder.path, group: nil).stop()
          return true
        } catch {
          #expect("\(error)".contains("another roostd already serves"))
          return false
        }
      }
    }
    #expect(await taken(after: 3))
    #expect(await taken(after: 1_000_000) == false)
  }

  @Test(
    "A client that cannot be accepted waits, the daemon sleeps meanwhile and says once what to do",
    arguments: SystemCall.accept.plausible)
  func accept(errno: Errno) async throws {
    let folder = try TestFolder(), loop = try EventLoop()
    let socket = try ControlSocket(runtimeDirectory: folder.path, group: nil)
    defer { socket.stop() }
    let pause = Duration.milliseconds(20), times = 3
    var complaints: [String] = []
    var isServed = false
    try socket.listen(loop, pause: pause, complain: { complaints.append("\($0)") }) {
      isServed = true
      $0.socket.close()
    }
    let client = try Program(
      "/usr/bin/python3", ["-c", Self.client, socket.path], output: "/dev/null", errors: "/dev/null")
    let failure = Failure(call: .accept, number: 0, errno: errno, times: times)
    try await FailingCalls.during(.task, failure) { calls in
      try loop.runOnce(timeout: .seconds(60))
      let start = monotonicNow()
      while !isServed {
        try #require(monotonicNow() < start + 60_000_000_000)
        try loop.runOnce(timeout: .milliseconds(100))
      }
      #expect(calls.counts[.accept] == times + 1)
      let isWaitedFor = ![.connectionAbort, .notPermitted, .protocolError, .interrupted].contains(errno)
      guard isWaitedFor else {
        #expect(complaints == [])
        return
      }
      #expect(monotonicNow() - start >= UInt64(times) * 20_000_000 - 1_000_000, "the loop sleeps")
      #expect(complaints.count == 1 && complaints[0].contains(socket.path))
      #expect(complaints[0].contains("raise LimitNOFILE= of the daemon's unit"))
    }
    #expect(client.wait() == 0)
  }

  /// Connects, and ends when it is let go.
  private static let client =
    "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); sys.exit(len(s.recv(1)))"
}
