// The frames of pages, and the heads of requests, whole, cut off, and not as they should be.

import ConsoleServer
import Testing

struct FrameTests {
  /// As a browser writes it.
  private func frame(_ head: [UInt8], _ payload: String) -> [UInt8] {
    let mask: [UInt8] = [1, 2, 3, 4]
    return head + mask + payload.utf8.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  @Test("a message is read when it is whole, and the next begins behind it")
  func whole() throws {
    let whole = frame([0x81, 0x85], "hello") + frame([0x89, 0x82], "hi")
    var bytes: [UInt8] = []
    var found: [Frame] = []
    for byte in whole {
      bytes.append(byte)
      while let frame = try Frame.take(from: &bytes) { found.append(frame) }
    }
    #expect(found == [.text("hello"), .ping(Array("hi".utf8))])
    #expect(bytes.isEmpty)
  }

  @Test("a length is judged before any of what it announces has come")
  func tooLong() {
    var huge: [UInt8] = [0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
    #expect(throws: Frame.Problem.tooLong) { try Frame.take(from: &huge) }
    var most: [UInt8] = [0x81, 0xff] + [0, 0, 0, 0, 0, 1, 0x40, 0x01]
    #expect(throws: Frame.Problem.tooLong) { try Frame.take(from: &most) }
  }

  @Test(
    "frames that no page of ours sends are refused",
    arguments: [
      ([0x81, 0x05], Frame.Problem.protocolError), ([0xc1, 0x85], .protocolError), ([0x01, 0x85], .unsupported),
      ([0x80, 0x85], .unsupported), ([0x82, 0x85], .unsupported), ([0x89, 0xfe, 0, 200], .protocolError),
      ([0x83, 0x85], .unsupported),
    ] as [([UInt8], Frame.Problem)])
  func refused(head: [UInt8], problem: Frame.Problem) {
    var bytes = frame(head, "hello")
    #expect(throws: problem) { try Frame.take(from: &bytes) }
  }

  @Test("text that is not UTF-8 is refused")
  func notText() {
    var bytes: [UInt8] = [0x81, 0x81, 0, 0, 0, 0, 0xff]
    #expect(throws: Frame.Problem.notUTF8) { try Frame.take(from: &bytes) }
  }

  @Test("a request's head has a path and fields, by any letters' case; anything but GET and HTTP/1.1 is refused")
  func heads() throws {
    let text = "GET /a/b HTTP/1.1\r\nHOST:  x:1\r\nOrigin:http://x:1\r\n\r\n"
    #expect(RequestHead.length(in: Array((text + "more").utf8)) == text.utf8.count)
    #expect(RequestHead.length(in: Array(text.utf8.dropLast())) == nil)
    for searched in 0..<text.utf8.count {
      #expect(RequestHead.length(in: Array((text + "more").utf8), searched: searched) == text.utf8.count)
    }
    #expect(RequestHead.length(in: Array((text + "more").utf8), searched: text.utf8.count) == nil)
    let head = try RequestHead(Array(text.utf8))
    #expect(head.path == "/a/b" && head["host"] == "x:1" && head["origin"] == "http://x:1" && head["other"] == nil)
    for (bad, problem) in [
      ("POST / HTTP/1.1\r\n\r\n", RequestProblem.notGET), ("GET / HTTP/1.0\r\n\r\n", .malformed),
      ("GET /\r\n\r\n", .malformed), ("\r\n\r\n", .malformed), ("GET / HTTP/1.1\r\n: x\r\n\r\n", .malformed),
    ] {
      #expect(throws: problem) { try RequestHead(Array(bad.utf8)) }
    }
    #expect(throws: RequestProblem.malformed) { try RequestHead([0xff, 0xfe]) }
    // None of them is a mark to be put in order, which for 60 such heads took 0.8 s.
    let marks = try RequestHead(
      Array("GET / HTTP/1.1\r\nCookie: \(String(repeating: "\u{301}", count: 4000))\r\n\r\n".utf8))
    #expect(marks["cookie"]?.unicodeScalars.count == 8000)
  }

  @Test("a token is another each time, and matches itself alone")
  func token() {
    let token = ConsoleToken()
    #expect(token.text.count == 32)
    #expect(token.matches(token.text))
    #expect(!token.matches(ConsoleToken().text) && !token.matches("") && !token.matches(token.text + "0"))
    #expect(!token.matches(token.text.dropLast()))
  }
}
