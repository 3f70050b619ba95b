// One client's calls keep no other client waiting, however many it has written ahead.
import Glibc
import Linux
import Systemd
import Testing

@testable import Varlink
@testable import VarlinkServer

@MainActor @Suite(.timeLimit(.minutes(40))) struct ControlConnectionTests {
  /// A connection whose calls are noted by name and answered at once, and the client's end of it.
  private func connect(_ name: String, _ loop: EventLoop, _ note: @escaping (String) -> Void) throws
    -> (connection: ControlConnection, client: CInt)
  {
    var ends: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    let connection = try ControlConnection(AcceptedClient(socket: UntrustedSocket(ends[0]), user: 0), loop: loop) {
      call, connection in
      note(name)
      connection.reply(to: call, NoParameters())
    } ended: { _ in
    }
    return (connection, ends[1])
  }

  private func write(_ calls: Int, to client: CInt) throws {
    let call = Array(#"{"method":"org.example.Do"}"#.utf8) + [0]
    let bytes = (0..<calls).flatMap { _ in call }
    try #require(Glibc.write(client, bytes, bytes.count) == bytes.count)
  }

  @Test("Clients that have written calls ahead are served in turn, one call each")
  func turns() throws {
    let loop = try EventLoop()
    var served: [String] = []
    let (first, one) = try connect("one", loop) { served.append($0) }
    let (second, two) = try connect("two", loop) { served.append($0) }
    defer { for client in [one, two] { close(client) } }
    try write(100, to: one)
    try write(3, to: two)
    while served.count < 103 { try loop.runOnce(timeout: .seconds(60)) }
    let last = try #require(served.lastIndex(of: "two"))
    #expect(last <= 8, "\(served.prefix(12))")
    // Each has its replies, in order, and nothing waits for a turn any more.
    try write(1, to: one)
    while served.count < 104 { try loop.runOnce(timeout: .seconds(60)) }
    withExtendedLifetime((first, second)) {}
  }

  @Test("A client that hangs up after its calls has all of them served, and its connection ends once")
  func hangUp() throws {
    let loop = try EventLoop()
    var (served, ends) = (0, 0)
    var sockets: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &sockets) == 0)
    var connection: ControlConnection? = try ControlConnection(
      AcceptedClient(socket: UntrustedSocket(sockets[0]), user: 0), loop: loop
    ) { call, connection in
      served += 1
      connection.reply(to: call, NoParameters())
    } ended: { _ in
      ends += 1
    }
    try write(10, to: sockets[1])
    shutdown(sockets[1], CInt(SHUT_WR))
    while ends == 0 { try loop.runOnce(timeout: .seconds(60)) }
    #expect(served == 10 && ends == 1)
    connection = nil
    _ = connection
    close(sockets[1])
  }

  @Test("A client whose message far ahead is broken has the calls before it served, and its connection ends once")
  func brokenFarAhead() throws {
    let loop = try EventLoop()
    var (served, ends) = (0, 0)
    var sockets: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &sockets) == 0)
    defer { close(sockets[1]) }
    let connection = try ControlConnection(
      AcceptedClient(socket: UntrustedSocket(sockets[0]), user: 0), loop: loop
    ) { call, connection in
      served += 1
      connection.reply(to: call, NoParameters())
    } ended: { _ in
      ends += 1
    }
    try write(100, to: sockets[1])
    let broken = Array("nonsense".utf8) + [0]
    try #require(Glibc.write(sockets[1], broken, broken.count) == broken.count)
    while ends == 0 { try loop.runOnce(timeout: .seconds(60)) }
    #expect(served == 100 && ends == 1)
    withExtendedLifetime(connection) {}
  }

  @Test("A call that is written behind one that waits is served after the turn that answers it, not in the middle")
  func behindWaiting() throws {
    let loop = try EventLoop()
    var calls: [Call] = []
    var sockets: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &sockets) == 0)
    defer { close(sockets[1]) }
    let connection = try ControlConnection(
      AcceptedClient(socket: UntrustedSocket(sockets[0]), user: 0), loop: loop
    ) { call, _ in
      calls.append(call)
    } ended: { _ in
    }
    try write(3, to: sockets[1])
    for place in 0..<3 {
      while calls.count <= place { try #require(try loop.runOnce(timeout: .seconds(60))) }
      connection.reply(to: calls[place], NoParameters())
      #expect(calls.count == place + 1)
    }
    // And each has its reply.
    let replies = Array(#"{"parameters":{}}"#.utf8) + [0]
    let waiting = try Sys.bytesWaiting(sockets[1])
    #expect(waiting == 3 * replies.count)
    connection.end()
  }

  @Test("A client that has written ahead is not read from before its calls are served, whatever it has written")
  func heldBack() throws {
    let loop = try EventLoop()
    var calls: [Call] = []
    var sockets: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &sockets) == 0)
    defer { close(sockets[1]) }
    let connection = try ControlConnection(
      AcceptedClient(socket: UntrustedSocket(sockets[0]), user: 0), loop: loop
    ) { call, _ in
      calls.append(call)
    } ended: { _ in
    }
    try write(64, to: sockets[1])
    let nothing = [UInt8](repeating: 0, count: 140_000)
    try #require(Glibc.write(sockets[1], nothing, nothing.count) == nothing.count)
    while try loop.runOnce(timeout: .zero) {}
    // One read(2) takes 64 KiB.
    let left = try Sys.bytesWaiting(sockets[0])
    #expect(calls.count == 1 && left > 70_000)
    connection.end()
  }

  @Test("A message that has begun has its whole time again once it is read on, and no more than that")
  func patience() throws {
    let loop = try EventLoop()
    var calls: [Call] = []
    var sockets: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &sockets) == 0)
    defer { close(sockets[1]) }
    let connection = try ControlConnection(
      AcceptedClient(socket: UntrustedSocket(sockets[0]), user: 0), loop: loop, patience: .seconds(3600)
    ) { call, _ in
      calls.append(call)
    } ended: { _ in
    }
    let ahead = 40
    try write(ahead, to: sockets[1])
    try #require(Glibc.write(sockets[1], "{", 1) == 1)
    while try loop.runOnce(timeout: .zero) {}
    // Nothing is read until its calls are answered.
    for _ in 1...3 { connection.messageIsLate() }
    #expect(connection.isOpen && calls.count == 1)
    for place in 0..<ahead {
      while calls.count <= place { try loop.runOnce(timeout: .seconds(60)) }
      connection.reply(to: calls[place], NoParameters())
    }
    while try loop.runOnce(timeout: .zero) {}
    connection.messageIsLate()
    #expect(connection.isOpen)
    connection.messageIsLate()
    #expect(!connection.isOpen)
  }

  @Test(
    "A watcher that has written ahead and is gone has its place no longer, though nothing happens that it would be told"
  )
  func goneWatcher() throws {
    let loop = try EventLoop()
    var ends = 0
    var sockets: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &sockets) == 0)
    let connection = try ControlConnection(
      AcceptedClient(socket: UntrustedSocket(sockets[0]), user: 0), loop: loop
    ) { call, connection in
      connection.replyContinuing(to: call, StreamedReply(NoParameters()))
    } ended: { _ in
      ends += 1
    }
    let watch = Array(#"{"method":"org.example.Watch","more":true}"#.utf8) + [0]
    try #require(Glibc.write(sockets[1], watch, watch.count) == watch.count)
    try write(100, to: sockets[1])
    while try loop.runOnce(timeout: .zero) {}
    #expect(ends == 0)
    close(sockets[1])
    while ends == 0 { try #require(try loop.runOnce(timeout: .seconds(60)), "nobody noticed its end") }
    #expect(ends == 1)
    withExtendedLifetime(connection) {}
  }

  @Test(
    "A client that goes has its place until its call is answered, unless somebody else counts that; nor does it help to ask for more",
    arguments: [(false, false), (true, false), (false, true)])
  func place(more: Bool, isCounted: Bool) throws {
    let loop = try EventLoop()
    var (calls, ends, places): ([Call], Int, Int) = ([], 0, 1)
    var sockets: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &sockets) == 0)
    let connection = try ControlConnection(
      AcceptedClient(socket: UntrustedSocket(sockets[0]), user: 0), loop: loop
    ) { call, connection in
      if calls.isEmpty {
        connection.reply(to: call, NoParameters())
      } else if isCounted {
        connection.isCountedElsewhere(call)
      }
      calls.append(call)
    } ended: { _ in
      ends += 1
    } left: {
      places -= 1
    }
    // With a reply unread, the kernel resets the connection at close(2) (unix(7)).
    try write(1, to: sockets[1])
    while calls.isEmpty { try #require(try loop.runOnce(timeout: .seconds(60))) }
    let call = Array(#"{"method":"org.example.Do","more":\#(more)}"#.utf8) + [0]
    try #require(Glibc.write(sockets[1], call, call.count) == call.count)
    while calls.count < 2 { try #require(try loop.runOnce(timeout: .seconds(60))) }
    close(sockets[1])
    while ends == 0 { try #require(try loop.runOnce(timeout: .seconds(60)), "nobody noticed its end") }
    #expect(places == (isCounted ? 0 : 1))
    connection.reply(to: calls[1], NoParameters())
    #expect(ends == 1 && places == 0)
  }

  @Test("Long calls of many clients have turns, and a short call of another is served between them")
  func longCalls() throws {
    let loop = try EventLoop()
    var served: [Int] = []
    var connections: [ControlConnection] = []
    var clients: [CInt] = []
    defer { clients.forEach { close($0) } }
    for number in 0...8 {
      var ends: [CInt] = [0, 0]
      let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
      try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
      clients.append(ends[1])
      connections.append(
        try ControlConnection(
          AcceptedClient(socket: UntrustedSocket(ends[0]), user: 0), loop: loop
        ) { call, connection in
          // A call takes 20 ms; the loop is another's for as long after each.
          if number < 8 { usleep(20_000) }
          served.append(number)
          connection.reply(to: call, NoParameters())
        } ended: { _ in
        })
    }
    let long = Array("{\"method\":\"a.B.C\",\"parameters\":{\"a\":\"\(String(repeating: "x", count: 8000))\"}}\0".utf8)
    for client in clients.prefix(8) { try #require(Glibc.write(client, long, long.count) == long.count) }
    try write(1, to: clients[8])
    while served.count < 9 { try loop.runOnce(timeout: .seconds(60)) }
    let place = try #require(served.firstIndex(of: 8))
    #expect(place <= 2 && served.filter { $0 < 8 }.sorted() == Array(0..<8))
    withExtendedLifetime(connections) {}
  }
}
