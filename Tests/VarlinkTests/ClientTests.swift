// The blocking client, against a real service on a real socket.
import Glibc
import Testing
import WireJSON

@testable import Varlink

@Suite(.timeLimit(.minutes(40)))
struct ClientTests {
  @Test("A call gets its reply, an error its name and parameters, and the connection goes on")
  func calls() throws {
    let server = try SocketServer { connection, call in
      switch call.method {
      case "a.B.Echo":
        let parameters = (try? call.parameters().decode(as: JSON.self)) ?? nil
        return connection.reply(to: call.id, parameters)
      default: return connection.fail(call.id, ServiceError.methodNotFound(call.method))
      }
    }
    defer { server.stop() }
    let client = try Client(path: server.path)
    let parameters: JSON = ["n": 1, "text": .string(String(repeating: "x", count: 200_000))]
    #expect(try client.call("a.B.Echo", parameters) as JSON == parameters)
    do {
      _ = try client.call("a.B.Other", NoParameters()) as JSON
      Issue.record("no error came")
    } catch ClientError.failed(let reply) {
      #expect(ServiceError(reply) == .methodNotFound("a.B.Other"))
    }
    try client.send("a.B.Other", NoParameters())
    #expect(try client.call("a.B.Echo", ["n": 2] as JSON) as JSON == ["n": 2])
  }

  @Test("A stream gives its replies in order, lets no other call between, and ends")
  func stream() throws {
    let server = try SocketServer { connection, call in
      guard call.wantsMore else { return connection.reply(to: call.id, ["n": 9] as JSON) }
      return [1, 2].flatMap { connection.reply(to: call.id, ["n": .integer($0)] as JSON, continues: true) }
        + connection.reply(to: call.id, ["n": 3] as JSON)
    }
    defer { server.stop() }
    let client = try Client(path: server.path)
    let replies = try client.stream("a.B.Count", NoParameters(), of: JSON.self)
    #expect(try replies.next() == ["n": 1])
    #expect(throws: ClientError.busy(path: server.path)) { try client.call("a.B.C", NoParameters()) as JSON }
    #expect(try replies.next() == ["n": 2])
    #expect(try replies.next() == ["n": 3])
    #expect(try replies.next() == nil)
    #expect(try client.call("a.B.C", NoParameters()) as JSON == ["n": 9])
  }

  @Test("A reply that does not come is a timeout, after which the connection is not used again")
  func timeout() throws {
    let server = try SocketServer { _, _ in [] }
    defer { server.stop() }
    let client = try Client(path: server.path)
    #expect(throws: ClientError.timedOut(path: server.path, waitingFor: "a.B.C")) {
      try client.call("a.B.C", NoParameters(), timeout: .milliseconds(20)) as JSON
    }
    #expect(throws: ClientError.disconnected(path: server.path)) {
      try client.call("a.B.C", NoParameters()) as JSON
    }
  }

  @Test("A stream that is silent for a while is a timeout, after which it goes on")
  func silentStream() throws {
    let server = try SocketServer { connection, call in
      connection.reply(to: call.id, ["n": 1] as JSON, continues: true)
    }
    defer { server.stop() }
    let client = try Client(path: server.path)
    let replies = try client.stream("a.B.Watch", NoParameters(), of: JSON.self)
    #expect(try replies.next() == ["n": 1])
    for _ in 1...2 {
      #expect(throws: ClientError.timedOut(path: server.path, waitingFor: "a.B.Watch")) {
        try replies.next(timeout: .milliseconds(5))
      }
    }
  }

  @Test("A service that hangs up, and one that answers nonsense, are told apart")
  func brokenServices() throws {
    let closing = try SocketServer { _, _ in nil }
    defer { closing.stop() }
    #expect(throws: ClientError.disconnected(path: closing.path)) {
      try Client(path: closing.path).call("a.B.C", NoParameters()) as JSON
    }
    let nonsense = try SocketServer { _, _ in Array("nonsense\0".utf8) }
    defer { nonsense.stop() }
    #expect(throws: ClientError.malformed(path: nonsense.path)) {
      try Client(path: nonsense.path).call("a.B.C", NoParameters()) as JSON
    }
  }

  @Test("A path where nobody listens, and one that is no socket's, say why")
  func unreachable() {
    #expect(throws: ClientError.unreachable(path: "/nonexistent/socket", errno: ENOENT)) {
      _ = try Client(path: "/nonexistent/socket")
    }
    let long = String(repeating: "x", count: 108)
    #expect(throws: ClientError.pathTooLong(path: long)) { _ = try Client(path: long) }
  }
}
