// Clients that go while their calls are under way: the place that they have, and what is kept of them.
import Glibc
import Linux
import Systemd
import Testing

@testable import Varlink
@testable import VarlinkServer

@MainActor @Suite(.timeLimit(.minutes(40))) struct GoneClientTests {
  /// A connection whose calls are kept unanswered, and the client's end of it.
  @MainActor private final class Served {
    let loop: EventLoop
    var calls: [Call] = []
    var ends = 0
    var places = 1
    var connection: ControlConnection?
    var client: CInt = -1

    /// - Parameter isCounted: whether somebody else counts the calls.
    init(isCounted: Bool) throws {
      loop = try EventLoop()
      var sockets: [CInt] = [0, 0]
      let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
      try #require(socketpair(AF_UNIX, kind, 0, &sockets) == 0)
      client = sockets[1]
      connection = try ControlConnection(
        AcceptedClient(socket: UntrustedSocket(sockets[0]), user: 0), loop: loop
      ) { [weak self] call, connection in
        if isCounted { connection.isCountedElsewhere(call) }
        self?.calls.append(call)
      } ended: { [weak self] _ in
        self?.ends += 1
      } left: { [weak self] in
        self?.places -= 1
      }
    }

    func say(_ calls: String...) throws {
      var bytes: [UInt8] = []
      for call in calls { bytes += Array(call.utf8) + [0] }
      let written = Glibc.write(client, bytes, bytes.count)
      try #require(written == bytes.count)
    }

    /// Until the loop has nothing to do: a source that is ready without end keeps it from that.
    func rest() throws {
      for _ in 0..<1000 { guard try loop.runOnce(timeout: .zero) else { return } }
      Issue.record("the loop does not come to rest")
    }
  }

  private static let call = #"{"method":"org.example.Do"}"#
  private static let oneway = #"{"method":"org.example.Do","oneway":true}"#

  @Test(
    "A client that goes while somebody else counts its call has its place no longer, also where it had written its last",
    arguments: [false, true])
  func goneWaiter(writesLast: Bool) throws {
    let served = try Served(isCounted: true)
    try served.say(Self.call)
    try served.rest()
    if writesLast {
      shutdown(served.client, CInt(SHUT_WR))
      try served.rest()
      #expect(served.places == 1 && served.ends == 0, "it waits for the answer")
    }
    close(served.client)
    try served.rest()
    #expect(served.places == 0 && served.ends == 1)
    let call = try #require(served.calls.first)
    served.connection?.reply(to: call, NoParameters())
    #expect(served.places == 0 && served.ends == 1)
  }

  @Test("A client that goes keeps its place until what nobody else counts is done, and the loop rests meanwhile")
  func goneUncounted() throws {
    let served = try Served(isCounted: false)
    try served.say(Self.call)
    try served.rest()
    close(served.client)
    try served.rest()
    #expect(served.places == 1)
    let call = try #require(served.calls.first)
    served.connection?.reply(to: call, NoParameters())
    try served.rest()
    #expect(served.places == 0 && served.ends == 1)
  }

  @Test("Calls that want no answers and were written ahead are served when their client has gone, and have its place")
  func goneOneway() throws {
    let served = try Served(isCounted: true)
    try served.say(Self.oneway, Self.oneway)
    close(served.client)
    try served.rest()
    #expect(served.calls.count == 1 && served.places == 1 && served.ends == 0)
    let first = try #require(served.calls.first)
    served.connection?.reply(to: first, NoParameters())
    try served.rest()
    #expect(served.calls.count == 2 && served.places == 0 && served.ends == 1)
    let second = try #require(served.calls.last)
    served.connection?.reply(to: second, NoParameters())
    #expect(served.ends == 1)
  }

  @Test(
    "A client that goes has no place for what it has written behind a call that others count, however much that is",
    arguments: [1, 100])
  func goneWriter(behind: Int) throws {
    let served = try Served(isCounted: true)
    for _ in 0...behind { try served.say(Self.call) }
    // Of a hundred some are left unread: nothing is waited for then but the hang-up.
    try served.rest()
    #expect(served.places == 1 && served.ends == 0)
    close(served.client)
    try served.rest()
    #expect(served.calls.count == 1 && served.places == 0 && served.ends == 1)
  }

  @Test("A connection that has ended keeps nothing of what was written ahead, though its call is under way")
  func forgets() throws {
    let served = try Served(isCounted: true)
    let connection = try #require(served.connection)
    try served.say(Self.call, Self.call)
    try #require(Glibc.write(served.client, "{", 1) == 1)
    try served.rest()
    #expect(connection.server.waiting.count == 1 && connection.server.unfinishedMessage != nil)
    connection.end()
    #expect(connection.server.currentCall != nil)
    #expect(connection.server.waiting.isEmpty && connection.server.unfinishedMessage == nil)
    close(served.client)
  }
}
