// Clients that come while the daemon's program is replaced: they wait for the next, which serves them.
import ControlAPI
import Foundation
import RoostTesting
import Synchronization
import Testing

@Suite struct WaitingClientTests {
  @Test("While the program of the daemon is replaced no client is refused, and the next program serves those that came")
  func reexec() throws {
    let daemon = try SurvivingDaemon(apps: [])
    let comers = Comers(daemon.daemon.socket)
    try comers.waitForOne()
    try daemon.end(.replaced)
    try comers.waitForOne()
    let seen = comers.end()
    #expect(seen.refused.isEmpty, "\(seen)")
    #expect(seen.served > 0)
  }

  /// Connects again and again, and asks for the version.
  private final class Comers: Sendable {
    struct Seen {
      var served = 0
      /// By the program that was replaced meanwhile.
      var leftUnanswered = 0
      var refused: [Int32] = []
    }

    private let seen = Mutex(Seen())
    private let isOver = Mutex(false)
    private let ended = DispatchSemaphore(value: 0)

    init(_ path: String) {
      Thread.detachNewThread { [self] in
        while !isOver.withLock(\.self) { come(path) }
        ended.signal()
      }
    }

    private func come(_ path: String) {
      let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(client) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      guard status == 0 else {
        let error = errno
        return seen.withLock { $0.refused.append(error) }
      }
      let call = Array(#"{"method":"org.roost.Daemon.GetVersion","parameters":{}}"#.utf8) + [0]
      var byte: UInt8 = 0
      let isServed = send(client, call, call.count, Int32(MSG_NOSIGNAL)) == call.count && recv(client, &byte, 1, 0) == 1
      seen.withLock { if isServed { $0.served += 1 } else { $0.leftUnanswered += 1 } }
    }

    /// From now on.
    func waitForOne() throws {
      let before = seen.withLock(\.served)
      let deadline = Date(timeIntervalSinceNow: 30)
      while seen.withLock({ $0.served <= before }) {
        guard Date() < deadline else {
          throw TestingError.noEvent(waitedFor: "a client to be served", seen: "\(seen.withLock(\.self))")
        }
        usleep(1000)
      }
    }

    func end() -> Seen {
      isOver.withLock { $0 = true }
      ended.wait()
      return seen.withLock(\.self)
    }
  }
}
