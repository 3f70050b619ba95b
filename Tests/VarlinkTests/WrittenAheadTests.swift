// Messages that a client writes ahead: how many of them are read before their turn, and the broken ones among them.
import Testing

@testable import Varlink

struct WrittenAheadTests {
  private func bytes(_ messages: String...) -> [UInt8] { messages.flatMap { Array($0.utf8) + [0] } }

  @Test("A client that writes ahead is held back once so many of its calls wait")
  func backpressure() throws {
    let call = bytes(#"{"method":"a.B.C"}"#)
    var connection = ServerConnection()
    for _ in 1..<ServerConnection.mostRead { try connection.receive(call) }
    #expect(!connection.isFull)
    try connection.receive(call)
    #expect(connection.isFull)
    _ = connection.nextCall()
    #expect(!connection.isFull)
  }

  @Test("Of calls that are written far ahead so many are read, and the others when their turn has come, in their order")
  func farAhead() throws {
    let count = 5000
    let stream = (0..<count).flatMap { number in bytes(#"{"method":"a.B.C\#(number)"}"#) }
    var connection = ServerConnection()
    for begin in stride(from: 0, to: stream.count, by: 1000) {
      try connection.receive(stream[begin..<min(begin + 1000, stream.count)])
    }
    #expect(connection.waiting.count == ServerConnection.mostRead)
    for number in 0..<count {
      let call = try connection.take()
      try #require(call.method == "a.B.C\(number)")
      _ = connection.reply(to: call.id, NoParameters())
    }
    #expect(connection.isIdle)
  }

  @Test("A client is held back while one of its calls has come and has not been read")
  func backpressureUnread() throws {
    let call = bytes(#"{"method":"a.B.C"}"#)
    let most = ServerConnection.mostReadAtOnce / call.count + 10
    var connection = ServerConnection()
    try connection.receive((0..<most).flatMap { _ in call })
    #expect(connection.waiting.isEmpty)
    for _ in 0..<most {
      #expect(connection.isFull)
      let call = try connection.take()
      _ = connection.reply(to: call.id, NoParameters())
    }
    #expect(!connection.isFull)
  }

  @Test(
    "Of messages without a byte that come with calls none is looked at before its turn, and the first ends the connection"
  )
  func emptyMessages() throws {
    let calls = (0..<ServerConnection.mostRead).flatMap { _ in bytes(#"{"method":"a.B.C"}"#) }
    var connection = ServerConnection()
    try connection.receive(calls + [UInt8](repeating: 0, count: 60_000))
    #expect(connection.waiting.isEmpty && connection.isFull && connection.failure == nil)
    for _ in 0..<ServerConnection.mostRead {
      let call = try connection.take()
      _ = connection.reply(to: call.id, NoParameters())
    }
    let next = connection.takeMethod()
    #expect(next == nil && connection.failure == .notACall && connection.isIdle)
  }

  @Test("A call is long by its own bytes, not by those that come with it")
  func longCall() throws {
    let short = (0..<1000).flatMap { _ in bytes(#"{"method":"a.B.C"}"#) }
    let long = bytes("{\"method\":\"a.B.D\",\"parameters\":\"\(String(repeating: "x", count: 100_000))\"}")
    var connection = ServerConnection()
    try connection.receive(short + long)
    for _ in 0..<1000 {
      #expect(!connection.isNextCallLong)
      let call = try connection.take()
      _ = connection.reply(to: call.id, NoParameters())
    }
    #expect(connection.isNextCallLong)
    let method = connection.takeMethod()
    #expect(method == "a.B.D" && !connection.isNextCallLong)
  }

  @Test("A long message that is no call ends the connection when its turn has come")
  func longGarbage() throws {
    var connection = ServerConnection()
    try connection.receive(bytes(String(repeating: "[", count: 100_000)))
    #expect(connection.isFull && connection.failure == nil)
    let method = connection.takeMethod()
    #expect(method == nil && connection.failure == .notACall && connection.isIdle)
  }

  @Test("A broken message far ahead ends the connection when its turn has come, after the calls before it")
  func brokenFarAhead() throws {
    let count = ServerConnection.mostRead + 1
    let calls = (0..<count).flatMap { _ in bytes(#"{"method":"a.B.C"}"#) }
    var connection = ServerConnection()
    try connection.receive(calls + bytes("nonsense"))
    #expect(connection.failure == nil)
    for _ in 0..<count {
      let call = try connection.take()
      _ = connection.reply(to: call.id, NoParameters())
    }
    #expect(connection.hasNextCall)
    let method = connection.takeMethod()
    #expect(method == nil && connection.failure == .notACall && connection.isIdle)
    #expect(throws: ConnectionError.notACall) { try connection.receive(calls) }
  }

  @Test("A call under way is kept without its parameters, and what was written ahead can be forgotten")
  func forgotten() throws {
    var connection = ServerConnection()
    try connection.receive(bytes(#"{"method":"a.B.C","parameters":{"name":"x"}}"#, #"{"method":"a.B.C"}"#))
    let next = bytes(#"{"method":"a.B.C"}"#).dropLast()
    try connection.receive(next)
    let call = try connection.take()
    let name: String = try call.parameters().read("name")
    #expect(name == "x" && connection.isWaiting)
    #expect(connection.currentCall?.id == call.id && connection.currentCall?.message.isEmpty == true)
    connection.dropAhead()
    #expect(!connection.isWaiting && connection.unfinishedMessage == nil && !connection.isIdle)
    let reply = connection.reply(to: call.id, NoParameters())
    #expect(!reply.isEmpty && connection.isIdle)
  }
}
