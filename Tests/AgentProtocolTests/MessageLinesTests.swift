// A line of the agent protocol may have 1 MiB, and the error for a longer one is the protocol's own.
import AgentProtocol
import Testing
import WireJSON

@Suite struct MessageLinesTests {
  @Test("A line of 1 MiB is a line of the protocol, and a longer one is a breach of it")
  func limit() throws {
    var framer = LineFramer.ofMessages()
    let line = [UInt8](repeating: 0x78, count: 1 << 20)
    (line + [0x0a]).withUnsafeBytes { framer.append($0) }
    #expect(try framer.nextMessage() == line)
    (line + [0x78]).withUnsafeBytes { framer.append($0) }
    let error = #expect(throws: ProtocolError.self) { try framer.nextMessage() }
    #expect(error?.description == "a line longer than 1048576 bytes")
  }
}
