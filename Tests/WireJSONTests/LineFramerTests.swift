// Lines come out the same however the bytes arrive, and no sender can make the framer keep more than the limit.

import Testing

@testable import WireJSON

@Suite struct LineFramerTests {
  @Test("However the stream is cut, the same lines come out", arguments: [1, 2, 3, 5, 100])
  func pieces(size: Int) throws {
    let stream = Array("one\n\ntwo\nthree é\nrest".utf8)
    var framer = LineFramer(limit: 100)
    var lines: [String] = []
    for start in stride(from: 0, to: stream.count, by: size) {
      framer.append(stream[start..<min(start + size, stream.count)])
      while let line = try framer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    #expect(lines == ["one", "", "two", "three é"])
    #expect(framer.isMidLine)
  }

  @Test(
    "A line of the limit passes, one byte more does not, and then nothing does", arguments: [4, 32 << 10, 1 << 20],
    [true, false])
  func limit(_ limit: Int, isEnded: Bool) throws {
    var framer = LineFramer(limit: limit)
    framer.append([UInt8](repeating: 0x78, count: limit) + [0x0a])
    #expect(try framer.next()?.count == limit)
    #expect(!framer.isMidLine)

    framer.append([UInt8](repeating: 0x78, count: limit + 1) + (isEnded ? [0x0a] : []))
    #expect(throws: LineTooLong(limit: limit)) { try framer.next() }
    framer.append([0x0a])
    #expect(throws: LineTooLong(limit: limit)) { try framer.next() }
  }

  @Test("Lines before an over-long one are not lost")
  func goodFirst() throws {
    var framer = LineFramer(limit: 4)
    framer.append(Array("good\nbetter".utf8))
    #expect(try framer.next() == Array("good".utf8))
    #expect(throws: LineTooLong(limit: 4)) { try framer.next() }
  }
}

extension LineFramer {
  fileprivate mutating func append(_ bytes: some Collection<UInt8>) {
    Array(bytes).withUnsafeBytes { append($0) }
  }
}
