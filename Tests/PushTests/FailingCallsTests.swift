// The bridge to a broker when the kernel refuses.
import FailingCalls
import Glibc
import Linux
import PushProtocol
import SystemPackage
import TestFolders
import Testing

@testable import Processes
@testable import Push
@testable import Settings
@testable import Systemd

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct PushFailingCallsTests {
  private struct Files {
    let password: String
    let authorities: String
  }

  @Test("A helper that cannot be started is told of and started later, and nothing stays open")
  func start() async {
    // In a process of its own: other tests connect sockets in this one.
    await #expect(processExitsWith: .success) { try await Self.checkStart() }
  }

  private static func checkStart() async throws {
    for (call, errno) in [
      (SystemCall.socketpair, Errno.tooManyOpenFiles), (.fcntl, .permissionDenied), (.open, .tooManyOpenFilesInSystem),
      (.clone3, .resourceTemporarilyUnavailable), (.execve, .noMemory),
    ] {
      let (loop, lines, running) = (try EventLoop(), LogLines(), HelperProcesses())
      let bridge = try PushBridge(
        try #require(BrokerAddress("mqtt://127.0.0.1:1")), try #require(PushTopic(device: "test")), PushSettings(),
        program: "/bin/true", on: loop, kernel: .live, running: running, log: lines.logger
      ) { _, _ in
        true
      } whenKept: {
        $0()
      }
      let sockets = connectedSockets()
      try await FailingCalls.during(.task, Failure(call: call, number: 0, errno: errno)) { _ in
        bridge.start()
        while lines.all.isEmpty { try loop.runOnce(timeout: .milliseconds(50)) }
      }
      #expect(lines.all.count == 1 && lines.all[0].contains("unable to start roost-push"), "\(lines.all)")
      #expect(lines.all[0].contains("roostd tries again in 1 s"))
      #expect(connectedSockets() <= sockets, "\(call)")
      while lines.all.count == 1 { try loop.runOnce(timeout: .milliseconds(50)) }
      #expect(lines.all[1].contains("roost-push ended with status 0 and without a reason"), "\(lines.all)")
      bridge.stop()
      #expect(running.pids.isEmpty)
    }
  }

  private static func connectedSockets() -> Int {
    (0..<256).count { descriptor in
      var address = sockaddr_un()
      var size = socklen_t(MemoryLayout<sockaddr_un>.size)
      return withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(CInt(descriptor), $0, &size) }
      } == 0
    }
  }

  @Test(
    "A password or certificate that cannot be read is said to be so, and is read at the next connection, whichever call fails"
  )
  func password() async throws {
    let broker = try #require(BrokerAddress("mqtts://localhost"))
    let topic = try #require(PushTopic(device: "test"))
    /// The order for roost-push.
    @MainActor func order(_ files: Files) throws -> PushOrder {
      try PushOrder(
        broker, topic, PushSettings(username: "device", passwordFile: files.password, authorityFile: files.authorities))
    }
    try await eachSystemCallFails(
      expecting: [.open, .fstat, .read, .close],
      telling: .cure(["check that it is there and the daemon's user may read it"])
    ) { folder in
      Files(
        password: try folder.write("password", "secret\n"), authorities: try folder.write("authorities", "certificates")
      )
    } act: {
      _ = try order($0)
    } check: { files, _, _ in
      let order = try order(files)
      #expect(order.password == "secret" && order.authorities == "certificates")
    }
  }
}
