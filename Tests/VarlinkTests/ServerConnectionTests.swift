// The server's side of a conversation: framing, order, silence and the ways a client can break it.
import Testing
import WireJSON

@testable import Varlink

struct ServerConnectionTests {
  private func bytes(_ messages: String...) -> [UInt8] { messages.flatMap { Array($0.utf8) + [0] } }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func value(_ bytes: [UInt8]) throws -> JSON {
    try #require(bytes.last == 0)
    try #require(bytes.filter { $0 == 0 }.count == 1)
    return try JSON(parsing: text(bytes.dropLast()))
  }

  @Test("Two calls are the same two calls wherever the bytes are cut")
  func everySplit() throws {
    let stream = bytes(#"{"method":"a.B.C","parameters":{"text":"é\u0000"}}"#, #"{"method":"a.B.D","more":true}"#)
    for cut in 0...stream.count {
      var connection = ServerConnection()
      try connection.receive(stream[..<cut])
      try connection.receive(stream[cut...])
      let first = try connection.take()
      #expect(first.method == "a.B.C" && !first.wantsMore)
      #expect(try first.parameters().decode(as: JSON.self) == ["text": "é\0"])
      _ = connection.reply(to: first.id, NoParameters())
      let second = try connection.take()
      #expect(second.method == "a.B.D" && second.wantsMore)
    }
  }

  @Test("A pipelined call waits until the one before it is finished")
  func order() throws {
    var connection = ServerConnection()
    try connection.receive(bytes(#"{"method":"a.B.C"}"#, #"{"method":"a.B.D"}"#))
    let first = try connection.take()
    let early = connection.takeMethod()
    #expect(early == nil)
    #expect(connection.currentCall?.id == first.id)
    let reply = try value(connection.reply(to: first.id, ["n": 1]))
    #expect(reply == ["parameters": ["n": 1]])
    let second = try connection.take()
    #expect(second.method == "a.B.D")
    #expect(!connection.isIdle)
    _ = connection.reply(to: second.id, NoParameters())
    #expect(connection.isIdle)
  }

  @Test("A reply that is encoded once for many callers is the one that each would have had")
  func streamed() throws {
    var connection = ServerConnection()
    try connection.receive(bytes(#"{"method":"a.B.C","more":true}"#, #"{"method":"a.B.D"}"#))
    let watch = try connection.take()
    let reply = StreamedReply(["n": 1])
    let sent = connection.reply(to: watch.id, reply)
    #expect(try value(sent) == ["parameters": ["n": 1], "continues": true])
    #expect(connection.currentCall?.id == watch.id)
    _ = connection.reply(to: watch.id, NoParameters())
    let other = try connection.take()
    #expect(connection.reply(to: watch.id, reply).isEmpty)
    let refused = try value(connection.reply(to: other.id, reply))
    #expect(refused["error"] == "org.varlink.service.ExpectedMore")
  }

  @Test("A message that has begun and not ended is told from those before it")
  func unfinished() throws {
    var connection = ServerConnection()
    #expect(connection.unfinishedMessage == nil)
    try connection.receive(Array(#"{"met"#.utf8))
    let first = connection.unfinishedMessage
    try connection.receive(Array(#"hod":"#.utf8))
    #expect(first != nil && connection.unfinishedMessage == first)
    try connection.receive(bytes(#""a.B.C"}"#))
    #expect(connection.unfinishedMessage == nil)
    try connection.receive(bytes(#"{"method":"a.B.C"}"#) + Array("{".utf8))
    #expect(connection.unfinishedMessage != nil && connection.unfinishedMessage != first)
  }

  @Test("A late reply to a finished call answers no other call")
  func lateReply() throws {
    var connection = ServerConnection()
    try connection.receive(bytes(#"{"method":"a.B.C"}"#, #"{"method":"a.B.D"}"#))
    let first = try connection.take()
    _ = connection.fail(first.id, ServiceError.permissionDenied)
    let second = try connection.take()
    let late = connection.reply(to: first.id, NoParameters()) + connection.fail(first.id, ServiceError.permissionDenied)
    #expect(late.isEmpty)
    #expect(connection.currentCall?.id == second.id)
  }

  @Test("A oneway call gets no byte, neither reply nor error, and lets the next call through")
  func oneway() throws {
    var connection = ServerConnection()
    try connection.receive(
      bytes(#"{"method":"a.B.C","oneway":true}"#, #"{"method":"a.B.D","oneway":true}"#, #"{"method":"a.B.E"}"#))
    let first = try connection.take()
    let reply = connection.reply(to: first.id, ["n": 1])
    #expect(reply.isEmpty)
    let second = try connection.take()
    let error = connection.fail(second.id, ServiceError.methodNotFound("a.B.D"))
    #expect(error.isEmpty)
    let next = connection.takeMethod()
    #expect(next == "a.B.E")
  }

  @Test("A stream continues until its last reply, and only then the next call comes")
  func stream() throws {
    var connection = ServerConnection()
    try connection.receive(bytes(#"{"method":"a.B.Watch","more":true}"#, #"{"method":"a.B.D"}"#))
    let watch = try connection.take()
    let first = try value(connection.reply(to: watch.id, ["n": 1], continues: true))
    #expect(first == ["parameters": ["n": 1], "continues": true])
    let early = connection.takeMethod()
    #expect(early == nil)
    let last = try value(connection.reply(to: watch.id, ["n": 2]))
    #expect(last == ["parameters": ["n": 2]])
    let next = connection.takeMethod()
    #expect(next == "a.B.D")
  }

  @Test("A stream for a caller that did not say more is ExpectedMore, and ends the call")
  func expectedMore() throws {
    var connection = ServerConnection()
    try connection.receive(bytes(#"{"method":"a.B.Watch"}"#, #"{"method":"a.B.D"}"#))
    let watch = try connection.take()
    let answer = try value(connection.reply(to: watch.id, ["n": 1], continues: true))
    #expect(answer == ["error": "org.varlink.service.ExpectedMore", "parameters": [:]])
    let next = connection.takeMethod()
    #expect(next == "a.B.D")
  }

  @Test("A message of the limit passes, one byte more does not, whole or in pieces, ended or not")
  func limit() throws {
    let call = #"{"method":"a.B.C"}"#
    var exact = ServerConnection(messageLimit: call.utf8.count)
    try exact.receive(bytes(call))
    _ = try exact.take()

    let error = ConnectionError.messageTooLong(limit: call.utf8.count - 1)
    var whole = ServerConnection(messageLimit: call.utf8.count - 1)
    #expect(throws: error) { try whole.receive(bytes(call)) }
    var unended = ServerConnection(messageLimit: call.utf8.count - 1)
    #expect(throws: error) { for byte in call.utf8 { try unended.receive([byte]) } }
    #expect(throws: error) { try unended.receive([0]) }
  }

  @Test(
    "What is no call ends the connection, and keeps the calls before it",
    arguments: [
      "", " ", "nonsense", "[]", "3", "{}", #"{"method":3}"#, #"{"method":"a.B.C""#, #"{"method":"a.B.C"} x"#,
      #"{"method":"a.B.C","more":"yes"}"#, String(repeating: "[", count: 500),
    ])
  func garbage(_ message: String) throws {
    var connection = ServerConnection()
    #expect(throws: ConnectionError.notACall) {
      try connection.receive(bytes(#"{"method":"a.B.Good"}"#, message, #"{"method":"a.B.Late"}"#))
    }
    let good = try connection.take()
    #expect(good.method == "a.B.Good")
    _ = connection.reply(to: good.id, NoParameters())
    let early = connection.takeMethod()
    #expect(early == nil)
    #expect(throws: ConnectionError.notACall) { try connection.receive(bytes(#"{"method":"a.B.Late"}"#)) }
  }

  @Test("A call has so many members, and one with more ends the connection")
  func members() throws {
    func call(_ count: Int) -> String {
      let members = (0..<count).map { "\"a\($0)\":1" }.joined(separator: ",")
      return #"{"method":"a.B.C","parameters":{\#(members)}}"#
    }
    // With the two of the call itself.
    let most = JSONLimits.call.members - 2
    var connection = ServerConnection()
    try connection.receive(bytes(call(most)))
    let good = try connection.take()
    #expect(good.method == "a.B.C")
    var other = ServerConnection()
    try other.receive(bytes(call(most + 1)))
    let method = other.takeMethod()
    #expect(method == nil && other.failure == .notACall)
  }

  @Test("Bytes that are no UTF-8 are no call")
  func invalidUTF8() {
    var connection = ServerConnection()
    #expect(throws: ConnectionError.notACall) {
      try connection.receive(Array(#"{"method":"a.B."#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8) + [0])
    }
  }

  @Test("A call that is oneway and wants an answer as well is refused")
  func contradiction() {
    var connection = ServerConnection()
    #expect(throws: ConnectionError.contradiction) {
      try connection.receive(bytes(#"{"method":"a.B.C","oneway":true,"more":true}"#))
    }
  }

  @Test("A reply that was encoded before is the one that its caller would have had, and ends the call")
  func encodedBefore() throws {
    var connection = ServerConnection()
    try connection.receive(bytes(#"{"method":"a.B.C"}"#))
    let call = try connection.take()
    let reply = connection.reply(to: call.id, EncodedReply(["n": 1]))
    #expect(try value(reply) == ["parameters": ["n": 1]])
    #expect(connection.isIdle)
    let again = connection.reply(to: call.id, EncodedReply(["n": 1]))
    #expect(again.isEmpty)
  }

  @Test("A reply that JSON cannot hold still ends the call with one answer")
  func unencodableReply() throws {
    var connection = ServerConnection()
    try connection.receive(bytes(#"{"method":"a.B.C"}"#))
    let call = try connection.take()
    let answer = try value(connection.reply(to: call.id, ["n": JSON.number(.infinity)]))
    #expect(answer["error"] == "org.varlink.service.InvalidParameter")
    #expect(connection.isIdle)
  }

  @Test("Integers keep every digit, and a NUL inside a string does not end the message")
  func values() throws {
    var connection = ServerConnection()
    try connection.receive(bytes(#"{"method":"a.B.C","parameters":{"n":9223372036854775807,"s":"\u0000"}}"#))
    let call = try connection.take()
    let parameters = try call.parameters().decode(as: JSON.self)
    #expect(parameters == ["n": .integer(.max), "s": "\0"])
    let reply = try value(connection.reply(to: call.id, parameters))
    #expect(reply == ["parameters": parameters])
  }
}
